import { type AltTestInput, type AltTestTable, readTable } from "./alt-test-table";
import { finiteNumber, oneOf, shareArgument, wholeCount } from "./arguments";
import { adjustPValues } from "./multiple-testing";
import type { Why } from "./result";
import { tSf } from "./special-functions";

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
  const edges = new Int8Array(table.ratings.length);
  const clusters = new Int32Array(table.ratings.length);
  for (let unit = 0; unit < table.judge.length; unit++) {
    for (let at = table.starts[unit] as number; at < (table.starts[unit + 1] as number); at++) {
      edges[at] = Math.sign(edge(table, unit, at));
      clusters[at] = table.clusters[unit] as number;
    }
  }
  const slotOf = new Int32Array(table.clusterCount);
  // The last annotator for whom a cluster was met.
  const metBy = new Int32Array(table.clusterCount).fill(-1);
  return placesOfEach(table).map((own, annotator) => {
    const met: number[] = [];
    for (let place = 0; place < own.length; place++) {
      const name = clusters[own[place] as number] as number;
      if (metBy[name] !== annotator) met.push(name);
      metBy[name] = annotator;
    }
    const cluster = Int32Array.from(met).sort();
    for (let slot = 0; slot < cluster.length; slot++) slotOf[cluster[slot] as number] = slot;
    const [sum, judge, count] = [new Int32Array(cluster.length), new Int32Array(cluster.length), new Int32Array(cluster.length)];
    const wins = { n: own.length, judge: 0, human: 0, byCluster: { cluster, sum, judge, count } };
    for (let place = 0; place < own.length; place++) {
      const at = own[place] as number;
      const slot = slotOf[clusters[at] as number] as number;
      const by = edges[at] as number;
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

/** The places of each annotator's ratings. */
function placesOfEach({ annotatorIds, annotators }: AltTestTable): Int32Array[] {
  const counts = new Int32Array(annotatorIds.length);
  for (let at = 0; at < annotators.length; at++) counts[annotators[at] as number] = (counts[annotators[at] as number] as number) + 1;
  const places = annotatorIds.map((_, annotator) => new Int32Array(counts[annotator] as number));
  counts.fill(0);
  for (let at = 0; at < annotators.length; at++) {
    const by = annotators[at] as number;
    const to = counts[by] as number;
    (places[by] as Int32Array)[to] = at;
    counts[by] = to + 1;
  }
  return places;
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
  let squares = 0;
  for (let slot = 0; slot < groups; slot++) squares += ((sum[slot] as number) * n - total * (count[slot] as number)) ** 2;
  if (squares === 0) return mean === epsilon ? null : mean < epsilon ? 0 : 1;
  const standardError = Math.sqrt((groups / (groups - 1)) * squares) / (n * n);
  return tSf((epsilon - mean) / standardError, groups - 1);
}
