/** After this long without activity, a person counts as idle. */
export const idleAfterMs = 60_000;

/**
 * Counts active time per unit: from one sign of activity to the next, at most `idleAfterMs` each, and neither while the page has no focus nor during
 * a break the annotator takes.
 * The caller passes times in milliseconds from any monotonic clock.
 */
export class ActiveClock {
  private unit: string | null = null;
  private since: number | null = null;
  private onBreak = false;

  constructor(private readonly totals: Record<string, number>) {}

  /** The current unit. */
  turnTo(unit: string, now: number): void {
    this.settle(now);
    this.unit = unit;
    if (!this.onBreak) this.since = now;
  }

  /** Records a key press, click or scroll. */
  alive(now: number): void {
    if (this.onBreak) return;
    this.settle(now);
    this.since = now;
  }

  /** The page is hidden or has lost the focus: nothing counts until the next activity. */
  pause(now: number): void {
    this.settle(now);
    this.since = null;
  }

  /** The annotator takes a break: nothing counts until it ends, whatever is pressed. */
  startBreak(now: number): void {
    this.pause(now);
    this.onBreak = true;
  }

  endBreak(now: number): void {
    this.onBreak = false;
    this.since = now;
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
