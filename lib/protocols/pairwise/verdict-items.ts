import type { ItemKind } from "@/lib/domain/draft";
import type { Preference } from "@/lib/domain/pair-outputs";
import type { Stated } from "./read-preference";

/** One statement in a reply of which output is better. `line` is 0 in JSON. */
export interface Statement {
  said: Stated;
  line: number;
}

/** How a preference is written in items and reasons. */
export const nameOf = (preference: Preference): string => (preference === "tie" ? "tie" : `[${preference}]`);

/** The verdict line of a draft. */
export const verdictItem = (preference: Preference): { kind: ItemKind; text: string } => ({
  kind: "score",
  text: `Verdict: ${nameOf(preference)}`,
});
