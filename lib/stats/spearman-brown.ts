import { finiteNumber } from "./arguments";
import type { Estimate } from "./result";

/**
 * The reliability of the mean of k raters from that of one (Spearman-Brown): k r / (1 + (k - 1) r). Approximate for alpha.
 *
 * @returns value null with `not-identifiable` where k or the denominator is not positive (r at or below -1 / (k - 1)), with `overflow`
 *   beyond the largest double; `n` is k
 * @throws StatsInputError when one of the two is not a finite number
 * @example spearmanBrown({ reliability: 0.5, k: 2 }).value // 0.6666...
 * Source: Spearman 1910; Brown 1910.
 */
export function spearmanBrown(options: { reliability: number; k: number }): Estimate {
  const reliability = finiteNumber("reliability", options.reliability);
  const k = finiteNumber("k", options.k);
  const denominator = 1 + (k - 1) * reliability;
  if (!(denominator > 0 && k > 0)) return { value: null, why: "not-identifiable", n: k };
  const value = (k * reliability) / denominator;
  return Number.isFinite(value) ? { value, why: null, n: k } : { value: null, why: "overflow", n: k };
}
