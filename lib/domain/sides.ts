/** In which way a pair was put to a judge: as it is, with its outputs in the other order, or asked again after a false objection. */
export const variants = ["plain", "swapped", "interference"] as const;
export type Variant = (typeof variants)[number];

/** The scale of a preference: below 0 for B, above 0 for A, 0 for a tie. Changing sides changes the sign. */
export const preferenceScale = {
  min: -1,
  max: 1,
  step: 1,
  levels: [
    { value: -1, label: "B", description: "B is better." },
    { value: 0, label: "Tie", description: "Neither is better." },
    { value: 1, label: "A", description: "A is better." },
  ],
};

/** The same without a tie: A or B has to be chosen. */
export const preferenceScaleWithoutTie = {
  ...preferenceScale,
  step: 2,
  levels: preferenceScale.levels.filter((level) => level.value !== 0),
};

export type Preference = "A" | "B" | "tie";

/** Which output a score of a preference prefers. */
export const preferenceOf = (score: number): Preference => (score > 0 ? "A" : score < 0 ? "B" : "tie");

/** A preference as a score. */
export const scoreOfPreference = (preference: Preference): number => (preference === "A" ? 1 : preference === "B" ? -1 : 0);

/**
 * A text about a pair as it reads when the outputs change places: "[A]" becomes "[B]" and "[B]" becomes "[A]". Outputs are named in this way
 * in every stored draft and action about a pair. Doing it twice gives the text back.
 */
export const swapSides = (text: string): string => text.replaceAll(/\[([AB])\]/gu, (_, side: string) => (side === "A" ? "[B]" : "[A]"));
