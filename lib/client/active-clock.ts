/** After so long without a sign of life a person is taken to have stopped. */
export const idleAfterMs = 60_000;

/**
 * Counts the time somebody is at work, unit by unit: from one sign of life to the next, never more than `idleAfterMs` at once, and not
 * while the page is hidden. Times are given by the caller, in milliseconds of any steady clock.
 */
export class ActiveClock {
  private unit: string | null = null;
  private since: number | null = null;

  constructor(private readonly totals: Record<string, number>) {}

  /** The unit now worked on. */
  turnTo(unit: string, now: number): void {
    this.settle(now);
    this.unit = unit;
    this.since = now;
  }

  /** A key, a click, a scroll. */
  alive(now: number): void {
    this.settle(now);
    this.since = now;
  }

  /** The page is hidden: nothing counts until the next sign of life. */
  pause(now: number): void {
    this.settle(now);
    this.since = null;
  }

  total(unit: string, now: number): number {
    return (this.totals[unit] ?? 0) + (unit === this.unit ? this.running(now) : 0);
  }

  totalOfAll(now: number): number {
    return Object.values(this.totals).reduce((sum, ms) => sum + ms, 0) + this.running(now);
  }

  private running(now: number): number {
    return this.since === null ? 0 : Math.min(idleAfterMs, Math.max(0, now - this.since));
  }

  private settle(now: number): void {
    if (this.unit !== null) this.totals[this.unit] = (this.totals[this.unit] ?? 0) + this.running(now);
    if (this.since !== null) this.since = now;
  }
}
