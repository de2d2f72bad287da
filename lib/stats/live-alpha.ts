import { alphaOfCells, cellCount, pairCell, squaredDistances } from "./alpha-cells";
import { refuseManyCategories } from "./category-counts";
import { ALPHA_LEVELS, type AlphaLevel, checkLevel, type EncodedRatings } from "./encoded-ratings";
import { type Estimate, StatsInputError } from "./result";

/** Alpha kept up to date while ratings come in. */
export interface LiveAlpha {
  /** Sets, changes or (code 0) removes one rating: O(scale values), whatever the number of ratings. */
  set(unit: number, rater: number, code: number): void;
  /** Alpha of the current ratings; `n` counts pairable ratings. */
  estimate(level: AlphaLevel): Estimate;
  /** All four levels. */
  estimates(): Record<AlphaLevel, Estimate>;
}

/**
 * Point estimates of alpha that follow single changes: one new rating touches one unit, and only that unit's coincidences are counted anew.
 *
 * Coincidences are kept as whole numbers of pairs for each size of unit, so that millions of changes leave no rounding behind.
 *
 * @param start the ratings to begin with, encoded; they are copied
 * @throws StatsInputError for a unit, rater or code that does not exist, or names at a level that needs numbers or a declared order
 * @example
 * const live = liveAlpha(encodeRatings({ ratings: [[1, 1], [2, null]], scale: [1, 2] }));
 * live.set(1, 1, 2);
 * live.estimate("nominal").value // 1
 */
export function liveAlpha(start: EncodedRatings): LiveAlpha {
  const { units, raters, values } = start;
  const scaleSize = values.length;
  refuseManyCategories(scaleSize);
  const codes = start.codes.slice();
  const pairs = scaleSize * scaleSize;
  // Row m, read from m = 2 on: unordered pairs (c, k), c <= k, in units of m ratings; values by themselves on the diagonal count ratings.
  const bySize = new Float64Array((raters + 1) * pairs);
  const counts = new Uint32Array(scaleSize);
  const cells = new Float64Array(cellCount(scaleSize));
  const negative = values.map((value) => typeof value === "number" && value < 0);
  const distances = new Map<AlphaLevel, Float64Array | null>();

  function count(unit: number, sign: 1 | -1): void {
    counts.fill(0);
    let size = 0;
    for (let at = unit * raters, end = at + raters; at < end; at++) {
      const code = codes[at] as number;
      if (code === 0) continue;
      counts[code - 1] = (counts[code - 1] as number) + 1;
      size += 1;
    }
    const row = size * pairs;
    for (let c = 0; c < scaleSize; c++) {
      const own = counts[c] as number;
      if (own === 0) continue;
      bySize[row + c * scaleSize + c] = (bySize[row + c * scaleSize + c] as number) + sign * own;
      for (let k = c + 1; k < scaleSize; k++) {
        const at = row + c * scaleSize + k;
        bySize[at] = (bySize[at] as number) + sign * own * (counts[k] as number);
      }
    }
  }

  for (let unit = 0; unit < units; unit++) count(unit, 1);
  refresh();

  function refresh(): void {
    cells.fill(0);
    for (let size = 2; size <= raters; size++) {
      for (let c = 0; c < scaleSize; c++) {
        cells[c] = (cells[c] as number) + (bySize[size * pairs + c * scaleSize + c] as number);
        for (let k = c + 1; k < scaleSize; k++) {
          const at = pairCell(scaleSize, c, k);
          cells[at] = (cells[at] as number) + (bySize[size * pairs + c * scaleSize + k] as number) / (size - 1);
        }
      }
    }
  }

  function estimate(level: AlphaLevel): Estimate {
    if (!distances.has(level)) {
      checkLevel(start, level);
      distances.set(level, squaredDistances(start, level));
    }
    let n = 0;
    for (let c = 0; c < scaleSize; c++) n += cells[c] as number;
    if (n === 0) return { value: null, why: "no-pairable-units", n };
    if (level === "ratio" && negative.some((below, c) => below && (cells[c] as number) > 0))
      return { value: null, why: "negative-values", n };
    const value = alphaOfCells(cells, scaleSize, distances.get(level) ?? null);
    return Number.isNaN(value) ? { value: null, why: "no-variation", n } : { value, why: null, n };
  }

  return {
    set(unit, rater, code) {
      const inside = Number.isInteger(unit) && unit >= 0 && unit < units && Number.isInteger(rater) && rater >= 0 && rater < raters;
      if (!inside)
        throw new StatsInputError("unit", `row ${unit}, column ${rater} is not in a table of ${units} units and ${raters} raters`);
      if (!(Number.isInteger(code) && code >= 0 && code <= scaleSize))
        throw new StatsInputError("code", `${code} is not in 0..${scaleSize}`);
      count(unit, -1);
      codes[unit * raters + rater] = code;
      count(unit, 1);
      refresh();
    },
    estimate,
    estimates() {
      const [nominal, ordinal, interval, ratio] = ALPHA_LEVELS.map(estimate);
      return { nominal, ordinal, interval, ratio } as Record<AlphaLevel, Estimate>;
    },
  };
}
