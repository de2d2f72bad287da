import { wholeCount } from "./arguments";
import type { Estimate } from "./result";
import { binomialSf, chi2Sf } from "./special-functions";

/** McNemar's test of two judges on the same units. */
export interface McNemarResult extends Estimate {
  /** Exact two-sided binomial p; 1 when nothing is discordant. */
  p: number;
  /** (b - c)^2 / (b + c) without continuity correction, and its chi-squared p; null when nothing is discordant. */
  chiSquared: number | null;
  pChiSquared: number | null;
}

/**
 * McNemar's exact test: are two judges right equally often? Only the discordant units speak.
 *
 * value = onlyA / (onlyA + onlyB), the share of discordant units that A has right; p = min(1, 2 P(X >= max(onlyA, onlyB))) with
 * X ~ Binomial(onlyA + onlyB, 1/2). Undefined without discordant units (`no-units`).
 *
 * @param input onlyA: units that only A has right; onlyB: units that only B has right
 * @example mcnemar({ onlyA: 7, onlyB: 2 }).p // 0.1796875
 * Source: McNemar 1947.
 */
export function mcnemar(input: { onlyA: number; onlyB: number }): McNemarResult {
  const onlyA = wholeCount("onlyA", input.onlyA);
  const onlyB = wholeCount("onlyB", input.onlyB);
  const n = onlyA + onlyB;
  if (n === 0) return { value: null, why: "no-units", n, p: 1, chiSquared: null, pChiSquared: null };
  const chiSquared = (onlyA - onlyB) ** 2 / n;
  return { value: onlyA / n, why: null, n, p: exactBinomialP(onlyA, n), chiSquared, pChiSquared: chi2Sf(chiSquared, 1) };
}

/** Two-sided exact p of x successes in n fair tosses. */
export function exactBinomialP(x: number, n: number): number {
  const more = Math.max(x, n - x);
  return Math.min(1, 2 * (n <= MOST_TOSSES_COUNTED ? countedTail(more, n) : binomialSf(more, n, 0.5)));
}

/** Up to here every count of outcomes is a whole number below 2^53. */
const MOST_TOSSES_COUNTED = 50;

function countedTail(least: number, n: number): number {
  let ways = 1;
  let outcomes = 0;
  for (let k = n; k >= least; k--) {
    outcomes += ways;
    ways = (ways * k) / (n - k + 1);
  }
  return outcomes / 2 ** n;
}
