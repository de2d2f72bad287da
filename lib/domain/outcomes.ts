/** An item's four possible outcomes, in display order. */
export const outcomes = ["accept", "revise", "remove", "add"] as const;
export type Outcome = (typeof outcomes)[number];
