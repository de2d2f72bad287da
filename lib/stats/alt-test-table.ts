import { type ClusterLabel, checkClusters } from "./blocks";
import { type EncodedRatings, encodeRatings, isEncoded } from "./encoded-ratings";
import { wholeMultiples } from "./exact-mean";
import { describe } from "./paired-values";
import { StatsInputError } from "./result";

/** A rating in the alternative-annotator test: a number, or a label where alignment is "equal or not"; null, undefined and NaN are missing. */
export type AltTestRating = number | string | null | undefined;

export interface AltTestInput {
  /** ratings[unit][annotator], or the same as codes. */
  ratings: readonly (readonly AltTestRating[])[] | EncodedRatings;
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
  const { judge, clusters } = input;
  const ratings = isEncoded(input.ratings) ? ofCodes(encodeRatings({ ratings: input.ratings })) : ofRows(input.ratings);
  if (!Array.isArray(judge)) throw new StatsInputError("judge", `must be an array, got ${describe(judge)}`);
  if (judge.length !== ratings.units) throw new StatsInputError("judge", `has ${judge.length} values for ${ratings.units} units`);
  if (clusters) checkClusters(clusters, ratings.units);
  const given = input.annotatorIds ?? null;
  if (given !== null && !(Array.isArray(given) && given.every((id) => typeof id === "string"))) {
    throw new StatsInputError("annotatorIds", "must be an array of names");
  }
  const width = Math.max(ratings.width, given?.length ?? 0);
  const annotatorIds = given ? [...given] : Array.from({ length: width }, (_, i) => String(i));
  if (annotatorIds.length < width) throw new StatsInputError("annotatorIds", `has ${annotatorIds.length} names for ${width} annotators`);
  const read = valueReader(score);
  const kept = { judge: new Float64Array(ratings.units), ratings: [] as number[], annotators: [] as number[] };
  const [starts, clusterOf] = [new Int32Array(ratings.units + 1), new Int32Array(ratings.units)];
  const numbers = new Map<ClusterLabel, number>();
  let units = 0;
  const keep = (rating: AltTestRating, unit: number, annotator: number) => {
    const value = read("ratings", rating, unit, annotator);
    if (Number.isNaN(value)) return;
    kept.ratings.push(value);
    kept.annotators.push(annotator);
  };
  for (let unit = 0; unit < ratings.units; unit++) {
    const start = kept.ratings.length;
    ratings.forEach(unit, keep);
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

/** Ratings unit by unit, however they are given. */
interface RatingsOfUnits {
  units: number;
  /** How many annotators there are room for. */
  width: number;
  /** Calls `visit` with a unit's ratings in the order of annotators; some may be missing. */
  forEach(unit: number, visit: (rating: AltTestRating, unit: number, annotator: number) => void): void;
}

function ofRows(ratings: readonly (readonly AltTestRating[])[]): RatingsOfUnits {
  if (!Array.isArray(ratings)) throw new StatsInputError("ratings", `must be an array of units, got ${describe(ratings)}`);
  let width = 0;
  ratings.forEach((row, unit) => {
    if (!Array.isArray(row)) throw new StatsInputError("ratings", `row ${unit}: must be an array, got ${describe(row)}`);
    width = Math.max(width, row.length);
  });
  return {
    units: ratings.length,
    width,
    forEach(unit, visit) {
      const row = ratings[unit] as readonly AltTestRating[];
      for (let annotator = 0; annotator < row.length; annotator++) visit(row[annotator], unit, annotator);
    },
  };
}

const ofCodes = ({ codes, units, raters, values }: EncodedRatings): RatingsOfUnits => ({
  units,
  width: raters,
  forEach(unit, visit) {
    for (let annotator = 0, at = unit * raters; annotator < raters; annotator++, at++) {
      // Most of many annotators have not rated a unit.
      if (codes[at] !== 0) visit(values[(codes[at] as number) - 1], unit, annotator);
    }
  },
});

/** Turns ratings into numbers: labels get a code each, so that only equality is left of them. */
function valueReader(score: "accuracy" | "rmse") {
  const codes = new Map<string | number, number>();
  return (argument: string, value: AltTestRating, unit: number, annotator: number | null): number => {
    if (value === null || value === undefined || Number.isNaN(value)) return Number.NaN;
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
  const step = 10 ** whole.digits;
  const scaled = (value: number): number => Math.round(value * step);
  return { judge: columns.judge.map(scaled), ratings: columns.ratings.map(scaled), slack: 0 };
}
