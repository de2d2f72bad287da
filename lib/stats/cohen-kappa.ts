import { type ClusterLabel, checkClusters } from "./blocks";
import { agreementWeights, type Weighting } from "./category-weights";
import { type JointTable, readTwoRaters, type TwoRatersInput } from "./joint-table";
import { jackknifeInterval, resolveIntervalOptions, withWidth } from "./resampling";
import { type IntervalEstimate, StatsInputError, type Why } from "./result";
import { normalCdf, normalPpf } from "./special-functions";

export interface CohenKappaOptions extends TwoRatersInput {
  /** `unweighted` (default), `linear` or `quadratic`. */
  weights?: Weighting;
  confidence?: number;
  /** One label per row of the columns; the interval then leaves out whole clusters. */
  clusters?: readonly ClusterLabel[];
}

export interface CohenKappaResult extends IntervalEstimate {
  statistic: "cohen-kappa";
  weights: Weighting;
  /** Observed and expected (weighted) agreement; null without units. */
  observedAgreement: number | null;
  expectedAgreement: number | null;
  /** Large-sample standard error, and that under independence. */
  standardError: number | null;
  standardErrorNull: number | null;
  /** value / standardErrorNull with its two-sided p; null where the null standard error is 0. */
  z: number | null;
  p: number | null;
  /** Whether one rater gave a single value throughout, which makes kappa exactly 0. */
  constantRater: boolean;
}

/**
 * Cohen's kappa of two raters, unweighted or weighted on the declared scale.
 *
 * kappa = (pa - pe) / (1 - pe), pa = sum w_ij p_ij, pe = sum w_ij p_i. p_.j. Weights in `agreementWeights`: on a scale of names, a point between
 * two others keeps them apart even if nobody used it; numbers are as far apart as they are. The interval is value +- z se with the standard error of
 * Fleiss, Cohen & Everitt (1969), cut at -1 and 1; with `clusters` it is the delete-one-cluster jackknife's, because units of a cluster are not independent.
 *
 * @param options two columns of ratings (a missing side drops the unit) or their joint table; `scale`; `weights`; `clusters` of the columns
 * @returns `n` units both rated; value null with `no-pairable-units` (n = 0) or `no-variation` (pe = 1)
 * @throws StatsInputError for columns of different length, an unreadable table or rating
 * @example cohenKappa({ table: [[20, 5], [10, 15]] }).value // 0.4
 * Source: Cohen 1960, 1968; Fleiss, Cohen & Everitt 1969.
 */
export function cohenKappa(options: CohenKappaOptions): CohenKappaResult {
  const { confidence } = resolveIntervalOptions({ confidence: options.confidence });
  const weights = options.weights ?? "unweighted";
  const table = readTwoRaters(options);
  const whole = kappaOfTable(table, weights, confidence);
  return options.clusters === undefined || whole.value === null
    ? whole
    : { ...whole, ...clusteredInterval(options, options.clusters, table, whole, confidence) };
}

/** The jackknife over clusters; z and p under independence do not hold for clusters and are left out. */
function clusteredInterval(
  { first, second }: CohenKappaOptions,
  clusters: readonly ClusterLabel[],
  table: JointTable,
  { value, weights }: CohenKappaResult,
  confidence: number,
): Pick<CohenKappaResult, "interval" | "intervalWhy" | "standardError" | "standardErrorNull" | "z" | "p"> {
  if (!first || !second) throw new StatsInputError("clusters", "need the two columns of ratings, not their joint table");
  checkClusters(clusters, first.length);
  const placeOf = new Map(table.values.map((each, place) => [each, place]));
  // One joint table per cluster: what is left is the whole table less the cluster's.
  const cellsOf = new Map<ClusterLabel, number[]>();
  clusters.forEach((cluster, row) => {
    const [x, y] = [placeOf.get(first[row] as string | number), placeOf.get(second[row] as string | number)];
    if (x === undefined || y === undefined) return;
    const cells = cellsOf.get(cluster) ?? [];
    cells.push(x * table.size + y);
    cellsOf.set(cluster, cells);
  });
  const leaveOneOut = [...cellsOf.values()].map((cells) => {
    const counts = Float64Array.from(table.counts);
    for (const cell of cells) counts[cell] = (counts[cell] as number) - 1;
    return kappaOfTable({ ...table, counts, n: table.n - cells.length }, weights, confidence).value ?? Number.NaN;
  });
  const outcome = jackknifeInterval({ estimate: value ?? Number.NaN, leaveOneOut, confidence, bounds: { low: -1, high: 1 } });
  return { ...outcome, standardErrorNull: null, z: null, p: null };
}

/** Cohen's kappa of a joint table that is already counted. */
export function kappaOfTable(table: JointTable, weights: Weighting, confidence: number): CohenKappaResult {
  const { n } = table;
  const shared = { statistic: "cohen-kappa" as const, weights, n };
  if (n === 0) return { ...shared, ...undefinedKappa("no-pairable-units") };
  const weight = agreementWeights(table.values, weights);
  const { rows, columns } = margins(table);
  const { observed, expected, disagreement } = agreements(table, weight, rows, columns);
  const constantRater = rows.some((share) => share === 1) || columns.some((share) => share === 1);
  if (disagreement <= 0) {
    return { ...shared, ...undefinedKappa("no-variation"), observedAgreement: observed, expectedAgreement: expected, constantRater };
  }
  const value = constantRater ? 0 : 1 - (1 - observed) / disagreement;
  // A constant rater's kappa is 0 in every sample: its standard errors are 0 exactly, not what rounding leaves.
  const { se, seNull } = constantRater ? { se: 0, seNull: 0 } : standardErrors(table, weight, rows, columns, value, disagreement);
  const reach = normalPpf(0.5 + confidence / 2) * se;
  const z = seNull > 0 ? value / seNull : null;
  return {
    ...shared,
    value,
    why: null,
    ...withWidth({
      low: Math.max(-1, value - reach),
      high: Math.min(1, value + reach),
      confidence,
      method: "wald",
      resamples: null,
      seed: null,
    }),
    observedAgreement: observed,
    expectedAgreement: expected,
    standardError: se,
    standardErrorNull: seNull,
    z,
    p: z === null ? null : Math.min(1, 2 * normalCdf(-Math.abs(z))),
    constantRater,
  };
}

function undefinedKappa(why: Why): Omit<CohenKappaResult, "statistic" | "weights" | "n"> {
  return {
    value: null,
    why,
    interval: null,
    intervalWhy: "undefined-estimate",
    observedAgreement: null,
    expectedAgreement: null,
    standardError: null,
    standardErrorNull: null,
    z: null,
    p: null,
    constantRater: false,
  };
}

/** Each rater's shares of the values. */
function margins({ counts, size, n }: JointTable): { rows: Float64Array; columns: Float64Array } {
  const rows = new Float64Array(size);
  const columns = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      rows[i] = (rows[i] as number) + (counts[i * size + j] as number);
      columns[j] = (columns[j] as number) + (counts[i * size + j] as number);
    }
  }
  return { rows: rows.map((count) => count / n), columns: columns.map((count) => count / n) };
}

/** pa, pe, and 1 - pe summed directly, so that near-perfect expected agreement keeps its digits. */
function agreements(
  { counts, size, n }: JointTable,
  weight: Float64Array,
  rows: Float64Array,
  columns: Float64Array,
): { observed: number; expected: number; disagreement: number } {
  let observed = 0;
  let expected = 0;
  let disagreement = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const w = weight[i * size + j] as number;
      const product = (rows[i] as number) * (columns[j] as number);
      observed += (w * (counts[i * size + j] as number)) / n;
      expected += w * product;
      disagreement += (1 - w) * product;
    }
  }
  return { observed, expected, disagreement };
}

function standardErrors(
  { counts, size, n }: JointTable,
  weight: Float64Array,
  rows: Float64Array,
  columns: Float64Array,
  kappa: number,
  disagreement: number,
): { se: number; seNull: number } {
  const expected = 1 - disagreement;
  const ofRow = new Float64Array(size);
  const ofColumn = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      ofRow[i] = (ofRow[i] as number) + (columns[j] as number) * (weight[i * size + j] as number);
      ofColumn[j] = (ofColumn[j] as number) + (rows[i] as number) * (weight[i * size + j] as number);
    }
  }
  // Both variances as sums of squares about their mean: what the textbook form subtracts at the end would leave rounding.
  const mean = kappa - expected * (1 - kappa);
  let squares = 0;
  let squaresNull = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const w = weight[i * size + j] as number;
      const marginal = (ofRow[i] as number) + (ofColumn[j] as number);
      squares += ((counts[i * size + j] as number) / n) * (w - marginal * (1 - kappa) - mean) ** 2;
      squaresNull += (rows[i] as number) * (columns[j] as number) * (w - marginal + expected) ** 2;
    }
  }
  const divisor = n * disagreement * disagreement;
  return { se: Math.sqrt(squares / divisor), seNull: Math.sqrt(squaresNull / divisor) };
}
