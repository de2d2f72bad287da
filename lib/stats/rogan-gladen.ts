import { confidenceOf, shareArgument, wholeCount } from "./arguments";
import { withWidth } from "./resampling";
import type { IntervalEstimate } from "./result";
import { normalPpf } from "./special-functions";

export interface RoganGladenInput {
  /** Share of the n judged units that the judge passes. */
  judgePassShare: number;
  n: number;
  /** P(judge passes | human passes), from passUnits calibration units. */
  sensitivity: number;
  passUnits: number;
  /** P(judge fails | human fails), from failUnits calibration units. */
  specificity: number;
  failUnits: number;
  confidence?: number;
}

export interface RoganGladenResult extends IntervalEstimate {
  standardError: number | null;
}

/**
 * The true pass rate behind an imperfect judge's pass rate.
 *
 * theta = (p + q0 - 1) / (q0 + q1 - 1), q0 specificity, q1 sensitivity; variance by the delta method with the calibration's own error:
 * (p(1-p)/n + (1-theta)^2 q0(1-q0)/m0 + theta^2 q1(1-q1)/m1) / (q0+q1-1)^2; Wald interval, its ends cut to 0..1. Undefined when q0 + q1 <= 1, where
 * the judge is no better than chance (`not-identifiable`), or n = 0 (`no-units`). The estimate itself is never cut.
 *
 * @example
 * roganGladen({ judgePassShare: 0.8, n: 1000, sensitivity: 0.9, passUnits: 100, specificity: 0.85, failUnits: 100 }).value // 0.8666666666666667
 * Source: Rogan & Gladen 1978; Lee et al. 2025.
 */
export function roganGladen(input: RoganGladenInput): RoganGladenResult {
  const confidence = confidenceOf(input.confidence);
  const p = shareArgument("judgePassShare", input.judgePassShare);
  const q1 = shareArgument("sensitivity", input.sensitivity);
  const q0 = shareArgument("specificity", input.specificity);
  const n = wholeCount("n", input.n);
  const m1 = wholeCount("passUnits", input.passUnits);
  const m0 = wholeCount("failUnits", input.failUnits);
  const none = { value: null, n, interval: null, intervalWhy: "undefined-estimate" as const, standardError: null };
  if (n === 0) return { ...none, why: "no-units" };
  const edge = q0 + q1 - 1;
  if (edge <= 1e-15) return { ...none, why: "not-identifiable" };
  const value = (p + q0 - 1) / edge;
  if (m0 === 0 || m1 === 0) return { value, why: null, n, interval: null, intervalWhy: "too-few", standardError: null };
  const variance = (p * (1 - p)) / n + ((1 - value) ** 2 * q0 * (1 - q0)) / m0 + (value ** 2 * q1 * (1 - q1)) / m1;
  const standardError = Math.sqrt(variance) / edge;
  const reach = normalPpf(0.5 + confidence / 2) * standardError;
  const cut = (x: number): number => Math.min(1, Math.max(0, x));
  const interval = { low: cut(value - reach), high: cut(value + reach), confidence, method: "wald" as const, resamples: null, seed: null };
  return { value, why: null, n, ...withWidth(interval), standardError };
}
