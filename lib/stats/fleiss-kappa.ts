import { type ClusterLabel, resolveBlocks } from "./blocks";
import { type CategoryCounts, type CategoryCountsInput, readCategoryCounts } from "./category-counts";
import { encodeRatings } from "./encoded-ratings";
import { type IntervalOutcome, jackknifeInterval, noInterval, resolveIntervalOptions } from "./resampling";
import type { IntervalEstimate, Why } from "./result";

export interface FleissKappaOptions extends CategoryCountsInput {
  confidence?: number;
  interval?: "jackknife" | "none";
  /** One label per row; the interval then leaves out whole clusters. */
  clusters?: readonly ClusterLabel[] | null;
}

export interface FleissKappaResult extends IntervalEstimate {
  statistic: "fleiss-kappa";
  /** Ratings each unit has. */
  raters: number | null;
  observedAgreement: number | null;
  expectedAgreement: number | null;
  /** value / standard error under independence (Fleiss, Nee & Landis 1979). */
  z: number | null;
  /** Randolph's free-marginal kappa, (Po - 1/q) / (1 - 1/q) with q categories; null with one category. */
  randolph: number | null;
}

/**
 * Fleiss' kappa: agreement of equally many raters a unit beyond that of the pooled shares of the categories.
 *
 * kappa = (Po - Pe) / (1 - Pe), Po = mean over units of (sum_c n_uc^2 - R) / (R (R - 1)), Pe = sum_c p_c^2. Randolph's kappa takes Pe = 1/q.
 * The interval is the delete-one-unit jackknife; with `clusters` it leaves out whole clusters, and z, which assumes independent units, is null.
 *
 * @param options `ratings[unit][rater]`, or `counts[unit][category]`; a declared `scale` fixes q (else the categories seen, or the columns)
 * @returns `n` units with two or more ratings; value null with `no-pairable-units`, `unequal-raters` (some ratings missing: use nominal
 *   alpha) or `no-variation` (one category)
 * @example fleissKappa({ counts: [[2, 0], [0, 2], [1, 1]] }).value // 0.3333...
 * Source: Fleiss 1971; Randolph 2005.
 */
export function fleissKappa(options: FleissKappaOptions): FleissKappaResult {
  const table = readCategoryCounts(options, 2);
  const { clusters } = options;
  if (!clusters) return fleissOfCounts(table, options);
  return { ...fleissOfCounts(table, options, clusterSums(options, clusters, table)), z: null };
}

/** Fleiss' kappa of counts that are already gathered; `blocks` are left out one by one in place of the units. */
function fleissOfCounts(
  table: CategoryCounts,
  options: Pick<FleissKappaOptions, "interval" | "confidence">,
  blocks?: readonly FleissSums[],
): FleissKappaResult {
  const { interval, confidence } = resolveIntervalOptions({ interval: options.interval, confidence: options.confidence });
  const n = table.weights.reduce((sum, weight) => sum + weight, 0);
  const raters = equalSize(table);
  const sums = fleissSums(table);
  const parts = raters === null ? null : fleissParts(sums, raters);
  const why: Why | null = n === 0 ? "no-pairable-units" : parts === null ? "unequal-raters" : parts.value === null ? "no-variation" : null;
  const value = parts?.value ?? null;
  let outcome: IntervalOutcome = noInterval(interval === "none" ? "not-requested" : "undefined-estimate");
  if (interval !== "none" && value !== null && raters !== null) {
    outcome = jackknifeInterval({
      estimate: value,
      leaveOneOut: (blocks ?? unitSums(table)).map((own) => fleissParts(less(sums, own), raters).value ?? Number.NaN),
      ...(!blocks && { weights: table.weights }),
      confidence,
      bounds: { high: 1 },
    });
  }
  const q = table.values.length;
  return {
    statistic: "fleiss-kappa",
    value,
    why,
    n,
    raters,
    interval: outcome.interval,
    intervalWhy: outcome.intervalWhy,
    observedAgreement: parts?.observed ?? null,
    expectedAgreement: parts?.expected ?? null,
    z: value === null || raters === null ? null : nullZ(value, n, raters, parts?.shares ?? new Float64Array(0)),
    randolph: parts && q > 1 ? (parts.observed - 1 / q) / (1 - 1 / q) : null,
  };
}

/** The number of ratings that every unit has, or null when they differ or there is no unit. */
function equalSize({ counts, weights, values }: CategoryCounts): number | null {
  let size: number | null = null;
  for (let k = 0; k < weights.length; k++) {
    let own = 0;
    for (let c = 0; c < values.length; c++) own += counts[k * values.length + c] as number;
    if (size !== null && own !== size) return null;
    size = own;
  }
  return size;
}

/** What Fleiss' kappa is made of: sums over units, from which one unit is easily taken away. */
interface FleissSums {
  units: number;
  /** Ordered agreeing pairs. */
  agreeing: number;
  /** Ratings of each category. */
  totals: Float64Array;
}

function fleissSums({ counts, weights, values }: CategoryCounts): FleissSums {
  const size = values.length;
  const totals = new Float64Array(size);
  let [units, agreeing] = [0, 0];
  weights.forEach((weight, k) => {
    units += weight;
    for (let c = 0; c < size; c++) {
      const count = counts[k * size + c] as number;
      totals[c] = (totals[c] as number) + weight * count;
      agreeing += weight * count * (count - 1);
    }
  });
  return { units, agreeing, totals };
}

const less = (all: FleissSums, own: FleissSums): FleissSums => ({
  units: all.units - own.units,
  agreeing: all.agreeing - own.agreeing,
  totals: all.totals.map((total, c) => total - (own.totals[c] as number)),
});

/** What one unit of each pattern adds to the sums. */
const unitSums = ({ counts, weights, values }: CategoryCounts): FleissSums[] =>
  Array.from(weights, (_, k) =>
    fleissSums({ values, counts: counts.subarray(k * values.length, (k + 1) * values.length), weights: Float64Array.of(1) }),
  );

/** What each cluster of units with two or more ratings adds to the sums. */
function clusterSums(options: FleissKappaOptions, clusters: readonly ClusterLabel[], { values }: CategoryCounts): FleissSums[] {
  const rows = countsByUnit(options, values.length);
  const { members } = resolveBlocks(rows.length, clusters, (unit) => (rows[unit] ?? []).reduce((sum, count) => sum + count, 0) > 1);
  return members.map((units) =>
    fleissSums({
      values,
      counts: Float64Array.from([...units].flatMap((unit) => rows[unit] ?? [])),
      weights: new Float64Array(units.length).fill(1),
    }),
  );
}

/** `[unit][category]`, in the order of the rows that came in. */
function countsByUnit({ ratings, counts, scale }: FleissKappaOptions, categories: number): (readonly number[])[] {
  if (counts) return [...counts];
  const { codes, units, raters } = encodeRatings({ ratings: ratings ?? [], scale });
  return Array.from({ length: units }, (_, unit) => {
    const row = Array.from({ length: categories }, () => 0);
    for (const code of codes.subarray(unit * raters, (unit + 1) * raters)) if (code > 0) row[code - 1] = (row[code - 1] as number) + 1;
    return row;
  });
}

interface FleissParts {
  observed: number;
  expected: number;
  shares: Float64Array;
  value: number | null;
}

function fleissParts({ units, agreeing, totals }: FleissSums, raters: number): FleissParts {
  const ratings = units * raters;
  // 1 - Pe from pairs of different categories, in whole numbers: exactly 0 when there is one category only.
  const different = totals.reduce((sum, total) => sum + total * (ratings - total), 0);
  const observed = agreeing / (ratings * (raters - 1));
  const disagreement = different / (ratings * ratings);
  const shares = totals.map((total) => total / ratings);
  return { observed, expected: 1 - disagreement, shares, value: different === 0 ? null : 1 - (1 - observed) / disagreement };
}

function nullZ(value: number, n: number, raters: number, shares: Float64Array): number | null {
  const spread = shares.reduce((sum, p) => sum + p * (1 - p), 0);
  const skew = shares.reduce((sum, p) => sum + p * (1 - p) * (1 - 2 * p), 0);
  const se = (Math.sqrt(2 / (n * raters * (raters - 1))) * Math.sqrt(Math.max(0, spread * spread - skew))) / spread;
  return se > 0 ? value / se : null;
}
