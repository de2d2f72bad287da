import type { Scale } from "./criterion";

/** Whether two scales have the same points or labels, level texts and number of right scores; PostgreSQL does not keep the order of their fields. */
export const isSameScale = (a: Scale, b: Scale): boolean => textOf(a) === textOf(b);

const textOf = ({ kind, min, max, step, levels, several }: Scale) =>
  JSON.stringify([kind, min, max, step, several, levels.map(({ value, label, description }) => [value, label, description])]);

/** Whether a score means the same on both: the same numbers, or the same labels in the same places. */
export const hasSamePoints = (a: Scale, b: Scale): boolean => pointsOf(a) === pointsOf(b);

const pointsOf = ({ kind, min, max, step, levels }: Scale) =>
  JSON.stringify(kind === "categorical" ? levels.map(({ label }) => label) : [min, max, step]);
