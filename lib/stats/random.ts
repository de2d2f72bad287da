/** A repeatable stream of random numbers. The same seed gives the same stream on every machine. */
export interface SeededRandom {
  /** The next number in [0, 1), a multiple of 2^-32. */
  next(): number;
  /** The next whole number in 0..n-1. */
  int(n: number): number;
}

/** A class, so that every stream shares its methods and hot loops can have them inlined. */
class Mulberry32 implements SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    const state = this.state;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  int(n: number): number {
    return Math.floor(this.next() * n);
  }
}

/**
 * Mulberry32 (public-domain generator with 32 bits of state), this room's only source of randomness. Its seed is stored with every
 * result that used it. `seed` is taken as a 32-bit whole number.
 *
 * Good enough for a few million draws of resampling, not for cryptography.
 */
export function seededRandom(seed: number): SeededRandom {
  return new Mulberry32(seed);
}

/** A stable 32-bit seed for one stream among many, so that streams drawn in any order or in parallel stay the same (FNV-1a of the name). */
export function streamSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ (seed | 0);
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** A standard normal draw (Box-Muller, one of the pair). */
export function drawNormal(random: SeededRandom): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}
