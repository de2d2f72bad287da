import { oneOf, permutationOptions } from "./arguments";
import { type Blocks, resolveBlocks } from "./blocks";
import { type CellCoefficient, intervalOnCells, withoutEachCluster } from "./cell-interval";
import { nearerBy } from "./compare-distances";
import { jointCellsWithMembers } from "./joint-cells";
import { type CompleteTriples, completeTriples, type JudgePairInput, type JudgePairLabels } from "./judge-pair";
import { type JudgesWithin, judgesWithin, meansWithin, swapWithin } from "./judges-within";
import { kendallOnCells } from "./kendall";
import { type McNemarResult, mcnemar } from "./mcnemar";
import { pearsonOnCells } from "./pearson";
import { bothCoefficients, CORRELATION_STATISTICS, type CorrelationStatistic, type PermBothResult, permBothOf } from "./perm-both";
import {
  type IntervalOptions,
  type IntervalOutcome,
  noInterval,
  type ResolvedIntervalOptions,
  resampledInterval,
  resolveIntervalOptions,
} from "./resampling";
import type { IntervalEstimate } from "./result";
import { type PermutationTest, signFlip } from "./sign-flip";
import { spearmanOnCells } from "./spearman";
import { tTwoSidedP } from "./special-functions";
import { type WilliamsResult, williams } from "./williams";

/** Two judges against the same humans. */
export interface CompareJudgesInput extends JudgePairInput, JudgePairLabels, IntervalOptions {
  statistic?: CorrelationStatistic;
  permutations?: number;
}

/** Which judge is closer to the humans, by several tests on the same units. */
export interface JudgeComparison {
  statistic: CorrelationStatistic;
  n: number;
  /** Each judge's correlation with the humans, with its interval as `correlate` gives it. */
  a: IntervalEstimate;
  b: IntervalEstimate;
  /** r(human, a) - r(human, b), with a jackknife interval of the difference. */
  difference: IntervalEstimate;
  /** With `groups`: how many groups define a correlation for both judges, over which all three figures are means, and of how many. */
  definedGroups?: number;
  totalGroups?: number;
  permBoth: Omit<PermutationTest, "value" | "why" | "n">;
  /** Only for Pearson without groups; null otherwise. */
  williams: WilliamsResult | null;
  /** Mean of |b - human| - |a - human| (positive: a is closer), tested by sign flips. */
  absoluteError: PermutationTest;
  /** Exact hits that only a, or only b, has. */
  exactAgreement: McNemarResult;
}

const FEWEST_FOR_INTERVAL = 10;
const ON_CELLS = { pearson: pearsonOnCells, spearman: spearmanOnCells, kendall: kendallOnCells };

/**
 * Compares two judges on the units that both and the humans have scored.
 *
 * The difference of the two correlations with a delete-one jackknife interval (t(n-1); by cluster where given; none below ten units),
 * PERM-BOTH, Williams' t for Pearson; and, for judges on the humans' own scale, the sign-flip test of absolute errors and McNemar's test of
 * exact hits. Undefined for fewer than two units (`too-few`) and for a constant column (`constant-input`).
 *
 * With `groups`, as `correlate` and `permBoth` have them: means of the correlations within groups, over the groups that define one for both
 * judges (each judge's own where none does), with a jackknife interval over groups or clusters of them whatever the number of units.
 *
 * @example compareJudges({ human: [1, 2, 3, 4], a: [1, 2, 3, 4], b: [2, 1, 4, 3] }).difference.value // 0.4
 * Source: Deutsch, Dror & Roth 2021; STATISTICS section 7.
 */
export function compareJudges(input: CompareJudgesInput): JudgeComparison {
  const statistic = oneOf("statistic", input.statistic ?? "pearson", CORRELATION_STATISTICS);
  const data = completeTriples(input);
  const { human, a, b, n, clusters } = data;
  const { permBoth, ...compared } = correlationsCompared(input, data, statistic);
  const closer = Float64Array.from(human, (h, i) => nearerBy(b[i] as number, a[i] as number, h));
  return {
    ...{ statistic, ...compared, permBoth },
    williams: statistic === "pearson" && data.groups === null ? williams({ human, a, b }) : null,
    absoluteError: closer.every(Number.isFinite)
      ? signFlip({ differences: closer, clusters, permutations: input.permutations, seed: input.seed })
      : { value: null, why: "overflow", n, pOneSided: null, p: null, exact: true, permutations: null, seed: null },
    exactAgreement: mcnemar({
      onlyA: human.filter((h, i) => a[i] === h && b[i] !== h).length,
      onlyB: human.filter((h, i) => a[i] !== h && b[i] === h).length,
    }),
  };
}

type CorrelationsCompared = Pick<JudgeComparison, "n" | "a" | "b" | "difference" | "definedGroups" | "totalGroups">;

function correlationsCompared(
  input: CompareJudgesInput,
  data: CompleteTriples,
  statistic: CorrelationStatistic,
): CorrelationsCompared & Pick<JudgeComparison, "permBoth"> {
  const options = permutationOptions(input);
  const within = judgesWithin(data, statistic);
  if (within !== null) {
    const { p: _, ...compared } = differenceWithin(input, within);
    return { ...compared, permBoth: swapWithin(within, options) };
  }
  const test = permBothOf(data, statistic, options);
  const { pOneSided, p, exact, permutations, seed } = test;
  const { p: _, ...compared } = differenceOf(input, data, statistic, test);
  return { ...compared, permBoth: { pOneSided, p, exact, permutations, seed } };
}

/** The part of a comparison that takes no permutations. */
export type CorrelationDifference = CorrelationsCompared & { p: number | null };

/**
 * The two correlations and their difference as `compareJudges` gives them, without its tests, which take many times as long: `p` is two-sided from
 * the jackknife, t = difference / se with one degree of freedom less than there are blocks, so that it and the interval claim the same. Null without
 * that interval.
 */
export function correlationDifference(input: Omit<CompareJudgesInput, "permutations">): CorrelationDifference {
  const statistic = oneOf("statistic", input.statistic ?? "pearson", CORRELATION_STATISTICS);
  const data = completeTriples(input);
  const within = judgesWithin(data, statistic);
  return within ? differenceWithin(input, within) : differenceOf(input, data, statistic, bothCoefficients(data, statistic));
}

function differenceWithin(options: IntervalOptions, within: JudgesWithin): CorrelationDifference {
  const { standardError, blocks, ...means } = meansWithin(options, within);
  return { n: means.difference.n, ...means, p: jackknifeP(means.difference, standardError, blocks) };
}

/** Two-sided, where the interval is the jackknife's. */
function jackknifeP({ value, interval }: IntervalEstimate, standardError: number | null, blocks: number): number | null {
  if (value === null || standardError === null || interval?.method !== "jackknife") return null;
  return tTwoSidedP(value / standardError, blocks - 1);
}

type Sides = Record<"a" | "b", JudgeOnUnits>;

function sidesOf({ human, a, b, n, clusters }: CompleteTriples, statistic: CorrelationStatistic): Sides {
  const blocks = resolveBlocks(n, clusters);
  return { a: judgeOnUnits(human, a, statistic, blocks), b: judgeOnUnits(human, b, statistic, blocks) };
}

function differenceOf(
  input: CompareJudgesInput,
  data: CompleteTriples,
  statistic: CorrelationStatistic,
  found: Pick<PermBothResult, "value" | "why" | "n" | "a" | "b">,
): CorrelationDifference {
  const { value, why, n } = found;
  const sides = sidesOf(data, statistic);
  const options = resolveIntervalOptions(input);
  const estimate = (side: keyof Sides): IntervalEstimate => ({
    ...{ value: found[side], why: found[side] === null ? why : null, n },
    ...sides[side].interval(options, found[side]),
  });
  const { interval, intervalWhy, standardError, blocks } = differenceInterval(input, data, sides, value);
  const difference = { value, why, n, interval, intervalWhy };
  return { ...{ n, a: estimate("a"), b: estimate("b") }, difference, p: jackknifeP(difference, standardError, blocks) };
}

function differenceInterval(
  options: IntervalOptions,
  { n, clusters }: CompleteTriples,
  { a, b }: Sides,
  estimate: number | null,
): IntervalOutcome & { blocks: number } {
  const { interval = "jackknife", confidence, resamples, seed } = options;
  if (interval !== "none" && estimate !== null && n < FEWEST_FOR_INTERVAL) return { ...noInterval("too-few"), blocks: 0 };
  const blocks = resolveBlocks(n, clusters);
  const found = resampledInterval({
    interval,
    confidence,
    resamples,
    seed,
    estimate,
    blocks,
    statistic: (units) => difference(a.value(units), b.value(units)),
    leaveOneOut: estimate === null || interval === "none" ? undefined : differences(a.leaveOneOut(), b.leaveOneOut()),
    bounds: { low: -2, high: 2 },
  });
  return { ...found, blocks: blocks.members.length };
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

function differences(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, block) => value - (b[block] as number));
}

interface JudgeOnUnits {
  /** The coefficient on any multiset of units. */
  value(units: Int32Array): number | null;
  /** Without each block of units. */
  leaveOneOut(): Float64Array;
  /** The interval of the coefficient, whose value on all units is `estimate`. */
  interval(options: ResolvedIntervalOptions, estimate: number | null): Pick<IntervalEstimate, "interval" | "intervalWhy">;
}

function judgeOnUnits(human: Float64Array, judge: Float64Array, statistic: CorrelationStatistic, blocks: Blocks): JudgeOnUnits {
  const cells = jointCellsWithMembers(human, judge);
  const coefficient: CellCoefficient = ON_CELLS[statistic](cells);
  const weights = new Float64Array(cells.counts.length);
  const clusters = once(() => (blocks.clustered ? blocks.members.map((units) => units.map((unit) => cells.cellOf[unit] as number)) : null));
  // Without each cluster, or without one unit of each cell.
  const without = once(() => {
    const own = clusters();
    return own ? withoutEachCluster(cells, coefficient, own) : coefficient.leaveOneOut();
  });
  return {
    value(units) {
      weights.fill(0);
      for (const unit of units) {
        const cell = cells.cellOf[unit] as number;
        weights[cell] = (weights[cell] as number) + 1;
      }
      return coefficient.value(weights);
    },
    leaveOneOut: () => (blocks.clustered ? without() : Float64Array.from(cells.cellOf, (cell) => without()[cell] as number)),
    interval(options, estimate) {
      const wanted = options.interval === "none" ? null : clusters();
      const known = options.interval === "jackknife" && estimate !== null ? without() : undefined;
      const { interval, intervalWhy } = intervalOnCells({ cells, clusters: wanted, options }, coefficient, estimate, known);
      return { interval, intervalWhy };
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
