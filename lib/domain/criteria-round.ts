import { z } from "zod";

/** A round's stages: experts work alone; all redlines are shown and discussed; over. */
export const roundStatus = z.enum(["open", "discussing", "closed"]);
export type RoundStatus = z.infer<typeof roundStatus>;

/** One line of what a round redlines. */
export interface RoundItem {
  kind: "heading" | "criterion";
  text: string;
  /** The judge's text of the criterion; null for a heading, and for a criterion that an earlier round added. */
  proposed: string | null;
}
