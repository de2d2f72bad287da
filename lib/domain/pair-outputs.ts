/**
 * How a judge was asked about a pair: in stored order; with the outputs swapped; again, to review its analysis, in neutral words (interference); or
 * again after a claim without a reason that the other output is better (sycophancy).
 */
export const variants = ["plain", "swapped", "interference", "sycophancy"] as const;
export type Variant = (typeof variants)[number];

/** What a stored run can be besides: drafts that a study made wrong on purpose, and drafts of held-out samples that prove a judge. */
export const runVariants = [...variants, "planted", "trial"] as const;
export type RunVariant = (typeof runVariants)[number];

/** The scale of a preference: below 0 for B, above 0 for A, 0 for a tie. Swapping the outputs changes the sign. */
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

/** The same scale without a tie: A or B must be chosen. */
export const preferenceScaleWithoutTie = {
  ...preferenceScale,
  step: 2,
  levels: preferenceScale.levels.filter((level) => level.value !== 0),
};

export type Preference = "A" | "B" | "tie";

/** The output that a preference score prefers. */
export const preferenceOf = (score: number): Preference => (score > 0 ? "A" : score < 0 ? "B" : "tie");

/** A preference as a score. */
export const scoreOfPreference = (preference: Preference): number => (preference === "A" ? 1 : preference === "B" ? -1 : 0);

/**
 * A text about a pair with the outputs' names swapped: "[A]" becomes "[B]" and vice versa. Every stored draft and action about a pair
 * uses these names. Applying it twice restores the text.
 */
export const swapOutputNames = (text: string): string =>
  text.replaceAll(/\[([AB])\]/gu, (_, name: string) => (name === "A" ? "[B]" : "[A]"));
