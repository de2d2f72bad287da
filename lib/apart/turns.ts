import "server-only";

/** A request that takes longer waits for more than a processor. */
const requestMs = 30;
/** How long what is computed may stand still at once, where pages leave as much again to saves; and the shortest time that is worth it. */
const mostMs = { page: 15, save: 30 };
const leastMs = 5;

/**
 * Says when what is computed stands still: while requests are under way, each in its first 30 ms, for 15 ms at once, for 30 ms if somebody saves, and in
 * the long run half of the time at most. `standStill` begins it and returns what ends it; undefined: nothing stands still.
 */
export class Turns {
  readonly #standStill: () => (() => void) | undefined;
  #underWay = 0;
  /** How long standing still is not yet made up for by going on, in milliseconds at `#countedAt`. */
  #owedMs = 0;
  #countedAt = 0;
  #goOn: (() => void) | undefined;
  #stillUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(standStill: () => (() => void) | undefined) {
    this.#standStill = standStill;
  }

  /** A request begins. Call what this returns when it has ended, once or more often. */
  begin(kind: keyof typeof mostMs): () => void {
    this.#underWay++;
    this.#stop(mostMs[kind]);
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

  #count(): void {
    const now = performance.now();
    const passed = now - this.#countedAt;
    this.#owedMs = Math.max(0, this.#owedMs + (this.#goOn === undefined ? -passed : passed));
    this.#countedAt = now;
  }

  #stop(most: number): void {
    this.#count();
    const leftMs = most - this.#owedMs;
    const until = this.#countedAt + leftMs;
    if (this.#goOn === undefined ? leftMs < leastMs : until <= this.#stillUntil) return;
    this.#goOn ??= this.#standStill();
    if (this.#goOn === undefined) return;
    this.#stillUntil = until;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#continue(), leftMs);
  }

  #continue(): void {
    if (this.#goOn === undefined) return;
    this.#count();
    clearTimeout(this.#timer);
    this.#goOn();
    this.#goOn = undefined;
  }
}
