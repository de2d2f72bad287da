import { finiteNumber } from "./arguments";
import { rootMeanSquare } from "./error";
import { pairedValues } from "./paired-values";
import { type Estimate, type Rating, StatsInputError } from "./result";

export interface RmseAccuracyResult extends Estimate {
  rmse: number | null;
}

/**
 * Accuracy as one minus the root mean squared error in units of the greatest score: the measure of the bird study.
 *
 * value = 1 - RMSE(judge, human) / maximum, a share; the study prints it in percent and divides every metric's RMSE by 15, the maximum of
 * the total, not by the metric's own maximum: with five metrics of maxima 2 to 5 that makes each look better than it is. Rows with a missing
 * side are dropped; undefined without rows (`no-units`). It may be below 0 where errors exceed the maximum.
 *
 * @example rmseAccuracy({ human: [2, 2], judge: [1, 2], maximum: 15 }).value // 0.9528595479208968
 */
export function rmseAccuracy(input: { human: ArrayLike<Rating>; judge: ArrayLike<Rating>; maximum: number }): RmseAccuracyResult {
  const maximum = finiteNumber("maximum", input.maximum);
  if (maximum <= 0) throw new StatsInputError("maximum", `must be above 0, got ${maximum}`);
  const { x: human, y: judge, n } = pairedValues(input.human, input.judge, "human", "judge");
  if (n === 0) return { value: null, why: "no-units", n, rmse: null };
  const rmse = rootMeanSquare(human.map((h, i) => (judge[i] as number) - h));
  const value = 1 - rmse / maximum;
  return Number.isFinite(value) ? { value, why: null, n, rmse } : { value: null, why: "overflow", n, rmse: null };
}
