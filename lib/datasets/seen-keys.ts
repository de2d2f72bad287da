import { createHash } from "node:crypto";

/**
 * Remembers in which row a key was first seen, in 12 bytes a key: a 64-bit hash and the row, in an open-addressed table. At twenty
 * million keys the chance that any two different ones share a hash is about one in 100,000.
 */
export class SeenKeys {
  readonly #maxSlots: number;
  #high: Uint32Array;
  #low: Uint32Array;
  #rows: Uint32Array;
  #count = 0;

  /** @param maxSlots power of two; three quarters of it is how many keys are remembered (6 million in 100 MB by default) */
  constructor(maxSlots = 2 ** 23) {
    this.#maxSlots = maxSlots;
    const slots = Math.min(1024, maxSlots);
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#rows = new Uint32Array(slots);
  }

  /** Whether the memory given to it is used up: keys not seen before are then no longer remembered. */
  get full(): boolean {
    return this.#count * 4 >= this.#maxSlots * 3;
  }

  /** @returns the row in which the key was first seen, or null now that it is remembered (or the memory is full) */
  firstRow(key: string, row: number): number | null {
    const digest = createHash("sha256").update(key, "utf8").digest();
    const slot = this.#slot(digest.readUInt32LE(0), digest.readUInt32LE(4));
    const known = this.#rows[slot] ?? 0;
    if (known !== 0) return known;
    if (this.full) return null;
    this.#put(slot, digest.readUInt32LE(0), digest.readUInt32LE(4), row);
    if (++this.#count * 4 > this.#rows.length * 3 && this.#rows.length < this.#maxSlots) this.#grow();
    return null;
  }

  #slot(high: number, low: number): number {
    const mask = this.#rows.length - 1;
    let slot = low & mask;
    while (this.#rows[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low)) slot = (slot + 1) & mask;
    return slot;
  }

  #put(slot: number, high: number, low: number, row: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#rows[slot] = row;
  }

  #grow(): void {
    const [high, low, rows] = [this.#high, this.#low, this.#rows];
    this.#high = new Uint32Array(rows.length * 2);
    this.#low = new Uint32Array(rows.length * 2);
    this.#rows = new Uint32Array(rows.length * 2);
    for (const [slot, row] of rows.entries()) {
      if (row === 0) continue;
      this.#put(this.#slot(high[slot] ?? 0, low[slot] ?? 0), high[slot] ?? 0, low[slot] ?? 0, row);
    }
  }
}
