/** Reasons to depart from a draft, so that they can be counted; free text goes beside them. */
export const reasonCodes = [
  "wrong-score",
  "made-up",
  "overlooked-evidence",
  "misread-text",
  "misapplied-criterion",
  "unclear",
  "other",
] as const;
