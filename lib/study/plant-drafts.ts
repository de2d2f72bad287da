import { groupBy } from "@/lib/domain/group-by";
import type { PlanContent } from "@/lib/domain/study-plan";
import type { SeededRandom } from "@/lib/stats";
import type { Given } from "./deal-samples";
import { seatLimits } from "./personal";
import type { DoneRating } from "./planned-slot";
import type { Edge } from "./share-evenly";
import { shareEvenly } from "./share-evenly";
import { shuffled } from "./shuffled";

/** A rating in an arm, with the indices of its seat, sample and arm. */
type InArm = Given & { arm: number };

interface Planting {
  plan: Pick<PlanContent, "design" | "arms" | "planted" | "people" | "maxPerPerson" | "named" | "personal">;
  sampleIds: readonly string[];
  /** Each sample's system and subset, as an index. */
  strata: readonly number[];
  /** Arm of each seat in the parallel design; empty otherwise. */
  armOfSeat: readonly number[];
  done: readonly DoneRating[];
}

/** A sample has at most this many candidates for each rating to be planted, so that large studies take seconds. */
const candidatesPerRating = 4;
const leastCandidates = 8;

/**
 * Chooses who rates which sample with a draft that is wrong on purpose: people who do not rate that sample otherwise, so that the plan's overlap is
 * reached by ratings of honest drafts alone. Together they are the plan's share of the ratings that show a draft, spread evenly over samples, systems,
 * subsets and people as far as there are people left. `missing` counts those that nobody is left for.
 */
export function plantDrafts(
  honest: readonly InArm[],
  { plan, sampleIds, strata, armOfSeat, done }: Planting,
  random: SeededRandom,
): { planted: InArm[]; missing: number } {
  if (plan.planted === null) return { planted: [], missing: 0 };
  const { share } = plan.planted;
  const held = groupBy(honest, ({ sample }) => sample);
  const before = groupBy(done, ({ sampleId }) => sampleId);
  const takenBy = sampleIds.map(
    (id, sample) => new Set([...(held.get(sample) ?? []).map(({ seat }) => seat), ...(before.get(id) ?? []).map(({ seat }) => seat)]),
  );
  const loads = Array.from({ length: plan.people }, () => 0);
  for (const taken of takenBy) for (const seat of taken) loads[seat] = (loads[seat] ?? 0) + 1;
  const limits = seatLimits(plan);
  const isFull = (seat: number) => (loads[seat] ?? 0) >= (limits[seat] ?? 0);
  const planted: InArm[] = [];
  let missing = 0;
  // Within people, the second arm is a second round of the first.
  const arms = plan.design === "within" ? [0] : plan.arms.flatMap(({ arm }, index) => (arm === "blind" ? [] : [index]));
  for (const arm of plan.arms.some((one) => one.arm !== "blind") ? arms : []) {
    const shown = honest.filter((one) => one.arm === arm).length;
    const wanted = Math.round((shown * share) / (1 - share));
    const seats = shuffled(
      loads.flatMap((_, seat) => (armOfSeat.length === 0 || armOfSeat[seat] === arm ? [seat] : [])),
      random,
    );
    const free = freePlaces({ seats, takenBy, strata, isFull }, wanted);
    const chosen = shareEvenly(free, { part: Math.min(wanted, free.length), whole: Math.max(1, free.length) }, random);
    let given = 0;
    for (const { seat, sample } of free.filter((_, index) => chosen[index])) {
      if (given === wanted || isFull(seat)) continue;
      loads[seat] = (loads[seat] ?? 0) + 1;
      takenBy[sample]?.add(seat);
      planted.push({ seat, sample, arm });
      given++;
    }
    missing += wanted - given;
  }
  return { planted, missing };
}

interface Places {
  seats: readonly number[];
  /** The seats that rate each sample already. */
  takenBy: readonly ReadonlySet<number>[];
  strata: readonly number[];
  isFull: (seat: number) => boolean;
}

/** Samples with the seats that could rate them besides; of many seats, each sample has some, all seats in turn. */
function freePlaces({ seats, takenBy, strata, isFull }: Places, wanted: number): Edge[] {
  const most = Math.max(leastCandidates, candidatesPerRating * Math.ceil(wanted / Math.max(1, takenBy.length)));
  let turn = 0;
  return takenBy.flatMap((taken, sample) => {
    const own: Edge[] = [];
    for (let tried = 0; tried < seats.length && own.length < most; tried++, turn++) {
      const seat = seats[turn % seats.length] as number;
      if (!taken.has(seat) && !isFull(seat)) own.push({ seat, sample, stratum: strata[sample] ?? 0 });
    }
    return own;
  });
}
