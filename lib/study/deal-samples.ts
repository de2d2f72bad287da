import type { SeededRandom } from "@/lib/stats";
import { groupBy } from "./group-by";
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
  maxPerPerson: number | null;
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
}

/**
 * Gives each sample the seats it needs: always the least loaded, then those with the least of this system and subset, then at random. Afterwards seats
 * trade samples of one stratum where that brings the numbers of samples that any two seats share closer together. `missing` counts ratings for which
 * no seat was left.
 */
export function dealSamples(deal: Deal, random: SeededRandom): { given: Given[]; missing: number } {
  const done = groupBy(deal.done, (one) => one.sampleId);
  const held = deal.sampleIds.map((id) => new Set(done.get(id)?.map((one) => one.seat)));
  const heldBy = (seat: number, stratum: number | null) =>
    held.filter((own, sample) => own.has(seat) && (stratum === null || deal.strata[sample] === stratum)).length;
  const seats = deal.seats.map<Seat>((seat) => ({ seat, load: heldBy(seat, null), stratumLoad: 0 }));
  const fresh: number[][] = [];
  let missing = 0;
  deal.wanted.forEach((wanted, sample) => {
    const stratum = deal.strata[sample] as number;
    if (stratum !== deal.strata[sample - 1]) for (const seat of seats) seat.stratumLoad = heldBy(seat.seat, stratum);
    const taken = held[sample] as Set<number>;
    const own = pickSeats(
      seats.filter((seat) => !taken.has(seat.seat) && (deal.maxPerPerson === null || seat.load < deal.maxPerPerson)),
      Math.max(0, wanted - taken.size),
      random,
    );
    own.forEach(count);
    missing += Math.max(0, wanted - taken.size - own.length);
    fresh.push(own.map(({ seat }) => seat));
  });
  tradeSeats({ fresh, held, strata: deal.strata }, random);
  return { given: fresh.flatMap((own, sample) => own.map((seat) => ({ seat, sample }))), missing };
}

const count = (seat: Seat): void => {
  seat.load++;
  seat.stratumLoad++;
};

function pickSeats(seats: readonly Seat[], wanted: number, random: SeededRandom): Seat[] {
  const keyed = seats.map((seat) => ({ seat, tie: random.next() }));
  keyed.sort((a, b) => a.seat.load - b.seat.load || a.seat.stratumLoad - b.seat.stratumLoad || a.tie - b.tie);
  return keyed.slice(0, wanted).map(({ seat }) => seat);
}
