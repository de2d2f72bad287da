import { confidenceOf, wholeCount } from "./arguments";
import type { IntervalEstimate } from "./result";
import { StatsInputError } from "./result";
import { normalPpf } from "./special-functions";

/**
 * A share with Wilson's score interval.
 *
 * (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n), p = successes / n. It stays inside 0..1 and is sound for small n and for
 * shares near 0 and 1. Undefined for n = 0 (`no-units`).
 *
 * @throws StatsInputError unless successes and n are whole and 0 <= successes <= n
 * @example wilson({ successes: 81, n: 100 }).interval?.high // 0.8748524849023126
 * Source: Wilson 1927; Brown, Cai & DasGupta 2001.
 */
export function wilson(input: { successes: number; n: number; confidence?: number }): IntervalEstimate {
  const { successes, n } = input;
  wholeCount("n", n);
  wholeCount("successes", successes);
  if (successes > n) throw new StatsInputError("successes", `must be at most n = ${n}, got ${successes}`);
  const confidence = confidenceOf(input.confidence);
  if (n === 0) return { value: null, why: "no-units", n, interval: null, intervalWhy: "undefined-estimate" };
  const z = normalPpf(0.5 + confidence / 2);
  const share = successes / n;
  const denominator = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / denominator;
  const reach = (z / denominator) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const low = successes === 0 ? 0 : centre - reach;
  const high = successes === n ? 1 : centre + reach;
  return {
    value: share,
    why: null,
    n,
    interval: { low, high, confidence, method: "wilson", resamples: null, seed: null },
    intervalWhy: null,
  };
}
