import { confidenceOf, oneOf } from "./arguments";
import { resolveBlocks } from "./blocks";
import { type ClusteredRatingsInput, type EncodedRatings, encodeRatings } from "./encoded-ratings";
import { describe } from "./paired-values";
import { type IntervalOutcome, jackknifeInterval, noInterval } from "./resampling";
import { type IntervalEstimate, StatsInputError } from "./result";
import { centredMoments, meanOf } from "./sums";

export interface HumanLikenessInput extends ClusteredRatingsInput {
  /** The judge's column of `ratings`; all others are people's. */
  judge: number;
  /** Two raters count together from this many units on that both rated, default 10. */
  fewestUnits?: number;
  confidence?: number;
  interval?: "jackknife" | "none";
}

/** The judge's mean kappa with people, and the mean and the standard deviation of people's own mean kappas; null where too few people have one. */
interface MeanKappas {
  judgeKappa: number | null;
  peopleKappa: number | null;
  spread: number | null;
}

/** z; `n` counts the people it is of. */
export interface HumanLikenessResult extends IntervalEstimate, MeanKappas {}

const fewestPeople = 5;

/**
 * Does a judge agree with people as one of them would? How many standard deviations among people its mean Cohen's kappa with them lies above theirs.
 *
 * z = (K - mean(k)) / sd(k): k_i the mean over the other people j of kappa(i, j), K the mean over people i of kappa(judge, i), unweighted and on the units
 * that both rated; sd with n - 1. Two raters with fewer than `fewestUnits` such units, or who gave all of them one and the same rating, do not count.
 * Interval: delete-one-cluster jackknife with t(G-1); people are fixed.
 *
 * @param input `ratings[unit][rater]`, the judge's among them, missing allowed; `clusters`, one label per unit
 * @returns value null for fewer than five people who count together with another person (`too-few`), where the judge counts together with none of these
 * (`no-pairable-units`), and where all people's means are the same (`no-variation`)
 * @example
 * humanLikeness({ ratings: [[1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2], [1, 1, 1, 1, 2, 1], [2, 2, 2, 2, 1, 2]], judge: 5, fewestUnits: 2 }).value // 0.5962...
 * Source: Han, Titericz, Balough & Zhou 2025 (Judge's Verdict), where everybody rated everything.
 */
export function humanLikeness(input: HumanLikenessInput): HumanLikenessResult {
  const { judge, fewestUnits = 10 } = input;
  const confidence = confidenceOf(input.confidence);
  const method = oneOf("interval", input.interval ?? "jackknife", ["jackknife", "none"] as const);
  if (!Number.isSafeInteger(fewestUnits) || fewestUnits < 1)
    throw new StatsInputError("fewestUnits", `must be a whole number from 1, got ${describe(fewestUnits)}`);
  const ratings = encodeRatings(input);
  if (!Number.isSafeInteger(judge) || judge < 0 || judge >= ratings.raters)
    throw new StatsInputError("judge", `must be the place of a column of ratings, got ${describe(judge)}`);
  const undefinedFor = (why: "too-few" | "no-pairable-units" | "no-variation", n: number, known: MeanKappas = noKappas) => ({
    ...{ value: null, why, n, interval: null, intervalWhy: "undefined-estimate" as const, ...known },
  });
  if (ratings.raters <= fewestPeople) return undefinedFor("too-few", 0);
  const pairs = pairsOf(ratings, fewestUnits);
  const panel = panelOf(pairs, ratings.raters, judge);
  const n = panel.people.length;
  if (n < fewestPeople) return undefinedFor("too-few", n);
  if (panel.judged.length === 0) return undefinedFor("no-pairable-units", n);
  const means = meansOf(panel);
  const { judgeKappa, peopleKappa, spread } = means;
  // Means that are the same on paper differ in their last digits.
  if (spread <= 1e-12) return undefinedFor("no-variation", n, means);
  const value = (judgeKappa - peopleKappa) / spread;
  const jackknife = (): IntervalOutcome =>
    jackknifeInterval({ estimate: value, leaveOneOut: withoutEachCluster(ratings, input.clusters, pairs, panel), confidence });
  const { interval, intervalWhy } = method === "none" ? noInterval("not-requested") : jackknife();
  return { value, why: null, n, interval, intervalWhy, ...means };
}

const noKappas: MeanKappas = { judgeKappa: null, peopleKappa: null, spread: null };

type VisitPair = (a: number, b: number, first: number, second: number) => void;

/** Visits every two ratings of a unit: the raters' places a < b and the codes of what they gave. */
function pairVisitor({ codes, raters }: EncodedRatings): (unit: number, visit: VisitPair) => void {
  // In a wide table each unit has few ratings.
  const rated = new Int32Array(raters);
  return (unit, visit) => {
    const from = unit * raters;
    let n = 0;
    for (let rater = 0; rater < raters; rater++) if (codes[from + rater] !== 0) rated[n++] = rater;
    for (let i = 0; i < n; i++) {
      const a = rated[i] as number;
      const first = codes[from + a] as number;
      for (let j = i + 1; j < n; j++) visit(a, rated[j] as number, first, codes[from + (rated[j] as number)] as number);
    }
  };
}

/** Every two raters that count together, each pair in a place of its own. */
interface Pairs {
  /** The place of a pair by `a * raters + b`; -1: it does not count. */
  placeOf: Int32Array;
  /** The two raters of each. */
  a: number[];
  b: number[];
  kappa: Float64Array;
  /** Counts a unit in, or takes it out. */
  count(place: number, first: number, second: number, by: 1 | -1): void;
  /** Of what is counted now; NaN where both gave all one rating, or there is nothing. */
  kappaNow(place: number): number;
}

function pairsOf(ratings: EncodedRatings, fewestUnits: number): Pairs {
  const { units, raters, values } = ratings;
  const common = new Int32Array(raters * raters);
  const eachPair = pairVisitor(ratings);
  const forEach = (visit: VisitPair) => {
    for (let unit = 0; unit < units; unit++) eachPair(unit, visit);
  };
  forEach((a, b) => {
    common[a * raters + b] = (common[a * raters + b] as number) + 1;
  });
  const keys = [...common.keys()].filter((key) => (common[key] as number) >= fewestUnits);
  const size = values.length + 1;
  // How many units, how many rated alike, how often each rater gave each rating, and the sum of the products of the two counts.
  const [n, same, product] = [new Float64Array(keys.length), new Float64Array(keys.length), new Float64Array(keys.length)];
  const [ofFirst, ofSecond] = [new Float64Array(keys.length * size), new Float64Array(keys.length * size)];
  const placeOf = new Int32Array(raters * raters).fill(-1);
  keys.forEach((key, place) => {
    placeOf[key] = place;
  });
  const count: Pairs["count"] = (place, first, second, by) => {
    const [x, y] = [place * size + first, place * size + second];
    n[place] = (n[place] as number) + by;
    if (first === second) same[place] = (same[place] as number) + by;
    ofFirst[x] = (ofFirst[x] as number) + by;
    const ofBoth = (ofSecond[x] as number) + (ofFirst[y] as number);
    ofSecond[y] = (ofSecond[y] as number) + by;
    product[place] = (product[place] as number) + by * ofBoth;
  };
  forEach((a, b, first, second) => {
    const place = placeOf[a * raters + b] as number;
    if (place >= 0) count(place, first, second, 1);
  });
  const kappaNow = (place: number): number => {
    const [all, alike, expected] = [n[place] as number, same[place] as number, product[place] as number];
    return all * all === expected ? Number.NaN : (all * alike - expected) / (all * all - expected);
  };
  const kappa = Float64Array.from(keys, (_, place) => kappaNow(place));
  keys.forEach((key, place) => {
    if (Number.isNaN(kappa[place])) placeOf[key] = -1;
  });
  return { placeOf, a: keys.map((key) => Math.floor(key / raters)), b: keys.map((key) => key % raters), kappa, count, kappaNow };
}

/** What each rater's kappas with people average to, but the judge's, and each person's kappa with the judge. */
interface Panel {
  judge: number;
  own: Float64Array;
  /** How many kappas with other people each person has. */
  counts: Float64Array;
  withJudge: Float64Array;
  /** People with a kappa with another person, and those of them with one with the judge. */
  people: number[];
  judged: number[];
}

function panelOf({ placeOf, a, b, kappa }: Pairs, raters: number, judge: number): Panel {
  const [own, counts, withJudge] = [new Float64Array(raters), new Float64Array(raters), new Float64Array(raters).fill(Number.NaN)];
  kappa.forEach((value, place) => {
    const [one, other] = [a[place] as number, b[place] as number];
    if (placeOf[one * raters + other] === -1) return;
    if (one === judge || other === judge) withJudge[one === judge ? other : one] = value;
    else
      for (const person of [one, other]) {
        own[person] = (own[person] as number) + value;
        counts[person] = (counts[person] as number) + 1;
      }
  });
  const people = [...counts.keys()].filter((rater) => (counts[rater] as number) > 0);
  for (const person of people) own[person] = (own[person] as number) / (counts[person] as number);
  return { judge, own, counts, withJudge, people, judged: people.filter((person) => !Number.isNaN(withJudge[person])) };
}

function meansOf({ own, withJudge, people, judged }: Panel): { judgeKappa: number; peopleKappa: number; spread: number } {
  const { mean, squares } = centredMoments(people.map((person) => own[person] as number));
  const judgeKappa = meanOf(judged.map((person) => withJudge[person] as number));
  return { judgeKappa, peopleKappa: mean, spread: Math.sqrt(squares / (people.length - 1)) };
}

/** z without each cluster in turn, NaN where a kappa is undefined without it: only the kappas and the means of those who rated in it are made anew. */
function withoutEachCluster(ratings: EncodedRatings, clusters: HumanLikenessInput["clusters"], pairs: Pairs, panel: Panel): Float64Array {
  const { raters } = ratings;
  const eachPair = pairVisitor(ratings);
  const { judge, own, counts, people, judged } = panel;
  const { judgeKappa, peopleKappa, spread } = meansOf(panel);
  const n = people.length;
  const isJudged = new Uint8Array(raters);
  for (const person of judged) isJudged[person] = 1;
  const isChanged = new Uint8Array(pairs.kappa.length);
  const change = new Float64Array(raters);
  const { members } = resolveBlocks(ratings.units, clusters);
  return Float64Array.from(members, (units) => {
    const changed: number[] = [];
    const recount = (by: 1 | -1) => {
      for (const unit of units)
        eachPair(unit, (a, b, first, second) => {
          const place = pairs.placeOf[a * raters + b] as number;
          if (place < 0) return;
          if (isChanged[place] === 0) changed.push(place);
          isChanged[place] = 1;
          pairs.count(place, first, second, by);
        });
    };
    recount(-1);
    let ofJudge = 0;
    const touched: number[] = [];
    for (const place of changed) {
      const by = pairs.kappaNow(place) - (pairs.kappa[place] as number);
      const [a, b] = [pairs.a[place] as number, pairs.b[place] as number];
      if (a === judge || b === judge) ofJudge += isJudged[a === judge ? b : a] === 1 ? by : 0;
      else
        for (const person of [a, b]) {
          touched.push(person);
          change[person] = (change[person] as number) + by / (counts[person] as number);
        }
    }
    recount(1);
    for (const place of changed) isChanged[place] = 0;
    let [moved, squares] = [0, spread * spread * (n - 1)];
    for (const person of touched) {
      const by = change[person] as number;
      change[person] = 0;
      moved += by;
      squares += by * (by + 2 * ((own[person] as number) - peopleKappa));
    }
    const left = Math.sqrt((squares - (moved * moved) / n) / (n - 1));
    return left > 1e-12 ? (judgeKappa + ofJudge / judged.length - peopleKappa - moved / n) / left : Number.NaN;
  });
}
