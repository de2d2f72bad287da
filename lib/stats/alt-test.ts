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
  return altTests(input, [input.epsilon ?? 0.2])[0] as AltTestResult;
}

/** The test at each of several epsilons, in their order: only the t tests are repeated. */
export function altTests(input: Omit<AltTestInput, "epsilon">, epsilons: readonly number[]): AltTestResult[] {
  const score = oneOf("score", input.score ?? "accuracy", ["accuracy", "rmse"] as const);
  for (const epsilon of epsilons) finiteNumber("epsilon", epsilon);
  const q = shareArgument("q", input.q ?? 0.05);
  const minUnits = wholeCount("minUnits", input.minUnits ?? 30);
  const table = readTable(input, score);
  const wins = winsIn(table, score);
  return epsilons.map((epsilon) => {
    const perAnnotator = wins.map((own, annotator) => tested(own, table.annotatorIds[annotator] as string, epsilon, minUnits));
    return { ...summaryOf(perAnnotator, q), epsilon, q, score, n: table.judge.length, perAnnotator };
  });
}

/** Benjamini-Yekutieli marks who is rejected. */
function summaryOf(
  outcomes: AltTestAnnotator[],
  q: number,
): Pick<AltTestResult, "winningRate" | "advantageProbability" | "passed" | "why"> {
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
    why: count === 0 ? "no-eligible-annotators" : null,
  };
}

/** Units with a judge's rating and at least two annotators'. */
export interface AltTestTable {
  annotatorIds: string[];
  judge: Float64Array;
  /** The ratings unit by unit, those of a unit from its start to the next one's, and whose each is. */
  ratings: Float64Array;
  annotators: Int32Array;
  starts: Int32Array;
  /** Each unit's cluster, numbered in the order in which they come. */
  clusters: Int32Array;
  clusterCount: number;
  /** Edges no greater than this share of the errors they come from are ties: 0 where everything is whole. */
  slack: number;
}

/** Throws StatsInputError as altTest. */
export function readTable(input: AltTestInput, score: "accuracy" | "rmse"): AltTestTable {
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
  const kept = { judge: new Float64Array(ratings.length), ratings: [] as number[], annotators: [] as number[] };
  const [starts, clusterOf] = [new Int32Array(ratings.length + 1), new Int32Array(ratings.length)];
  const numbers = new Map<ClusterLabel, number>();
  let units = 0;
  for (let unit = 0; unit < ratings.length; unit++) {
    const row = ratings[unit] as readonly AltTestRating[];
    const start = kept.ratings.length;
    for (let annotator = 0; annotator < row.length; annotator++) {
      // Most of many annotators have not rated a unit.
      if (row[annotator] === null) continue;
      const value = read("ratings", row[annotator], unit, annotator);
      if (Number.isNaN(value)) continue;
      kept.ratings.push(value);
      kept.annotators.push(annotator);
    }
    const verdict = read("judge", judge[unit], unit, null);
    if (Number.isNaN(verdict) || kept.ratings.length - start < 2) {
      kept.ratings.length = start;
      kept.annotators.length = start;
      continue;
    }
    const label = clusters ? (clusters[unit] as ClusterLabel) : unit;
    const cluster = numbers.get(label) ?? numbers.size;
    numbers.set(label, cluster);
    kept.judge[units] = verdict;
    clusterOf[units] = cluster;
    units += 1;
    starts[units] = kept.ratings.length;
  }
  const columns = { judge: kept.judge.subarray(0, units), ratings: Float64Array.from(kept.ratings) };
  const places = {
    annotators: Int32Array.from(kept.annotators),
    starts,
    clusters: clusterOf.subarray(0, units),
    clusterCount: numbers.size,
  };
  return { annotatorIds, ...places, ...(score === "rmse" ? inWholeSteps(columns) : { ...columns, slack: 0 }) };
}

/** Turns ratings into numbers: labels get a code each, so that only equality is left of them. */
function valueReader(score: "accuracy" | "rmse") {
  const codes = new Map<string | number, number>();
  return (argument: string, value: AltTestRating, unit: number, annotator: number | null): number => {
    if (value === null || value === undefined || (typeof value === "number" && Number.isNaN(value))) return Number.NaN;
    const valid = typeof value === "number" ? Number.isFinite(value) : typeof value === "string" && score === "accuracy";
    if (!valid) {
      const place = annotator === null ? `row ${unit}` : `row ${unit}, column ${annotator}`;
      throw new StatsInputError(argument, `${place}: must be a finite number, got ${describe(value)}`);
    }
    if (score === "rmse") return value as number;
    const code = codes.get(value) ?? codes.size;
    codes.set(value, code);
    return code;
  };
}

/** Decimal scores as whole steps, so that equal errors are equal numbers. */
function inWholeSteps(columns: Pick<AltTestTable, "judge" | "ratings">): Pick<AltTestTable, "judge" | "ratings" | "slack"> {
  const distinct = new Set<number>();
  for (const column of [columns.judge, columns.ratings]) for (let at = 0; at < column.length; at++) distinct.add(column[at] as number);
  const whole = wholeMultiples([...distinct], 2 ** 22);
  if (!whole) return { ...columns, slack: 1e-12 };
  if (whole.digits === 0) return { ...columns, slack: 0 };
  const step = 10 ** whole.digits;
  const scaled = (value: number): number => Math.round(value * step);
  return { judge: columns.judge.map(scaled), ratings: columns.ratings.map(scaled), slack: 0 };
}

export interface Wins {
  n: number;
  judge: number;
  human: number;
  /** The clusters of the annotator's units in their order; for each the annotator's wins less the judge's, the judge's, and the units. */
  byCluster: Record<"cluster" | "sum" | "judge" | "count", Int32Array>;
}

/** Each annotator's. */
export function winsIn(table: AltTestTable, score: "accuracy" | "rmse"): Wins[] {
  const edge = score === "accuracy" ? hitsEdge : errorEdge;
  const places: number[][] = table.annotatorIds.map(() => []);
  const edges = new Int8Array(table.ratings.length);
  const clusters = new Int32Array(table.ratings.length);
  for (let unit = 0; unit < table.judge.length; unit++) {
    for (let at = table.starts[unit] as number; at < (table.starts[unit + 1] as number); at++) {
      edges[at] = Math.sign(edge(table, unit, at));
      clusters[at] = table.clusters[unit] as number;
      places[table.annotators[at] as number]?.push(at);
    }
  }
  const slotOf = new Int32Array(table.clusterCount);
  return places.map((own) => {
    const cluster = Int32Array.from(new Set(own.map((at) => clusters[at] as number))).sort();
    cluster.forEach((name, slot) => {
      slotOf[name] = slot;
    });
    const [sum, judge, count] = [new Int32Array(cluster.length), new Int32Array(cluster.length), new Int32Array(cluster.length)];
    const wins = { n: own.length, judge: 0, human: 0, byCluster: { cluster, sum, judge, count } };
    for (const at of own) {
      const [slot, by] = [slotOf[clusters[at] as number] as number, edges[at] as number];
      count[slot] = (count[slot] as number) + 1;
      sum[slot] = (sum[slot] as number) - by;
      if (by <= 0) wins.human += 1;
      if (by < 0) continue;
      wins.judge += 1;
      judge[slot] = (judge[slot] as number) + 1;
    }
    return wins;
  });
}

function tested({ n, judge, human, byCluster }: Wins, id: string, epsilon: number, minUnits: number): AltTestAnnotator {
  const eligible = n > 0 && n >= minUnits;
  const p = eligible ? oneSidedP(byCluster, n, human - judge, epsilon) : null;
  return { id, n, rhoJudge: n === 0 ? null : judge / n, rhoHuman: n === 0 ? null : human / n, p, rejected: false, eligible };
}

/** How many more of the others the judge agrees with than the annotator does whose rating is at a place. */
function hitsEdge({ starts, judge, ratings }: AltTestTable, unit: number, at: number): number {
  const [own, verdict] = [ratings[at], judge[unit]];
  let edge = 0;
  for (let other = starts[unit] as number; other < (starts[unit + 1] as number); other++) {
    if (other !== at) edge += Number(ratings[other] === verdict) - Number(ratings[other] === own);
  }
  return edge;
}

/** How much greater this annotator's squared errors are than the judge's. */
function errorEdge({ starts, judge, ratings, slack }: AltTestTable, unit: number, at: number): number {
  const [own, verdict] = [ratings[at] as number, judge[unit] as number];
  let [ours, theirs] = [0, 0];
  for (let other = starts[unit] as number; other < (starts[unit + 1] as number); other++) {
    if (other === at) continue;
    const rating = ratings[other] as number;
    ours += (rating - own) ** 2;
    theirs += (rating - verdict) ** 2;
  }
  return Math.abs(ours - theirs) <= slack * (ours + theirs) ? 0 : ours - theirs;
}

/** P(T <= t) of H0: mean >= epsilon, t from cluster sums; without variance the mean itself decides. */
function oneSidedP({ sum, count }: Wins["byCluster"], n: number, total: number, epsilon: number): number | null {
  const mean = total / n;
  const groups = count.length;
  if (groups < 2) return null;
  // Whole numbers, so that no variance is exactly none and the order of the clusters plays no part.
  const squares = sum.reduce((all, wins, slot) => all + (wins * n - total * (count[slot] as number)) ** 2, 0);
  if (squares === 0) return mean === epsilon ? null : mean < epsilon ? 0 : 1;
  const standardError = Math.sqrt((groups / (groups - 1)) * squares) / (n * n);
  return tSf((epsilon - mean) / standardError, groups - 1);
}
