import "server-only";

/** A request that takes longer waits for more than a processor. */
const requestMs = 30;
/** The longest time at once that what is computed stands still, and the shortest that is worth it. */
const longestMs = 20;
const shortestMs = 5;

/**
 * Says when what is computed stands still: while requests are under way, each in its first 30 ms, for 20 ms at once and in the long run half of the time
 * at most. `standStill` begins it and returns what ends it; undefined: nothing stands still.
 */
export class Turns {
  readonly #standStill: () => (() => void) | undefined;
  #underWay = 0;
  /** How long standing still is not yet made up for by going on, in milliseconds at `#countedAt`. */
  #owedMs = 0;
  #countedAt = 0;
  #goOn: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(standStill: () => (() => void) | undefined) {
    this.#standStill = standStill;
  }

  /** A request begins. Call what this returns when it has ended, once or more often. */
  begin(): () => void {
    if (this.#underWay++ === 0) this.#stop();
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(late);
      if (--this.#underWay === 0) this.#continue();
    };
    const late = setTimeout(end, requestMs).unref();
    return end;
  }

  #stop(): void {
    const now = performance.now();
    this.#owedMs = Math.max(0, this.#owedMs - (now - this.#countedAt));
    this.#countedAt = now;
    const mostMs = longestMs - this.#owedMs;
    if (mostMs < shortestMs) return;
    this.#goOn = this.#standStill();
    if (this.#goOn !== undefined) this.#timer = setTimeout(() => this.#continue(), mostMs);
  }

  #continue(): void {
    if (this.#goOn === undefined) return;
    clearTimeout(this.#timer);
    this.#goOn();
    this.#goOn = undefined;
    const now = performance.now();
    this.#owedMs += now - this.#countedAt;
    this.#countedAt = now;
  }
}
