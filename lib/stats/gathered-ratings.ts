import type { EncodedRatings } from "./encoded-ratings";

/** How much there is: units and raters with at least one rating, all ratings, and units with two or more. */
export interface RatingCounts {
  units: number;
  pairableUnits: number;
  raters: number;
  ratings: number;
  /** Ratings in pairable units: the n of alpha. */
  pairableRatings: number;
}

/**
 * What statistics read for which it does not matter who gave a rating: each unit's ratings in the order of raters, in rows as wide as the most ratings
 * that a unit has. Where four of a hundred people rate each unit, that is a twenty-fifth of the table. Missing ones are 0, as in any table.
 */
export interface GatheredRatings extends EncodedRatings {
  /** How many ratings each unit has. */
  sizes: Uint8Array | Uint32Array;
  /** Of the whole table. */
  counts: RatingCounts;
}

const known = new WeakMap<EncodedRatings, GatheredRatings>();

/** Gathers the ratings of a table, once; where some unit has one of each rater, the codes are its own. */
export function gathered(encoded: EncodedRatings): GatheredRatings {
  const found = known.get(encoded) ?? gather(encoded);
  known.set(encoded, found);
  return found;
}

function gather(encoded: EncodedRatings): GatheredRatings {
  const { codes, units, raters } = encoded;
  const sizes = raters < 256 ? new Uint8Array(units) : new Uint32Array(units);
  const isPresent = new Uint8Array(raters);
  const unitsOfSize = new Float64Array(raters + 1);
  let most = 0;
  for (let unit = 0, at = 0; unit < units; unit++) {
    let size = 0;
    for (let rater = 0; rater < raters; rater++, at++) {
      if (codes[at] === 0) continue;
      isPresent[rater] = 1;
      size += 1;
    }
    sizes[unit] = size;
    unitsOfSize[size] = (unitsOfSize[size] as number) + 1;
    if (size > most) most = size;
  }
  const counts = tallySizes(
    unitsOfSize,
    isPresent.reduce((sum, mark) => sum + mark, 0),
  );
  if (most === raters) return { ...encoded, sizes, counts };
  const kept = codes.slice(0, units * most).fill(0);
  for (let unit = 0, from = 0; unit < units; unit++) {
    const end = from + raters;
    let to = unit * most;
    for (let at = from; at < end; at++) if (codes[at] !== 0) kept[to++] = codes[at] as number;
    from = end;
  }
  return { ...encoded, codes: kept, raters: most, sizes, counts };
}

/** The counts that follow from how many units have 0, 1, 2, ... ratings. */
export function tallySizes(unitsOfSize: Float64Array, raters: number): RatingCounts {
  const counts: RatingCounts = { units: 0, pairableUnits: 0, raters, ratings: 0, pairableRatings: 0 };
  unitsOfSize.forEach((units, size) => {
    counts.ratings += size * units;
    if (size > 0) counts.units += units;
    if (size < 2) return;
    counts.pairableUnits += units;
    counts.pairableRatings += size * units;
  });
  return counts;
}
