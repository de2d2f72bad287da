import { z } from "zod";

/** Kinds of a draft's lines. Headings are shown but never acted on or counted. */
export const itemKind = z.enum(["conclusion", "score", "evidence", "explanation", "heading", "criterion"]);
export type ItemKind = z.infer<typeof itemKind>;

/** One line of a draft. `id` is its index in the draft, as text; an added line's id is its action's. */
export const item = z.object({ id: z.string(), kind: itemKind, text: z.string() });
export type Item = z.infer<typeof item>;

/** A judge's draft of one unit, as stored: items without ids, since the index is the id. */
export interface DraftContent {
  /** On the criterion's own scale; null if the text has no readable score. */
  score: number | null;
  items: { kind: ItemKind; text: string }[];
  /** The raw reply. */
  raw: string;
  /** The protocol's intermediate results, in its own shape. */
  details?: Record<string, unknown>;
}

/** Gives stored items their ids. */
export const withItemIds = (items: { kind: ItemKind; text: string }[]): Item[] =>
  items.map((entry, index) => ({ id: String(index), ...entry }));
