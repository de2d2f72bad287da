import { groupBy } from "@/lib/domain/group-by";
import type { SeededRandom } from "@/lib/stats";
import type { DoneRating } from "./planned-slot";
import { tradeSeats } from "./trade-seats";

interface Deal {
  sampleIds: readonly string[];
  /** Each sample's system and subset, as an index. */
  strata: readonly number[];
  /** The seats that take part. */
  seats: readonly number[];
  /** How many of them each sample needs. */
  wanted: readonly number[];
  done: readonly DoneRating[];
  /** The seats that each sample is given to by name, at most as many as it needs. */
  fixed: readonly (readonly number[])[];
  /** The most ratings of each seat. */
  limits: readonly number[];
}

/** A sample (by index) given to a seat. */
export interface Given {
  seat: number;
  sample: number;
}

interface Seat {
  seat: number;
  load: number;
  /** Load within the present stratum. */
  stratumLoad: number;
  /** What the seat's load is measured by: equal for all, unless some have smaller limits than others. */
  target: number;
}

/**
 * Gives each sample the seats it needs: those named for it, then always the least loaded for their limit, then those with the least of this system and subset, then at
 * random. Afterwards seats trade samples of one stratum where that brings the numbers of samples that any two seats share closer together. `missing`
 * counts ratings for which no seat was left.
 */
export function dealSamples(deal: Deal, random: SeededRandom): { given: Given[]; missing: number } {
  const done = groupBy(deal.done, (one) => one.sampleId);
  // By name or by an earlier rating: neither is dealt or traded, and both count.
  const held = deal.sampleIds.map((id, sample) => new Set([...(done.get(id) ?? []).map((one) => one.seat), ...(deal.fixed[sample] ?? [])]));
  const heldBy = (seat: number, stratum: number | null) =>
    held.filter((own, sample) => own.has(seat) && (stratum === null || deal.strata[sample] === stratum)).length;
  const targets = targetLoads(deal);
  const seats = deal.seats.map<Seat>((seat, index) => ({
    seat,
    load: heldBy(seat, null),
    stratumLoad: 0,
    target: targets[index] as number,
  }));
  const fresh: number[][] = [];
  let missing = 0;
  deal.wanted.forEach((wanted, sample) => {
    const stratum = deal.strata[sample] as number;
    if (stratum !== deal.strata[sample - 1]) for (const seat of seats) seat.stratumLoad = heldBy(seat.seat, stratum);
    const taken = held[sample] as Set<number>;
    const own = pickSeats(
      seats.filter((seat) => !taken.has(seat.seat) && seat.load < (deal.limits[seat.seat] ?? 0)),
      Math.max(0, wanted - taken.size),
      random,
    );
    own.forEach(count);
    missing += Math.max(0, wanted - taken.size - own.length);
    fresh.push(own.map(({ seat }) => seat));
  });
  const isUneven = targets.some((target) => target !== targets[0]);
  if (missing > 0 && isUneven) missing -= fillGaps({ deal, seats, held, fresh });
  tradeSeats({ fresh, held, strata: deal.strata }, random);
  const given = fresh.flatMap((own, sample) => [...(deal.fixed[sample] ?? []), ...own].map((seat) => ({ seat, sample })));
  return { given, missing };
}

const count = (seat: Seat): void => {
  seat.load++;
  seat.stratumLoad++;
};

function pickSeats(seats: readonly Seat[], wanted: number, random: SeededRandom): Seat[] {
  const keyed = seats.map((seat) => ({ seat, tie: random.next() }));
  keyed.sort((a, b) => byLoad(a.seat, b.seat) || a.tie - b.tie);
  return keyed.slice(0, wanted).map(({ seat }) => seat);
}

const byLoad = (a: Seat, b: Seat) => a.load / a.target - b.load / b.target || a.stratumLoad / a.target - b.stratumLoad / b.target;

/** What each seat gives if the ratings are as even as the limits allow; 1 for all where these are alike. */
function targetLoads({ seats, wanted, limits }: Deal): number[] {
  const own = seats.map((seat) => limits[seat] ?? 0);
  if (own.every((limit) => limit === own[0])) return own.map(() => 1);
  let [left, open] = [wanted.reduce((sum, n) => sum + n, 0), own.length];
  const targets = own.map(() => 0);
  const bySize = own.map((limit, index) => ({ limit, index })).sort((a, b) => a.limit - b.limit);
  for (const { limit, index } of bySize) {
    targets[index] = Math.max(1, Math.min(limit, left / open--));
    left -= targets[index] as number;
  }
  return targets;
}

/** More samples than this that nobody can be found for are hopeless, and looking for somebody takes time. */
const mostFailures = 20;

interface Dealt {
  deal: Deal;
  seats: readonly Seat[];
  held: readonly ReadonlySet<number>[];
  fresh: number[][];
}

/**
 * Where limits differ, the seats that are left at the end may have their samples already. Such a seat then takes another sample from a seat that can
 * take the one that is short. Returns how many ratings this found.
 */
function fillGaps({ deal, seats, held, fresh }: Dealt): number {
  let [found, failures] = [0, 0];
  const has = (sample: number, seat: number) => (held[sample]?.has(seat) ?? false) || (fresh[sample]?.includes(seat) ?? false);
  const fill = (short: number): boolean => {
    for (const free of seats.filter(({ seat, load }) => load < (deal.limits[seat] ?? 0))) {
      for (const [other, own] of fresh.entries()) {
        if (has(other, free.seat)) continue;
        const place = own.findIndex((seat) => !has(short, seat));
        if (place < 0) continue;
        fresh[short]?.push(own[place] as number);
        own[place] = free.seat;
        free.load++;
        return true;
      }
    }
    return false;
  };
  deal.wanted.forEach((wanted, sample) => {
    while (failures < mostFailures && (held[sample]?.size ?? 0) + (fresh[sample]?.length ?? 0) < wanted) {
      if (fill(sample)) found++;
      else failures = failures + 1;
    }
  });
  return found;
}
