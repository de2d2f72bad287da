import { type ClusterLabel, checkClusters } from "./blocks";
import { type LinearFit, linearFit } from "./linear-fit";
import { checkSameLength, numberColumn } from "./paired-values";
import { partialSpearman } from "./partial-spearman";
import { type Estimate, type IntervalEstimate, type Rating, StatsInputError } from "./result";
import { spearman } from "./spearman";

export interface VerbosityResult {
  n: number;
  /** Slope of judge - human on ln(length), with t(n-2). */
  slope: LinearFit;
  /** slope ln 2: how much the judge's error grows when the output doubles. */
  perDoubling: number | null;
  judgeLength: Estimate;
  humanLength: Estimate;
  /** Rank correlation of judge and length with the human score held constant. */
  partial: IntervalEstimate & { p: number | null };
}

/**
 * Does a judge reward length? Slope of its signed error on the logarithm of the length, and the partial rank correlation of its score with
 * length given the human score.
 *
 * Rows with any of the three missing are dropped. Undefined as `linearFit` and `partialSpearman`: fewer than two rows, constant lengths.
 *
 * @throws StatsInputError for a length that is not above 0
 * @example verbosity({ length: [10, 20, 40], human: [3, 3, 3], judge: [2, 3, 4] }).perDoubling // 1
 */
export function verbosity(input: {
  length: ArrayLike<Rating>;
  human: ArrayLike<Rating>;
  judge: ArrayLike<Rating>;
  /** One label per row: rows of one cluster are not independent. */
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
  /** The interval of the partial correlation. */
  interval?: "jackknife" | "none";
}): VerbosityResult {
  const columns = {
    length: numberColumn("length", input.length),
    human: numberColumn("human", input.human),
    judge: numberColumn("judge", input.judge),
  };
  checkSameLength("length", columns.length, "human", columns.human);
  checkSameLength("length", columns.length, "judge", columns.judge);
  columns.length.forEach((value, row) => {
    if (value <= 0) throw new StatsInputError("length", `row ${row}: must be above 0, got ${value}`);
  });
  const rows = Array.from(columns.length, (_, row) => row).filter((row) =>
    Object.values(columns).every((column) => !Number.isNaN(column[row] as number)),
  );
  const pick = (column: Float64Array): Float64Array => Float64Array.from(rows, (row) => column[row] as number);
  const [length, human, judge] = [pick(columns.length), pick(columns.human), pick(columns.judge)];
  const error = judge.map((score, i) => score - (human[i] as number));
  if (input.clusters) checkClusters(input.clusters, columns.length.length);
  const clusters = input.clusters ? rows.map((row) => input.clusters?.[row] as ClusterLabel) : null;
  const slope = linearFit(length.map(Math.log), error, input.confidence, clusters);
  const rank = (y: Float64Array): Estimate => {
    const { value, why, n } = spearman({ x: length, y, interval: "none" });
    return { value, why, n };
  };
  const { value, why, n, p, interval, intervalWhy } = partialSpearman({
    x: judge,
    y: length,
    given: human,
    clusters,
    confidence: input.confidence,
    interval: input.interval,
  });
  return {
    n: rows.length,
    slope,
    perDoubling: slope.value === null ? null : slope.value * Math.LN2,
    judgeLength: rank(judge),
    humanLength: rank(human),
    partial: { value, why, n, p, interval, intervalWhy },
  };
}
