import { describe } from "./paired-values";
import { StatsInputError } from "./result";

/** How much a disagreement counts: all alike, or by distance on the declared scale. */
export type Weighting = "unweighted" | "linear" | "quadratic";

const WEIGHTINGS: readonly Weighting[] = ["unweighted", "linear", "quadratic"];

/**
 * Agreement weights between the values of a scale, row by row: 1 on the diagonal; elsewhere 0 (unweighted), 1 - |i - j| / range (linear) or
 * 1 - (i - j)^2 / range^2 (quadratic), with the values themselves where all are numbers and their places where they are names.
 */
export function agreementWeights(values: readonly (number | string)[], weighting: Weighting): Float64Array {
  if (!WEIGHTINGS.includes(weighting))
    throw new StatsInputError("weights", `must be one of ${WEIGHTINGS.join(", ")}, got ${describe(weighting)}`);
  const size = values.length;
  const weights = new Float64Array(size * size);
  const numbers = values.every((value) => typeof value === "number") ? (values as readonly number[]) : values.map((_, place) => place);
  // Halved first, so that the range of the largest doubles stays finite.
  const halves = numbers.map((value) => value / 2);
  const range = halves.reduce((a, b) => Math.max(a, b), -Infinity) - halves.reduce((a, b) => Math.min(a, b), Infinity);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const distance = i === j ? 0 : Math.abs((halves[i] as number) - (halves[j] as number)) / range;
      if (weighting === "unweighted") weights[i * size + j] = i === j ? 1 : 0;
      else weights[i * size + j] = 1 - (weighting === "linear" ? distance : distance * distance);
    }
  }
  return weights;
}
