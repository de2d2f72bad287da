/** An item's four possible outcomes, in the order in which they are shown and counted. */
export const outcomes = ["accept", "revise", "remove", "add"] as const;
export type Outcome = (typeof outcomes)[number];
