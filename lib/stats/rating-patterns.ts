import type { EncodedRatings } from "./encoded-ratings";
import { type GatheredRatings, gathered } from "./gathered-ratings";

/**
 * The distinct multisets of ratings that pairable units (two or more ratings) show, and how many units show each. A unit matters to an
 * agreement coefficient only through its multiset, and there are few of them (at most 462 for 6 raters on 5 points), so everything after
 * this one pass is independent of the number of units. Patterns come in an order that does not depend on the order of units or raters.
 */
export interface RatingPatterns {
  /** Number of values on the scale. */
  scaleSize: number;
  /** `counts[pattern * scaleSize + value]`: how many ratings of the unit have that value. */
  counts: Uint32Array;
  /** Units with each pattern. */
  weights: Float64Array;
}

/** Largest key table kept in one flat array; beyond it a Map counts the keys. */
const TABLE_LIMIT = 2 ** 20;

/** One pass over the codes: the pattern histogram of the pairable units. */
export function ratingPatterns(ratings: EncodedRatings): RatingPatterns {
  const encoded = gathered(ratings);
  const scaleSize = encoded.values.length;
  const cells = (encoded.raters + 1) ** scaleSize;
  if (cells > Number.MAX_SAFE_INTEGER) return patternsByText(encoded);
  const powers = Float64Array.from({ length: scaleSize + 1 }, (_, code) => (code === 0 ? 0 : (encoded.raters + 1) ** (code - 1)));
  const table = cells <= Math.min(TABLE_LIMIT, Math.max(2 ** 15, 8 * encoded.units));
  const counted = table ? countInTable(encoded, powers, cells) : countInMap(encoded, powers);
  return fromKeys(encoded, counted);
}

interface CountedKeys {
  keys: Float64Array;
  weights: Float64Array;
}

function countInTable({ codes, units, raters }: GatheredRatings, powers: Float64Array, cells: number): CountedKeys {
  const table = new Uint32Array(cells);
  const steps = Int32Array.from(powers);
  const found: number[] = [];
  for (let unit = 0, at = 0; unit < units; unit++) {
    let key = 0;
    for (const end = at + raters; at < end; at++) key += steps[codes[at] as number] as number;
    const count = table[key] as number;
    if (count === 0) found.push(key);
    table[key] = count + 1;
  }
  const keys = Float64Array.from(found).sort();
  return { keys, weights: keys.map((key) => table[key] as number) };
}

function countInMap({ codes, units, raters }: GatheredRatings, powers: Float64Array): CountedKeys {
  const counts = new Map<number, number>();
  for (let unit = 0, at = 0; unit < units; unit++) {
    let key = 0;
    for (const end = at + raters; at < end; at++) key += powers[codes[at] as number] as number;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const keys = Float64Array.from(counts.keys()).sort();
  return { keys, weights: keys.map((key) => counts.get(key) ?? 0) };
}

/** A key's digits in base raters + 1 are the counts of its values. Keys of fewer than two ratings are counted and left out. */
function fromKeys(encoded: GatheredRatings, { keys, weights }: CountedKeys): RatingPatterns {
  const scaleSize = encoded.values.length;
  const base = encoded.raters + 1;
  const counts = new Uint32Array(keys.length * scaleSize);
  const kept = new Float64Array(keys.length);
  let patterns = 0;
  for (let i = 0; i < keys.length; i++) {
    let key = keys[i] as number;
    let size = 0;
    for (let value = 0; value < scaleSize; value++) {
      const digit = key % base;
      counts[patterns * scaleSize + value] = digit;
      size += digit;
      key = (key - digit) / base;
    }
    // A pattern left out is overwritten by the next one.
    if (size > 1) kept[patterns++] = weights[i] as number;
  }
  return { scaleSize, counts: counts.subarray(0, patterns * scaleSize), weights: kept.subarray(0, patterns) };
}

/** For tables too wide for a numeric key: a unit's codes in order, as text, are the key. */
function patternsByText(encoded: GatheredRatings): RatingPatterns {
  const { codes, units, raters } = encoded;
  const scaleSize = encoded.values.length;
  const byKey = new Map<string, number>();
  for (let unit = 0; unit < units; unit++) {
    const rated = codes.slice(unit * raters, (unit + 1) * raters).filter((code) => code > 0);
    if (rated.length > 1) byKey.set(rated.sort().join(), (byKey.get(rated.join()) ?? 0) + 1);
  }
  const keys = [...byKey.keys()].sort();
  const counts = new Uint32Array(keys.length * scaleSize);
  keys.forEach((key, k) => {
    for (const code of key.split(",")) {
      const at = k * scaleSize + Number(code) - 1;
      counts[at] = (counts[at] as number) + 1;
    }
  });
  const weights = Float64Array.from(keys, (key) => byKey.get(key) ?? 0);
  return { scaleSize, counts, weights };
}

/** Visits each unit with the counts of its values (one array, reused) and its number of ratings. */
export function forEachUnit(encoded: EncodedRatings, visit: (counts: Uint32Array, size: number, unit: number) => void): void {
  const { codes, units, raters, values, sizes } = gathered(encoded);
  const counts = new Uint32Array(values.length);
  for (let unit = 0, from = 0; unit < units; unit++, from += raters) {
    counts.fill(0);
    for (let at = from; at < from + raters; at++) {
      const code = codes[at] as number;
      if (code > 0) counts[code - 1] = (counts[code - 1] as number) + 1;
    }
    visit(counts, sizes[unit] as number, unit);
  }
}
