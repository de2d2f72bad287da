import { confidenceOf } from "./arguments";
import { clusteredMean } from "./clustered-mean";
import { type ClusteredRatingsInput, type EncodedRatings, encodeRatings, numericScale } from "./encoded-ratings";
import { describe } from "./paired-values";
import { tQuantile } from "./resampling";
import { StatsInputError, type Why } from "./result";

export interface ForecastMeanInput extends ClusteredRatingsInput {
  /** How many ratings each unit might have. */
  perUnit: readonly number[];
  /** How many times as many units there might be, default 1, 2 and 4. */
  times?: readonly number[];
  confidence?: number;
}

export interface ForecastMean {
  why: Why | null;
  /** Units with a rating, and their clusters. */
  n: number;
  clusters: number;
  /** Ratings of a unit now, on average; null without units. */
  ratingsPerUnit: number | null;
  /** Variance of the mean that stays however many rate each unit; variance of ratings of one unit, severity taken out. */
  between: number | null;
  within: number | null;
  /** The interval's reach to either side: `halves[times][perUnit]`; empty where undefined. */
  halves: number[][];
}

/**
 * How wide the interval of people's mean score would be with more or fewer ratings of each unit, and with more units.
 *
 * half = t(f G - 1) sqrt((B + s^2 / (n k)) / f) for k ratings of each unit and f times the n units and their G clusters. s^2: variance of ratings of a
 * unit, raters' severity taken out by least squares, with N - n - (raters - connected parts) degrees of freedom over units with two ratings or more.
 * B = max(0, se^2 - s^2 mean(1 / k now) / n), se the standard error of the mean of the units' means today, clustered: with as many ratings of every unit
 * as now and f = 1 this is today's interval. New units and raters are taken to be like these. What raters of different severity add to units that not
 * the same people rated stays in B.
 *
 * @param input `ratings[unit][rater]`, numbers, missing allowed; `clusters`, one label per unit
 * @returns without halves for no rating (`no-units`), one cluster (`too-few`), one rating of every unit (`no-pairable-units`), raters whose severity
 * explains all (`not-identifiable`) and ratings that are all the same (`no-variation`)
 * @example forecastMean({ ratings: [[1, 2], [4, 3], [5, 6]], perUnit: [1, 2], times: [1] }).between // 1.2222...
 * Source: Brennan 2001 (generalizability theory); Miller 2024 for evaluations.
 */
export function forecastMean(input: ForecastMeanInput): ForecastMean {
  const confidence = confidenceOf(input.confidence);
  const perUnit = counts("perUnit", input.perUnit);
  const times = counts("times", input.times ?? [1, 2, 4]);
  const ratings = encodeRatings(input);
  const scores = numericScale(ratings, "interval");
  const units = unitsOf(ratings, scores);
  const { value, n, clusters, standardError } = clusteredMean({ values: units.means, clusters: input.clusters, confidence });
  const none = { n, clusters, ratingsPerUnit: n === 0 ? null : units.ratings / n, between: null, within: null, halves: [] };
  if (value === null) return { ...none, why: "no-units" };
  if (clusters < 2) return { ...none, why: "too-few" };
  if (units.pairable === 0) return { ...none, why: "no-pairable-units" };
  const { squares, freedom } = residuals(ratings, scores, units);
  if (freedom < 1) return { ...none, why: "not-identifiable" };
  const within = squares / freedom;
  const between = Math.max(0, (standardError ?? Number.NaN) ** 2 - (within * units.inverse) / n / n);
  if (!Number.isFinite(within) || !Number.isFinite(between)) return { ...none, why: "overflow" };
  if (between + within === 0) return { ...none, why: "no-variation" };
  const halves = times.map((f) =>
    perUnit.map((k) => tQuantile(0.5 + confidence / 2, f * clusters - 1) * Math.sqrt((between + within / n / k) / f)),
  );
  return { ...none, why: null, between, within, halves };
}

function counts(argument: string, list: readonly number[]): readonly number[] {
  if (!Array.isArray(list)) throw new StatsInputError(argument, `must be a list of whole numbers from 1, got ${describe(list)}`);
  for (const one of list)
    if (!Number.isSafeInteger(one) || one < 1) throw new StatsInputError(argument, `must be whole numbers from 1, got ${describe(one)}`);
  return list;
}

interface Units {
  /** Mean of each unit's ratings, NaN without any, and how many there are. */
  means: Float64Array;
  counts: Int32Array;
  ratings: number;
  /** Units with a rating, and with two or more. */
  rated: number;
  pairable: number;
  /** Sum of 1 / count. */
  inverse: number;
}

function unitsOf({ codes, units, raters }: EncodedRatings, scores: Float64Array): Units {
  const [means, counts] = [new Float64Array(units), new Int32Array(units)];
  let [ratings, rated, pairable, inverse] = [0, 0, 0, 0];
  for (let unit = 0; unit < units; unit++) {
    let [count, sum] = [0, 0];
    for (let cell = unit * raters; cell < (unit + 1) * raters; cell++) {
      const code = codes[cell] as number;
      if (code === 0) continue;
      count += 1;
      sum += scores[code - 1] as number;
    }
    counts[unit] = count;
    means[unit] = sum / count;
    ratings += count;
    if (count > 0) {
      rated += 1;
      inverse += 1 / count;
    }
    if (count > 1) pairable += 1;
  }
  return { means, counts, ratings, rated, pairable, inverse };
}

const mostSweeps = 100;

/** What is left of ratings of units with two or more once units' and raters' effects are taken out by least squares, in turns. */
function residuals(ratings: EncodedRatings, scores: Float64Array, units: Units): { squares: number; freedom: number } {
  const { raters } = ratings;
  const { unitOf, raterOf, score } = listed(ratings, scores, units);
  const n = score.length;
  const [severity, left, given] = [new Float64Array(raters), new Float64Array(raters), new Int32Array(raters)];
  for (let at = 0; at < n; at++) given[raterOf[at] as number] = (given[raterOf[at] as number] as number) + 1;
  const ofUnit = new Float64Array(ratings.units);
  let squares = 0;
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    ofUnit.fill(0);
    left.fill(0);
    for (let at = 0; at < n; at++) {
      const unit = unitOf[at] as number;
      const own = (score[at] as number) - (severity[raterOf[at] as number] as number);
      ofUnit[unit] = (ofUnit[unit] as number) + own / (units.counts[unit] as number);
    }
    for (let at = 0; at < n; at++) {
      const rater = raterOf[at] as number;
      left[rater] = (left[rater] as number) + ((score[at] as number) - (ofUnit[unitOf[at] as number] as number)) / (given[rater] as number);
    }
    severity.set(left);
    const before = squares;
    squares = 0;
    for (let at = 0; at < n; at++) {
      const rest = (score[at] as number) - (ofUnit[unitOf[at] as number] as number) - (severity[raterOf[at] as number] as number);
      squares += rest * rest;
    }
    if (sweep > 0 && before - squares <= 1e-12 * before) break;
  }
  return { squares, freedom: n - units.pairable - (given.filter((count) => count > 0).length - partsOf(raters, unitOf, raterOf)) };
}

/** The ratings of units with two or more, less their unit's mean, so that large scores keep their digits. */
function listed({ codes, units, raters }: EncodedRatings, scores: Float64Array, { means, counts, ratings, rated, pairable }: Units) {
  const n = ratings - (rated - pairable);
  const [unitOf, raterOf, score] = [new Int32Array(n), new Int32Array(n), new Float64Array(n)];
  let at = 0;
  for (let unit = 0; unit < units; unit++) {
    if ((counts[unit] as number) < 2) continue;
    for (let rater = 0; rater < raters; rater++) {
      const code = codes[unit * raters + rater] as number;
      if (code === 0) continue;
      unitOf[at] = unit;
      raterOf[at] = rater;
      score[at++] = (scores[code - 1] as number) - (means[unit] as number);
    }
  }
  return { unitOf, raterOf, score };
}

/** Into how many parts the raters fall that no unit connects. */
function partsOf(raters: number, unitOf: Int32Array, raterOf: Int32Array): number {
  const partAt = Int32Array.from({ length: raters }, (_, rater) => rater);
  const partOf = (rater: number): number => {
    let part = rater;
    while (partAt[part] !== part) part = partAt[part] as number;
    return part;
  };
  for (let at = 1; at < unitOf.length; at++)
    if (unitOf[at] === unitOf[at - 1]) partAt[partOf(raterOf[at] as number)] = partOf(raterOf[at - 1] as number);
  return new Set(Array.from(new Set(raterOf), partOf)).size;
}
