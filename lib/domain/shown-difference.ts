import type { Figure } from "./report-figures";

/** As far as a claim depends on it. */
type ShownDifference = { value: number | null; interval?: Pick<NonNullable<Figure["interval"]>, "low" | "high"> | null | undefined };

/** What p must not exceed after correction: the chance of a false claim. */
export const claimLevel = 0.05;

/**
 * The sign of a difference that may be claimed; 0: it may not. Its p must hold after correction, and its interval must leave zero out: a test by
 * permutation and an interval by resampling can disagree, above all with few inputs. Without an interval the test decides alone.
 */
export function shownSign({ value, interval }: ShownDifference, adjusted: number | null): number {
  if (value === null || adjusted === null || adjusted > claimLevel) return 0;
  const holdsZero = interval && interval.low <= 0 && interval.high >= 0;
  return holdsZero ? 0 : Math.sign(value);
}
