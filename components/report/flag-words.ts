import { basisWords } from "@/lib/domain/report-basis";
import type { VerdictFlag } from "@/lib/domain/report-verdict";
import { anchored } from "./anchoring";

const words: Record<VerdictFlag, string> = {
  "few-units": "few units",
  "no-variation": "every score the same",
  "drafted-only": "rests on drafts",
  "people-at-top": "people: half at the top",
  "judge-at-top": "judge: half at the top",
  "judge-constant": "judge never varies",
  "signs-differ": "correlations of opposite signs",
  "position-flips": "judge follows the position",
};

/** A flag of a verdict in a few words. Where no arm of the report had a draft in view, it is not known whether there was one. */
export const flagWords = (flag: VerdictFlag, arms: readonly string[]): string =>
  flag === "drafted-only" && !arms.some(anchored) ? basisWords["not-stated"].short : words[flag];
