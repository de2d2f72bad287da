import { type FleissKappaResult, fleissOfCounts } from "./fleiss-kappa";
import { readTwoRaters, type TwoRatersInput } from "./joint-table";

export interface ScottPiOptions extends TwoRatersInput {
  confidence?: number;
  interval?: "jackknife" | "none";
}

export interface ScottPiResult extends Omit<FleissKappaResult, "statistic" | "raters" | "randolph" | "z"> {
  statistic: "scott-pi";
}

/**
 * Scott's pi of two raters: Cohen's idea with one pooled distribution for both, pi = (pa - pe) / (1 - pe), pe = sum_c ((p_c. + p_.c) / 2)^2.
 * It is Fleiss' kappa for two ratings a unit, and on complete data nominal alpha = pi + (1 - pi) / (2 units).
 *
 * @param options two columns of ratings (a missing side drops the unit) or their joint table
 * @returns `n` units both rated; value null with `no-pairable-units` or `no-variation`; jackknife interval over units
 * @example scottPi({ table: [[20, 5], [10, 15]] }).value // 0.3939...
 * Source: Scott 1955.
 */
export function scottPi(options: ScottPiOptions): ScottPiResult {
  const { counts, size, values } = readTwoRaters(options);
  const rows: number[][] = [];
  const weights: number[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) {
      const units = (counts[i * size + j] as number) + (i === j ? 0 : (counts[j * size + i] as number));
      if (units === 0) continue;
      const row = new Array<number>(size).fill(0);
      row[i] = (row[i] as number) + 1;
      row[j] = (row[j] as number) + 1;
      rows.push(row);
      weights.push(units);
    }
  }
  const { statistic, raters, randolph, z, ...result } = fleissOfCounts(
    { values, counts: Float64Array.from(rows.flat()), weights: Float64Array.from(weights) },
    options,
  );
  return { statistic: "scott-pi", ...result };
}
