import type { Scale } from "./criterion";

/** Whether two scales have the same ends, steps and level texts; PostgreSQL does not keep the order of their fields. */
export const isSameScale = (a: Scale, b: Scale): boolean => textOf(a) === textOf(b);

const textOf = ({ min, max, step, levels }: Scale) =>
  JSON.stringify([min, max, step, levels.map(({ value, label, description }) => [value, label, description])]);
