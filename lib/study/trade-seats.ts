import { groupBy } from "@/lib/domain/group-by";
import type { SeededRandom } from "@/lib/stats";

/** More tries than these change little, and the largest studies must not take minutes. */
const triesPerRating = 40;
const mostTries = 1_000_000;

interface Dealt {
  /** The seats that each sample was given; traded in place. */
  fresh: number[][];
  /** The seats that had rated it before. */
  held: readonly ReadonlySet<number>[];
  strata: readonly number[];
}

/**
 * Lets seats trade samples of one stratum where that brings the numbers of samples that any two seats share closer together: hill climbing on the sum
 * of their squares. No trade changes a load.
 */
export function tradeSeats({ fresh, held, strata }: Dealt, random: SeededRandom): void {
  const together = new SharedCounts();
  const everyone = fresh.map((own, sample) => new Set([...own, ...(held[sample] ?? [])]));
  for (const own of everyone) for (const a of own) for (const b of own) if (a < b) together.add(a, b, 1);
  const ratings = fresh.reduce((sum, own) => sum + own.length, 0);
  for (const all of groupBy(fresh.keys(), (sample) => strata[sample]).values()) {
    const samples = all.flatMap((sample) => {
      const [own, seats] = [fresh[sample] ?? [], everyone[sample] ?? new Set<number>()];
      return own.length > 0 ? [{ own, seats }] : [];
    });
    const size = samples.reduce((sum, { own }) => sum + own.length, 0);
    const tries = samples.length < 2 ? 0 : Math.min(size * triesPerRating, Math.floor((mostTries * size) / ratings));
    const draw = () => samples[random.int(samples.length)] as (typeof samples)[number];
    for (let turn = 0; turn < tries; turn++) tryTrade(together, draw(), draw(), random);
  }
}

interface SampleSeats {
  own: number[];
  seats: Set<number>;
}

function tryTrade(together: SharedCounts, one: SampleSeats, other: SampleSeats, random: SeededRandom): void {
  const [i, j] = [random.int(one.own.length), random.int(other.own.length)];
  const [u, v] = [one.own[i] as number, other.own[j] as number];
  if (one.seats.has(v) || other.seats.has(u)) return;
  const withOne = [...one.seats].filter((seat) => seat !== u && !other.seats.has(seat));
  const withOther = [...other.seats].filter((seat) => seat !== v && !one.seats.has(seat));
  // (n + 1)^2 - n^2 = 2n + 1, and (n - 1)^2 - n^2 = -2n + 1.
  let change = 0;
  for (const seat of withOne) change += 2 * (together.get(seat, v) - together.get(seat, u) + 1);
  for (const seat of withOther) change += 2 * (together.get(seat, u) - together.get(seat, v) + 1);
  if (change >= 0) return;
  for (const seat of withOne) together.move(seat, { from: u, to: v });
  for (const seat of withOther) together.move(seat, { from: v, to: u });
  one.own[i] = v;
  other.own[j] = u;
  one.seats.delete(u);
  one.seats.add(v);
  other.seats.delete(v);
  other.seats.add(u);
}

/** How many samples any two seats share. */
class SharedCounts {
  private readonly counts: number[][] = [];

  get(a: number, b: number): number {
    return this.counts[Math.min(a, b)]?.[Math.max(a, b)] ?? 0;
  }

  add(a: number, b: number, by: number): void {
    const low = Math.min(a, b);
    const row = this.counts[low] ?? [];
    this.counts[low] = row;
    row[Math.max(a, b)] = this.get(a, b) + by;
  }

  move(seat: number, { from, to }: { from: number; to: number }): void {
    this.add(seat, from, -1);
    this.add(seat, to, 1);
  }
}
