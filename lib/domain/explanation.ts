import type { WorkKey } from "./literature";

/** What a figure of the report is. */
export interface Explanation {
  name: string;
  /** One sentence: what it says. */
  sentence: string;
  formula: string;
  /** Where it is defined; empty for a plain count, share, median or mean. */
  sources: readonly WorkKey[];
}
