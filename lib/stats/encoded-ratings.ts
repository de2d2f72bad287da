import type { ClusterLabel } from "./blocks";
import { checkIsList, describe } from "./paired-values";
import { StatsInputError } from "./result";

/** A rating as it comes in: a number, a category's name, or missing (null, undefined and NaN all mean missing). */
export type RatingValue = number | string | null | undefined;

/** Level of measurement: which differences between two ratings count, and how much. */
export type AlphaLevel = "nominal" | "ordinal" | "interval" | "ratio";

export const ALPHA_LEVELS: readonly AlphaLevel[] = ["nominal", "ordinal", "interval", "ratio"];

/** Ratings as small integer codes, unit by unit: what every agreement statistic reads. Made once, used by many. */
export interface EncodedRatings {
  /** `codes[unit * raters + rater]`; 0 is missing, code c means `values[c - 1]`. */
  codes: Uint8Array | Uint16Array | Uint32Array;
  units: number;
  /** Columns, whether or not they hold a rating. */
  raters: number;
  /** The scale in its order: as declared, else the values seen, in rising order (names in the order of their characters). */
  values: readonly (number | string)[];
  /** Whether `values` was declared rather than seen. */
  declared: boolean;
}

export interface RatingsInput {
  /** `ratings[unit][rater]`; rows may have different lengths (the missing tail is missing ratings). */
  ratings: readonly (readonly RatingValue[])[] | EncodedRatings;
  /** The declared scale in its order. A rating outside it is an error. */
  scale?: readonly (number | string)[] | null;
}

export interface ClusteredRatingsInput extends RatingsInput {
  /** One label per unit; units with the same label are deleted or drawn together. */
  clusters?: readonly ClusterLabel[] | null;
}

export function isEncoded(ratings: unknown): ratings is EncodedRatings {
  return typeof ratings === "object" && ratings !== null && "codes" in ratings;
}

function codeArray(size: number, values: number): EncodedRatings["codes"] {
  if (values < 256) return new Uint8Array(size);
  return values < 65536 ? new Uint16Array(size) : new Uint32Array(size);
}

/** Rejects anything that is not a rating; -0 becomes 0; null means missing. */
function checkedRating(value: unknown, unit: number, rater: number): number | string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") {
    if (Number.isNaN(value)) return null;
    if (Number.isFinite(value)) return value + 0;
  }
  if (typeof value === "string") return value;
  throw new StatsInputError(
    "ratings",
    `row ${unit}, column ${rater}: ${describe(value)} is not a rating (a finite number, a string, or missing)`,
  );
}

function declaredCodes(scale: readonly (number | string)[]): Map<number | string, number> {
  if (!Array.isArray(scale) || scale.length === 0) throw new StatsInputError("scale", "must be a list of at least one value");
  const codes = new Map<number | string, number>();
  scale.forEach((value: unknown, index) => {
    const valid = typeof value === "string" || Number.isFinite(value);
    if (!valid) throw new StatsInputError("scale", `value ${index}: ${describe(value)} is neither a finite number nor a string`);
    // A map's key 0 is -0 too.
    const key = value as number | string;
    if (codes.has(key)) throw new StatsInputError("scale", `value ${index}: ${describe(value)} occurs twice`);
    codes.set(key, index + 1);
  });
  return codes;
}

function widthOf(ratings: readonly (readonly RatingValue[])[]): number {
  let raters = 0;
  for (let unit = 0; unit < ratings.length; unit++) {
    const row = ratings[unit];
    if (!Array.isArray(row)) throw new StatsInputError("ratings", `row ${unit} is not an array`);
    if (row.length > raters) raters = row.length;
  }
  return raters;
}

/**
 * Turns ratings into codes, refusing what has no meaning and naming its row and column.
 *
 * @param input ratings[unit][rater] with an optional declared scale
 * @throws StatsInputError for an infinite number, another type, a value outside the declared scale, or numbers and names mixed without one
 * @example encodeRatings({ ratings: [[1, 2], [2, null]] }).values // [1, 2]
 */
export function encodeRatings(input: RatingsInput): EncodedRatings {
  const { ratings, scale } = input;
  if (isEncoded(ratings)) return checkEncoded(ratings);
  if (!Array.isArray(ratings)) throw new StatsInputError("ratings", "must be an array of rows, ratings[unit][rater]");
  const raters = widthOf(ratings);
  const units = ratings.length;
  if (scale) return encodeDeclared(ratings, raters, scale);
  const seen = new Map<number | string, number>();
  const raw = new Uint32Array(units * raters);
  const seenValues: (number | string)[] = [];
  for (let unit = 0; unit < units; unit++) {
    const row = ratings[unit] as readonly RatingValue[];
    for (let rater = 0; rater < row.length; rater++) {
      const value = checkedRating(row[rater], unit, rater);
      if (value === null) continue;
      let code = seen.get(value);
      if (code === undefined) {
        if (typeof value !== typeof (seenValues[0] ?? value)) {
          throw new StatsInputError("ratings", `row ${unit}, column ${rater}: ${describe(value)} mixes numbers and names; declare a scale`);
        }
        seenValues.push(value);
        code = seenValues.length;
        seen.set(value, code);
      }
      raw[unit * raters + rater] = code;
    }
  }
  return inOrder(raw, units, raters, seenValues);
}

/** Renumbers codes given in order of appearance by the order of the values, so that nothing depends on the order of the rows. */
function inOrder(raw: Uint32Array, units: number, raters: number, seen: readonly (number | string)[]): EncodedRatings {
  const order = seen.map((_, index) => index);
  order.sort((a, b) => {
    const [x, y] = [seen[a] as number | string, seen[b] as number | string];
    return x < y ? -1 : 1;
  });
  const rank = new Uint32Array(seen.length + 1);
  for (let place = 0; place < order.length; place++) rank[(order[place] as number) + 1] = place + 1;
  const codes = codeArray(raw.length, seen.length);
  for (let i = 0; i < raw.length; i++) codes[i] = rank[raw[i] as number] as number;
  return { codes, units, raters, values: order.map((index) => seen[index] as number | string), declared: false };
}

function encodeDeclared(ratings: readonly (readonly RatingValue[])[], raters: number, scale: readonly (number | string)[]): EncodedRatings {
  const known = declaredCodes(scale);
  const units = ratings.length;
  const codes = codeArray(units * raters, scale.length);
  for (let unit = 0; unit < units; unit++) {
    const row = ratings[unit] as readonly RatingValue[];
    for (let rater = 0; rater < row.length; rater++) {
      const value = checkedRating(row[rater], unit, rater);
      if (value === null) continue;
      const code = known.get(value);
      if (code === undefined)
        throw new StatsInputError("ratings", `row ${unit}, column ${rater}: ${describe(value)} is not on the declared scale`);
      codes[unit * raters + rater] = code;
    }
  }
  return { codes, units, raters, values: scale.map((value) => (typeof value === "number" ? value + 0 : value)), declared: true };
}

/** Tables that were found right: one serves many statistics, and nobody changes it. */
const checked = new WeakSet<EncodedRatings>();

function checkEncoded(encoded: EncodedRatings): EncodedRatings {
  if (checked.has(encoded)) return encoded;
  const { codes, units, raters, values } = encoded;
  const whole = Number.isInteger(units) && Number.isInteger(raters) && units >= 0 && raters >= 0;
  if (!whole || !ArrayBuffer.isView(codes) || codes.length !== units * raters || !Array.isArray(values)) {
    throw new StatsInputError("ratings", "an encoded table needs codes (a typed array of units x raters), units, raters and values");
  }
  let largest = 0;
  for (let i = 0; i < codes.length; i++) if ((codes[i] as number) > largest) largest = codes[i] as number;
  if (largest > values.length) {
    const at = codes.indexOf(largest);
    throw new StatsInputError("ratings", `row ${Math.floor(at / raters)}, column ${at % raters}: code ${largest} has no value`);
  }
  checked.add(encoded);
  return encoded;
}

/** The scale values as numbers, for levels that measure distances. Names have none. */
export function numericScale({ values }: Pick<EncodedRatings, "values">, level: AlphaLevel): Float64Array {
  const numbers = new Float64Array(values.length);
  values.forEach((value, index) => {
    if (typeof value !== "number") throw new StatsInputError("ratings", `${describe(value)} is a name; the ${level} level needs numbers`);
    numbers[index] = value;
  });
  return numbers;
}

/** Several tables, encoded; what is wrong with one of them is said of the argument. */
export function encodeTables(argument: string, tables: readonly RatingsInput["ratings"][]): EncodedRatings[] {
  checkIsList(argument, tables);
  return Array.from(tables, (ratings, table) => {
    try {
      return encodeRatings({ ratings });
    } catch (error) {
      if (!(error instanceof StatsInputError)) throw error;
      throw new StatsInputError(argument, `table ${table}: ${error.message}`);
    }
  });
}

/** Whether the level can be used on this scale at all; the reason when it cannot. */
export function checkLevel(encoded: EncodedRatings, level: AlphaLevel): void {
  if (!ALPHA_LEVELS.includes(level))
    throw new StatsInputError("level", `must be one of ${ALPHA_LEVELS.join(", ")}, got ${describe(level)}`);
  const named = encoded.values.some((value) => typeof value === "string");
  if (!named || level === "nominal") return;
  if (level === "ordinal" && encoded.declared) return;
  throw new StatsInputError("ratings", `names need the nominal level, or ordinal with a declared scale; the level is ${level}`);
}
