import { completeTriples, type JudgePairInput } from "./judge-pair";
import { weightedPearson } from "./pearson";
import type { Estimate } from "./result";
import { normalCdf, tSf, tTwoSidedP } from "./special-functions";
import { conditioned } from "./sums";

/** Williams' t and Steiger's z for two dependent correlations that share a variable. */
export interface WilliamsResult extends Estimate {
  /** r(human, a), r(human, b), r(a, b). */
  rA: number | null;
  rB: number | null;
  rAB: number | null;
  t: number | null;
  df: number | null;
  /** P(T >= t): that a is closer than b. */
  pOneSided: number | null;
  /** Two-sided. */
  p: number | null;
  steigerZ: number | null;
  steigerP: number | null;
}

/**
 * Is Pearson's r of judge a with the humans different from that of judge b, on the same units?
 *
 * value = rA - rB; t = value sqrt((n-1)(1+rAB) / (2 |R| (n-1)/(n-3) + m^2 (1-rAB)^3)), m = (rA+rB)/2, |R| the determinant of the three
 * correlations, n - 3 degrees of freedom. Steiger's z beside it, on Fisher's scale with the pooled correlation. Units with any of the three
 * missing are dropped. Undefined for fewer than four units (`too-few`), a constant column (`constant-input`), or two judges that say the same up
 * to shift and scale (`no-variation`). Slightly liberal on rating scales; PERM-BOTH is the test to trust.
 *
 * @example williams({ human: [1, 2, 3, 4, 5], a: [1.1, 2, 3.1, 4, 5.1], b: [1.5, 2, 3.1, 4, 5.5] }).t // 4.972307827822
 * Source: Williams 1959; Steiger 1980.
 */
export function williams(input: JudgePairInput): WilliamsResult {
  const { human, a, b, n } = completeTriples(input);
  const [h, x, y] = [conditioned(human), conditioned(a), conditioned(b)];
  const ones = new Float64Array(n).fill(1);
  const rA = weightedPearson(h, x, ones);
  const rB = weightedPearson(h, y, ones);
  const rAB = weightedPearson(x, y, ones);
  const none = { t: null, df: null, pOneSided: null, p: null, steigerZ: null, steigerP: null };
  if (n < 4) return { value: null, why: "too-few", n, rA, rB, rAB, ...none };
  if (rA === null || rB === null || rAB === null) return { value: null, why: "constant-input", n, rA, rB, rAB, ...none };
  const value = rA - rB;
  const determinant = Math.max(0, (1 - rAB) * (1 + rAB - 2 * rA * rB) - value * value);
  const mean = (rA + rB) / 2;
  const variance = (2 * determinant * (n - 1)) / (n - 3) + mean * mean * (1 - rAB) ** 3;
  if (variance === 0 || rAB === -1) return { value, why: "no-variation", n, rA, rB, rAB, ...none };
  const t = value * Math.sqrt(((n - 1) * (1 + rAB)) / variance);
  const df = n - 3;
  return { value, why: null, n, rA, rB, rAB, t, df, pOneSided: tSf(t, df), p: tTwoSidedP(t, df), ...steiger(rA, rB, rAB, n) };
}

function steiger(rA: number, rB: number, rAB: number, n: number): { steigerZ: number | null; steigerP: number | null } {
  const square = ((rA + rB) / 2) ** 2;
  const covariance = rAB * (1 - 2 * square) - 0.5 * square * (1 - 2 * square - rAB * rAB);
  const s = covariance / (1 - square) ** 2;
  const z = ((Math.atanh(rA) - Math.atanh(rB)) * Math.sqrt(n - 3)) / Math.sqrt(2 - 2 * s);
  return Number.isFinite(z) ? { steigerZ: z, steigerP: 2 * normalCdf(-Math.abs(z)) } : { steigerZ: null, steigerP: null };
}
