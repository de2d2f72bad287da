import type { Figure } from "@/lib/domain/report";
import type { StudyQuality } from "@/lib/domain/study-quality";
import { count, decimals, percent, percentRange } from "../charts/format";

/** A share with its interval and what it is of; below ten, that it is little. */
export function shareWords(figure: Figure): string {
  if (figure.value === null) return "–";
  const range = figure.interval ? ` (${percentRange(figure.interval)})` : "";
  return `${percent(figure.value)}${range}, n ${count(figure.n)}${figure.n < 10 ? ", few" : ""}`;
}

/** What a slope over the order of samples says, which its interval decides. */
export function driftWords({ value, n, interval }: Figure): string {
  if (value === null || !interval) return n === 0 ? "–" : `too few samples (n ${count(n)})`;
  // A slope of one sample to the next is too small to read.
  const change = `${decimals(Math.abs(value) * 10_000, 1)} % of the scale in 100 samples (${percentRange({ low: interval.low * 100, high: interval.high * 100 })}), n ${count(n)}`;
  if (interval.low > 0) return `more lenient: ${change}`;
  if (interval.high < 0) return `stricter: ${change}`;
  return `no change shown, n ${count(n)}`;
}

/** Exact agreement, distance and correlation of repeated ratings. */
export function retestWords({ n, exact, difference, correlation }: StudyQuality["pooled"]["retest"]): string {
  if (n === 0) return "–";
  const distance = difference.value === null ? "" : `; ${percent(difference.value)} of the scale apart`;
  const likeness =
    correlation.value === null
      ? ""
      : `; correlation ${decimals(correlation.value)}${correlation.interval ? ` (${decimals(correlation.interval.low)} to ${decimals(correlation.interval.high)})` : ""}`;
  return `${shareWords(exact)} the same${distance}${likeness}`;
}

/** Attention checks failed, of those submitted. */
export const checkWords = ({ checks, checksFailed }: { checks: number; checksFailed: number }): string =>
  checks === 0 ? "–" : `${count(checksFailed)} of ${count(checks)} failed`;
