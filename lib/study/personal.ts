import { groupBy } from "@/lib/domain/group-by";
import type { PlanContent } from "@/lib/domain/study-plan";
import type { StudySample } from "./pick-samples";
import type { DoneRating } from "./planned-slot";

type Terms = Pick<PlanContent, "named" | "personal" | "maxPerPerson">;

/** The most ratings that the person of each seat gives: their own limit, else everybody's. Named people hold the first seats. */
export function seatLimits({ named, personal, maxPerPerson, people }: Terms & { people: number }): number[] {
  const own = new Map(personal.map(({ userId, maxRatings }) => [userId, maxRatings]));
  return Array.from({ length: people }, (_, seat) => own.get(named[seat] ?? "") ?? maxPerPerson ?? Number.POSITIVE_INFINITY);
}

/** How many ratings all people together may give. */
export function ratingsWithinLimits(plan: Omit<Terms, "named"> & { people: number }): number {
  const own = plan.personal.flatMap(({ maxRatings }) => maxRatings ?? []);
  const others = Math.max(0, plan.people - own.length);
  return own.reduce((sum, most) => sum + most, 0) + (others === 0 ? 0 : others * (plan.maxPerPerson ?? Number.POSITIVE_INFINITY));
}

/** The seats that the plan gives each sample to by name, by the sample's id; and the ids that are no sample's. */
export function namedSeats(
  { named, personal }: Pick<Terms, "named" | "personal">,
  samples: readonly StudySample[],
): { seats: Map<string, number[]>; unknown: string[] } {
  const seats = new Map<string, number[]>();
  const unknown: string[] = [];
  if (personal.every((terms) => terms.samples.length === 0)) return { seats, unknown };
  const byName = new Map(samples.map(({ id, externalId }) => [externalId, id]));
  for (const terms of personal) {
    const seat = named.indexOf(terms.userId);
    for (const name of new Set(terms.samples)) {
      const id = byName.get(name);
      if (id === undefined) unknown.push(name);
      else if (seat >= 0) seats.set(id, [...(seats.get(id) ?? []), seat]);
    }
  }
  return { seats, unknown: [...new Set(unknown)] };
}

/** For each sample of a deal, the seats that it is given to by name and that have not rated it: no more than it needs. The rest has no place. */
export function fixedSeats(
  { sampleIds, wanted, seats }: { sampleIds: readonly string[]; wanted: readonly number[]; seats: readonly number[] },
  named: ReadonlyMap<string, readonly number[]>,
  done: readonly DoneRating[],
): { fixed: number[][]; unplaced: DoneRating[] } {
  const unplaced: DoneRating[] = [];
  if (named.size === 0) return { fixed: [], unplaced };
  const rated = groupBy(done, ({ sampleId }) => sampleId);
  const fixed = sampleIds.map((sampleId, sample) => {
    const before = new Set(rated.get(sampleId)?.map(({ seat }) => seat));
    const own = (named.get(sampleId) ?? []).filter((seat) => seats.includes(seat) && !before.has(seat));
    const places = Math.max(0, (wanted[sample] ?? 0) - before.size);
    for (const seat of own.slice(places)) unplaced.push({ seat, sampleId });
    return own.slice(0, places);
  });
  return { fixed, unplaced };
}

/**
 * Moves ratings of a sample to the arms of the people it is given to by name, in the parallel design: each arm gets at least as many as it has of
 * them, and the sample keeps its overlap.
 */
export function makeRoom(counts: readonly number[], named: readonly number[]): number[] {
  const moved = [...counts];
  named.forEach((needed, arm) => {
    while ((moved[arm] ?? 0) < needed) {
      const spare = moved.map((count, other) => count - (named[other] ?? 0));
      const from = spare.indexOf(Math.max(...spare));
      if ((spare[from] ?? 0) <= 0) return;
      moved[from] = (moved[from] ?? 0) - 1;
      moved[arm] = (moved[arm] ?? 0) + 1;
    }
  });
  return moved;
}
