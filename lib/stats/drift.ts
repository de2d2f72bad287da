import { type LinearFit, linearFit } from "./linear-fit";
import { checkSameLength, completeColumn, numberColumn } from "./paired-values";
import type { Rating } from "./result";

/**
 * Does a rater grow stricter or more lenient? Slope of the rater's difference to the others on the order in which the units were rated.
 *
 * Ordinary least squares with t(n-2), per step of `order` (1, 2, 3, … unless given; then it may be a time). Missing values are dropped, the
 * order of the others stays. Undefined for fewer than two values (`too-few`) or one moment (`constant-input`).
 *
 * @param input values: own rating minus the others' mean, in the order of rating
 * @example severityDrift({ values: [0, 0.5, 1, 1.5] }).value // 0.5
 */
export function severityDrift(input: { values: ArrayLike<Rating>; order?: ArrayLike<number>; confidence?: number }): LinearFit {
  const values = numberColumn("values", input.values);
  const order = input.order === undefined ? values.map((_, i) => i + 1) : completeColumn("order", input.order);
  checkSameLength("values", values, "order", order);
  const isThere = (_: number, row: number): boolean => !Number.isNaN(values[row] as number);
  return linearFit(order.filter(isThere), values.filter(isThere), input.confidence);
}
