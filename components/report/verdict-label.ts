import type { Verdict } from "@/lib/domain/report";

/** A verdict as a label beside its figure. */
export const verdictLabel: Record<Verdict["code"], string> = {
  "too-few": "too few to say",
  below: "below .667",
  between: "between .667 and .800",
  "at-least": "at least .667",
  above: "above .800",
  undecided: "cannot tell yet",
  undefined: "not defined",
};
