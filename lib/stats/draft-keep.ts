import { confidenceOf } from "./arguments";
import { clusteredMean } from "./clustered-mean";
import { compareDistances } from "./compare-distances";
import { wholeMultiples } from "./exact-mean";
import { checkSameLength, numberColumn } from "./paired-values";
import type { Estimate, IntervalEstimate, Rating } from "./result";
import { wilson } from "./wilson";

export interface DraftKeepResult {
  /** Evaluations with a drafted and a final score. */
  n: number;
  /** Share whose final score is the draft's, with Wilson's interval. */
  keepRate: IntervalEstimate;
  raised: number;
  lowered: number;
  kept: number;
  /** Mean |final - draft| over all, and over the changed ones. */
  meanAbsoluteRevision: Estimate;
  meanAbsoluteChange: Estimate;
  /** Mean final - draft, with its t interval. */
  meanRevision: IntervalEstimate;
  /** Changed scores that ended nearer to, farther from, or as far from the others' mean as the draft was; null without `others`. */
  direction: { toward: number; away: number; neither: number; n: number } | null;
}

/**
 * What people did to drafted scores: how many they kept, and how far and where they moved the rest.
 *
 * Rows with a missing side are dropped. Shares and means are undefined without rows (`no-units`), meanAbsoluteChange without changes. A high
 * keep rate is not evidence of anchoring: good drafts are kept too.
 *
 * @param input others: mean of the other people's scores of the unit
 * @example draftKeep({ draft: [4, 4, 5], final: [4, 3, 5] }).keepRate.value // 0.6666666666666666
 */
export function draftKeep(input: {
  draft: ArrayLike<Rating>;
  final: ArrayLike<Rating>;
  others?: ArrayLike<Rating>;
  confidence?: number;
}): DraftKeepResult {
  const confidence = confidenceOf(input.confidence);
  const [draft, final] = [numberColumn("draft", input.draft), numberColumn("final", input.final)];
  checkSameLength("draft", draft, "final", final);
  const others = input.others === undefined ? null : numberColumn("others", input.others);
  if (others) checkSameLength("draft", draft, "others", others);
  const rows = Array.from(draft, (_, row) => row).filter(
    (row) => !Number.isNaN(draft[row] as number) && !Number.isNaN(final[row] as number),
  );
  const revisions = exactRevisions(draft, final, rows);
  const changes = revisions.filter((revision) => revision !== 0);
  const n = rows.length;
  const kept = n - changes.length;
  const raised = changes.filter((revision) => revision > 0).length;
  const mean = clusteredMean({ values: revisions, confidence });
  return {
    n,
    keepRate: wilson({ successes: kept, n, confidence }),
    raised,
    lowered: changes.length - raised,
    kept,
    meanAbsoluteRevision: meanAbsolute(revisions),
    meanAbsoluteChange: meanAbsolute(changes),
    meanRevision: { value: mean.value, why: mean.why, n, interval: mean.interval, intervalWhy: mean.intervalWhy },
    direction: others && directionOf(draft, final, others, rows),
  };
}

function exactRevisions(draft: Float64Array, final: Float64Array, rows: number[]): number[] {
  const values = [...rows.map((row) => draft[row] as number), ...rows.map((row) => final[row] as number)];
  const whole = wholeMultiples(values);
  const scores = whole ? Array.from(whole.multiples) : values;
  const step = whole ? 10 ** whole.digits : 1;
  return rows.map((_, i) => ((scores[rows.length + i] as number) - (scores[i] as number)) / step);
}

function meanAbsolute(values: number[]): Estimate {
  const { value, why, n } = clusteredMean({ values: values.map(Math.abs) });
  return { value, why, n };
}

function directionOf(draft: Float64Array, final: Float64Array, others: Float64Array, rows: number[]): DraftKeepResult["direction"] {
  const moved = rows.filter((row) => draft[row] !== final[row] && !Number.isNaN(others[row] as number));
  const nearer = (row: number): number => {
    const [from, to, target] = [draft[row] as number, final[row] as number, others[row] as number];
    return compareDistances(Math.abs(from - target), Math.abs(to - target));
  };
  const toward = moved.filter((row) => nearer(row) > 0).length;
  const away = moved.filter((row) => nearer(row) < 0).length;
  return { toward, away, neither: moved.length - toward - away, n: moved.length };
}
