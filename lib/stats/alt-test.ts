import { finiteNumber, oneOf, shareArgument, wholeCount } from "./arguments";
import { type ClusterLabel, checkClusters } from "./blocks";
import { wholeMultiples } from "./exact-mean";
import { adjustPValues } from "./multiple-testing";
import { describe } from "./paired-values";
import { StatsInputError, type Why } from "./result";
import { tSf } from "./special-functions";

/** A rating in the alternative-annotator test: a number, or a label where alignment is "equal or not"; null, undefined and NaN are missing. */
export type AltTestRating = number | string | null | undefined;

export interface AltTestInput {
  /** ratings[unit][annotator]. */
  ratings: readonly (readonly AltTestRating[])[];
  /** judge[unit]. */
  judge: readonly AltTestRating[];
  /** Names for the result; 0, 1, 2, … unless given. */
  annotatorIds?: readonly string[] | null;
  /** How alignment with the other annotators is scored: the share that is equal, or minus the root mean squared error. */
  score?: "accuracy" | "rmse";
  /** What a human's work is worth over the judge's: .2 for experts, .15 skilled, .1 crowd. */
  epsilon?: number;
  /** The share of false rejections allowed among annotators. */
  q?: number;
  /** An annotator with fewer units is not eligible. */
  minUnits?: number;
  /** One label per unit: units of one cluster are not independent. */
  clusters?: readonly ClusterLabel[] | null;
}

export interface AltTestAnnotator {
  id: string;
  /** Units that this annotator, another one and the judge have rated. */
  n: number;
  /** Share of units on which the judge is at least as close to the others as this annotator is; and the other way round. */
  rhoJudge: number | null;
  rhoHuman: number | null;
  /** One-sided p of H0: mean(W_human - W_judge) >= epsilon; null when not eligible, or when every difference equals epsilon. */
  p: number | null;
  rejected: boolean;
  eligible: boolean;
}

export interface AltTestResult {
  /** Share of eligible annotators whom the judge may replace. The test is passed at 0.5. */
  winningRate: number | null;
  /** Mean rhoJudge of the eligible annotators: what to rank judges by. */
  advantageProbability: number | null;
  passed: boolean | null;
  epsilon: number;
  q: number;
  score: "accuracy" | "rmse";
  /** Units with the judge and at least two annotators. */
  n: number;
  perAnnotator: AltTestAnnotator[];
  why: Why | null;
}

/**
 * Alternative annotator test: can the judge replace a human annotator?
 *
 * For each annotator j and unit with other annotators' ratings `rest`: W_judge = [S(judge) >= S(j)] and W_human = [S(j) >= S(judge)], S the
 * alignment with `rest`; a tie counts for both and is decided exactly. rho are their means; a one-sided t test asks whether
 * mean(W_human - W_judge) < epsilon, with cluster-robust variance (times G/(G-1), t(G-1)) where clusters are given, and
 * Benjamini-Yekutieli at q over the eligible annotators. Undefined when nobody is eligible (`no-eligible-annotators`). Do not run it on
 * drafted ratings: people who saw the judge's draft are not independent of it.
 *
 * @throws StatsInputError for ragged shapes, labels under `rmse`, and values that are not finite
 * @example
 * altTest({ ratings: [[1, 1, 1], [2, 2, 1]], judge: [1, 2], minUnits: 2 }).advantageProbability // 1
 * Source: Calderon, Reichart & Dror 2025.
 */
export function altTest(input: AltTestInput): AltTestResult {
  const score = oneOf("score", input.score ?? "accuracy", ["accuracy", "rmse"] as const);
  const epsilon = finiteNumber("epsilon", input.epsilon ?? 0.2);
  const q = shareArgument("q", input.q ?? 0.05);
  const minUnits = wholeCount("minUnits", input.minUnits ?? 30);
  const table = readTable(input, score);
  const outcomes = table.annotatorIds.map((id, annotator) => testAnnotator(table, annotator, id, score, epsilon, minUnits));
  const eligible = outcomes.filter((outcome) => outcome.eligible);
  // An undecidable annotator still counts as tested.
  const adjusted = adjustPValues({ pValues: eligible.map((outcome) => outcome.p ?? 1), method: "by", alpha: q });
  eligible.forEach((outcome, i) => {
    outcome.rejected = outcome.p !== null && (adjusted.rejected[i] as boolean);
  });
  const count = eligible.length;
  const winningRate = count === 0 ? null : eligible.filter((outcome) => outcome.rejected).length / count;
  return {
    winningRate,
    advantageProbability: count === 0 ? null : eligible.reduce((sum, outcome) => sum + (outcome.rhoJudge ?? 0), 0) / count,
    passed: winningRate === null ? null : winningRate >= 0.5,
    epsilon,
    q,
    score,
    n: table.units.length,
    perAnnotator: outcomes,
    why: count === 0 ? "no-eligible-annotators" : null,
  };
}

interface AltTestTable {
  annotatorIds: string[];
  /** Units with a judge's rating and at least two annotators'. */
  units: { judge: number; ratings: Float64Array; cluster: ClusterLabel }[];
  /** Edges no greater than this share of the errors they come from are ties: 0 where everything is whole. */
  slack: number;
}

function readTable(input: AltTestInput, score: "accuracy" | "rmse"): AltTestTable {
  const { ratings, judge, clusters } = input;
  if (!Array.isArray(ratings)) throw new StatsInputError("ratings", `must be an array of units, got ${describe(ratings)}`);
  if (!Array.isArray(judge)) throw new StatsInputError("judge", `must be an array, got ${describe(judge)}`);
  if (judge.length !== ratings.length) throw new StatsInputError("judge", `has ${judge.length} values for ${ratings.length} units`);
  if (clusters) checkClusters(clusters, ratings.length);
  ratings.forEach((row, unit) => {
    if (!Array.isArray(row)) throw new StatsInputError("ratings", `row ${unit}: must be an array, got ${describe(row)}`);
  });
  const given = input.annotatorIds ?? null;
  if (given !== null && !(Array.isArray(given) && given.every((id) => typeof id === "string"))) {
    throw new StatsInputError("annotatorIds", "must be an array of names");
  }
  const width = ratings.reduce((most, row) => Math.max(most, row.length), given?.length ?? 0);
  const annotatorIds = given ? [...given] : Array.from({ length: width }, (_, i) => String(i));
  if (annotatorIds.length < width) throw new StatsInputError("annotatorIds", `has ${annotatorIds.length} names for ${width} annotators`);
  const read = valueReader(score);
  const units = ratings.flatMap((row, unit) => {
    const values = Float64Array.from({ length: width }, (_, annotator) =>
      read("ratings", row[annotator], `row ${unit}, column ${annotator}`),
    );
    const verdict = read("judge", judge[unit], `row ${unit}`);
    const present = values.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
    if (Number.isNaN(verdict) || present < 2) return [];
    return [{ judge: verdict, ratings: values, cluster: clusters ? (clusters[unit] as ClusterLabel) : unit }];
  });
  return { annotatorIds, ...(score === "rmse" ? inWholeSteps(units) : { units, slack: 0 }) };
}

/** Turns ratings into numbers: labels get a code each, so that only equality is left of them. */
function valueReader(score: "accuracy" | "rmse"): (argument: string, value: AltTestRating, place: string) => number {
  const codes = new Map<string | number, number>();
  return (argument, value, place) => {
    if (value === null || value === undefined || (typeof value === "number" && Number.isNaN(value))) return Number.NaN;
    const valid = typeof value === "number" ? Number.isFinite(value) : typeof value === "string" && score === "accuracy";
    if (!valid) throw new StatsInputError(argument, `${place}: must be a finite number, got ${describe(value)}`);
    if (score === "rmse") return value as number;
    const key = typeof value === "number" ? value + 0 : value;
    const code = codes.get(key) ?? codes.size;
    codes.set(key, code);
    return code;
  };
}

/** Decimal scores as whole steps, so that equal errors are equal numbers. */
function inWholeSteps(units: AltTestTable["units"]): Pick<AltTestTable, "units" | "slack"> {
  const present = units.flatMap((unit) => [unit.judge, ...unit.ratings.filter((value) => !Number.isNaN(value))]);
  const whole = wholeMultiples(present, 2 ** 22);
  if (!whole) return { units, slack: 1e-12 };
  const step = 10 ** whole.digits;
  const scaled = (value: number): number => Math.round(value * step);
  return { units: units.map((unit) => ({ ...unit, judge: scaled(unit.judge), ratings: unit.ratings.map(scaled) })), slack: 0 };
}

function testAnnotator(
  table: AltTestTable,
  annotator: number,
  id: string,
  score: "accuracy" | "rmse",
  epsilon: number,
  minUnits: number,
): AltTestAnnotator {
  let [judgeWins, humanWins, n] = [0, 0, 0];
  const perCluster = new Map<ClusterLabel, { sum: number; count: number }>();
  for (const unit of table.units) {
    const own = unit.ratings[annotator] as number;
    if (Number.isNaN(own)) continue;
    const rest = unit.ratings.filter((value, i) => i !== annotator && !Number.isNaN(value));
    const edge = score === "accuracy" ? hits(unit.judge, rest) - hits(own, rest) : errorEdge(own, unit.judge, rest, table.slack);
    n += 1;
    if (edge >= 0) judgeWins += 1;
    if (edge <= 0) humanWins += 1;
    const cluster = perCluster.get(unit.cluster) ?? { sum: 0, count: 0 };
    cluster.sum -= Math.sign(edge);
    cluster.count += 1;
    perCluster.set(unit.cluster, cluster);
  }
  const eligible = n > 0 && n >= minUnits;
  const p = eligible ? oneSidedP([...perCluster.values()], n, humanWins - judgeWins, epsilon) : null;
  return { id, n, rhoJudge: n === 0 ? null : judgeWins / n, rhoHuman: n === 0 ? null : humanWins / n, p, rejected: false, eligible };
}

function hits(value: number, rest: Float64Array): number {
  return rest.reduce((count, other) => count + (other === value ? 1 : 0), 0);
}

/** How much greater the annotator's squared errors are than the judge's. */
function errorEdge(own: number, judge: number, rest: Float64Array, slack: number): number {
  const [ours, theirs] = [squares(own, rest), squares(judge, rest)];
  return Math.abs(ours - theirs) <= slack * (ours + theirs) ? 0 : ours - theirs;
}

function squares(value: number, rest: Float64Array): number {
  return rest.reduce((sum, other) => sum + (other - value) ** 2, 0);
}

/** P(T <= t) of H0: mean >= epsilon, t from cluster sums; without variance the mean itself decides. */
function oneSidedP(clusters: { sum: number; count: number }[], n: number, total: number, epsilon: number): number | null {
  const mean = total / n;
  const groups = clusters.length;
  if (groups < 2) return null;
  // Whole numbers, so that no variance is exactly none and the order of the clusters plays no part.
  const squares = clusters.reduce((sum, cluster) => sum + (cluster.sum * n - total * cluster.count) ** 2, 0);
  if (squares === 0) return mean === epsilon ? null : mean < epsilon ? 0 : 1;
  const standardError = Math.sqrt((groups / (groups - 1)) * squares) / (n * n);
  return tSf((epsilon - mean) / standardError, groups - 1);
}
