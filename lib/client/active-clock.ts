/** After this long without activity, a person counts as idle. */
export const idleAfterMs = 60_000;

/**
 * Counts active time per unit: from one sign of activity to the next, at most `idleAfterMs` each, and not while the page is hidden.
 * The caller passes times in milliseconds from any monotonic clock.
 */
export class ActiveClock {
  private unit: string | null = null;
  private since: number | null = null;

  constructor(private readonly totals: Record<string, number>) {}

  /** The current unit. */
  turnTo(unit: string, now: number): void {
    this.settle(now);
    this.unit = unit;
    this.since = now;
  }

  /** Records a key press, click or scroll. */
  alive(now: number): void {
    this.settle(now);
    this.since = now;
  }

  /** The page is hidden: nothing counts until the next activity. */
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
