import type { EncodedRatings } from "@/lib/stats";
import { emptyCodes, encodedRatings, type RatingTable, withOwnValues } from "./rating-table";
import { remembered } from "./remembered";

/** Some raters' ratings of all units: those of each unit from `unit * width`, in the order of the raters, in as many places as the most that a unit has. */
interface RatingRows {
  codes: Uint8Array | Uint32Array;
  width: number;
  ofUnits: WeakMap<readonly number[], EncodedRatings>;
}

const rowsOfRaters = remembered((_: RatingTable) => new Map<string, RatingRows>());

/**
 * The ratings of the chosen units by the chosen raters, for statistics to which it does not matter who gave which: without a place for each rater who
 * gave none, of which there are many more than ratings where a few of many people rate each unit. Otherwise as `encodedRatings`, remembered too.
 */
export function ratingsOfUnits(table: RatingTable, units: readonly number[], raters: readonly number[]): EncodedRatings {
  // Of two raters there is nothing to leave out, and there are many such pairs.
  if (raters.length < 3) return encodedRatings(table, units, raters);
  const rows = rowsOf(table, raters);
  if (rows.width === raters.length) return encodedRatings(table, units, raters);
  const found = rows.ofUnits.get(units) ?? withOwnValues(pickedRows(table, rows, units), units.length, rows.width, table.values);
  rows.ofUnits.set(units, found);
  return found;
}

function rowsOf(table: RatingTable, raters: readonly number[]): RatingRows {
  const known = rowsOfRaters(table);
  const key = raters.join();
  const before = known.get(raters.slice(0, -1).join());
  const found = known.get(key) ?? {
    ...(before ? withOneMore(table, before, raters.at(-1) as number) : rowsFrom(table, raters)),
    ofUnits: new WeakMap(),
  };
  known.set(key, found);
  return found;
}

function rowsFrom({ codes: all, units, raters: places, values, rated }: RatingTable, raters: readonly number[]) {
  // Those of one unit after the other: how wide rows are is known at the end.
  const most = rated.reduce((sum, one) => sum + (one.places ?? one.ratings.score).length, 0);
  const given = emptyCodes(most, values.length);
  const sizes = new Uint32Array(units);
  let [to, width] = [0, 0];
  for (let unit = 0; unit < units; unit++) {
    const [from, first] = [unit * places, to];
    for (let by = 0; by < raters.length; by++) {
      const code = all[from + (raters[by] as number)] as number;
      if (code !== 0) given[to++] = code;
    }
    const size = to - first;
    sizes[unit] = size;
    if (size > width) width = size;
  }
  const codes = emptyCodes(units * width, values.length);
  for (let unit = 0, from = 0; unit < units; unit++) {
    const end = from + (sizes[unit] as number);
    for (let at = unit * width; from < end; from++, at++) codes[at] = given[from] as number;
  }
  return { codes, width };
}

/** The same rows with the ratings of another rater after the others'. */
function withOneMore({ codes: all, units, raters: places, values }: RatingTable, { codes: before, width }: RatingRows, rater: number) {
  const codes = emptyCodes(units * (width + 1), values.length);
  for (let unit = 0, from = 0, to = 0; unit < units; unit++) {
    for (const end = from + width; from < end; from++) codes[to++] = before[from] as number;
    codes[to++] = all[unit * places + rater] as number;
  }
  return { codes, width: width + 1 };
}

function pickedRows({ values }: RatingTable, { codes, width }: RatingRows, units: readonly number[]): RatingRows["codes"] {
  const picked = emptyCodes(units.length * width, values.length);
  let to = 0;
  for (let place = 0; place < units.length; place++) {
    const from = (units[place] as number) * width;
    for (let at = from; at < from + width; at++) picked[to++] = codes[at] as number;
  }
  return picked;
}
