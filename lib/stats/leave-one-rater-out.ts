import type { ClusterLabel } from "./blocks";
import { type AlphaLevel, type EncodedRatings, encodeTables, type RatingsInput } from "./encoded-ratings";
import { meanAlphaDifferenceAt } from "./mean-alpha-difference";
import { type IntervalEstimate, StatsInputError } from "./result";

export interface LeaveOneRaterOutOptions {
  /** `tables[table][unit][rater]`: in every table the same units and raters in the same order, rated on something else (another criterion). */
  tables: readonly RatingsInput["ratings"][];
  level: AlphaLevel;
  /** A label per unit. */
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
  interval?: "jackknife" | "none";
}

export interface WithoutRater extends IntervalEstimate {
  /** Column of the rater left out. `value` is mean alpha without this rater minus mean alpha with all. */
  rater: number;
}

/**
 * How alpha would move without each rater: for every column the mean of the tables' alphas without it minus that of all, with the paired interval of
 * `meanAlphaDifference`. A clear gain marks a rater whose work deserves a look, not a removal.
 *
 * Undefined cases as in `meanAlphaDifference`.
 *
 * @throws StatsInputError when the tables have different numbers of units or raters
 * @example leaveOneRaterOut({ tables: [[[1, 1, 2], [2, 2, 1], [1, 1, 1]]], level: "nominal" })[2]?.value // 0.8888...
 */
export function leaveOneRaterOut(options: LeaveOneRaterOutOptions): WithoutRater[] {
  const { tables, level, ...wanted } = options;
  const encoded = encodeTables("tables", tables);
  const raters = encoded[0]?.raters ?? 0;
  if (encoded.some((table) => table.raters !== raters))
    throw new StatsInputError("tables", `all must have ${raters} raters, as the first has`);
  const all = encoded.map(withoutGaps);
  const first = all.map(({ ratings }) => ratings);
  return Array.from({ length: raters }, (_, rater) => {
    const second = all.map(({ ratings, owners }) => ({
      ...ratings,
      codes: ratings.codes.map((code, cell) => (owners[cell] === rater ? 0 : code)),
    }));
    return { rater, ...(meanAlphaDifferenceAt([level], { ...wanted, first, second })[0] as IntervalEstimate) };
  });
}

/** The ratings of each unit side by side, and whose they are (by column): of many people, few have rated a unit, and alpha does not ask who they are. */
function withoutGaps(encoded: EncodedRatings): { ratings: EncodedRatings; owners: Int32Array } {
  const { codes, units, raters } = encoded;
  let width = 1;
  for (let unit = 0; unit < units; unit++) {
    let given = 0;
    for (let column = 0; column < raters; column++) if (codes[unit * raters + column] !== 0) given += 1;
    width = Math.max(width, given);
  }
  const owners = new Int32Array(units * width).fill(-1);
  const packed = codes.slice(0, units * width).fill(0);
  for (let unit = 0; unit < units; unit++) {
    let cell = unit * width;
    for (let column = 0; column < raters; column++) {
      const code = codes[unit * raters + column] as number;
      if (code === 0) continue;
      packed[cell] = code;
      owners[cell++] = column;
    }
  }
  return { ratings: { ...encoded, codes: packed, raters: width }, owners };
}
