import { type DrawChances, drawsUnequally, type PlanArm, type PlanContent } from "@/lib/domain/study-plan";
import { type SeededRandom, seededRandom, streamSeed } from "@/lib/stats";
import { armCounts, chooseArms } from "./choose-arms";
import { dealSamples, type Given } from "./deal-samples";
import { type HiddenSample, hideGold } from "./hide-gold";
import { orderSlots } from "./order-slots";
import { fixedSeats, makeRoom, namedSeats, seatLimits } from "./personal";
import { pickSamples, type StudySample } from "./pick-samples";
import type { DoneRating, PlannedSlot } from "./planned-slot";
import { plantDrafts } from "./plant-drafts";
import { shuffled } from "./shuffled";

export interface Allocation {
  slots: PlannedSlot[];
  /** Samples in the study. */
  samples: StudySample[];
  /** Null: samples had the same chance of being in the study. */
  chances: DrawChances | null;
  /** Samples of the task that two judges or more have scored. */
  judged: number;
  /** Samples that everybody rates. */
  shared: ReadonlySet<string>;
  /** Arm of each seat in the parallel design; empty otherwise. */
  armOfSeat: number[];
  /** Ratings that the plan wants and nobody can give: too few people, or their caps are reached. */
  missing: number;
  /** Ratings that people are given by name. */
  byName: number;
  /** Samples given to people by name that they cannot be asked to rate: more people than the sample has places. */
  unplaced: DoneRating[];
  /** Ids given to people by name that are no sample's. */
  unknown: string[];
  /** Ratings with a draft that is wrong on purpose that nobody is left for. */
  missingPlanted: number;
}

type Choices = Pick<
  PlanContent,
  | (
      | "design"
      | "arms"
      | "overlap"
      | "shared"
      | "samples"
      | "people"
      | "maxPerPerson"
      | "order"
      | "blockSize"
      | "repeatShare"
      | "seed"
      | "draw"
    )
  | ("planted" | "goldShare" | "attentionShare" | "named" | "personal")
>;

/**
 * Who rates what, in which arm and order. The same plan, samples and seed give the same allocation on every machine.
 *
 * Samples are dealt like cards, system by system, so that the loads of two seats never differ by more than one, in all and within each system and
 * subset (unless caps or ratings already given prevent it); among equally loaded seats those are chosen that have shared the fewest samples so far,
 * which keeps incomplete blocks near balance. Each sample's ratings are divided among the arms by share. Ratings of drafts that are wrong on purpose
 * come on top, by people who do not rate the sample otherwise.
 *
 * `hidden` are the samples with known answers that may be given out among the work; `apart` is where judges differ (`WeightedDraw`).
 */
export function allocate(
  plan: Choices,
  samples: readonly StudySample[],
  done: readonly DoneRating[] = [],
  hidden: readonly HiddenSample[] = [],
  apart: ReadonlyMap<string, number> = new Map(),
): Allocation {
  const stream = (name: string) => seededRandom(streamSeed(plan.seed, name));
  const byName = namedSeats(plan, samples);
  const { chosen, shared, chances } = pickSamples(samples, plan, stream("samples"), {
    needed: new Set(byName.seats.keys()),
    weighted: drawsUnequally(plan) ? { apart, random: stream("draw") } : null,
  });
  const overlaps = chosen.map(({ id }) => (shared.has(id) ? plan.people : plan.overlap));
  // Within people, the second arm follows as a second round.
  const arms = plan.design === "within" ? plan.arms.slice(0, 1) : plan.arms;
  const strata = strataOf(chosen);
  const sampleIds = chosen.map(({ id }) => id);
  const limits = seatLimits(plan);
  const unplaced: DoneRating[] = [];
  let fixedRatings = 0;
  const deal = (name: string, seats: number[], wanted: number[]) => {
    const own = done.filter(({ seat }) => seats.includes(seat));
    const found = fixedSeats({ sampleIds, wanted, seats }, byName.seats, own);
    unplaced.push(...found.unplaced);
    fixedRatings += found.fixed.reduce((sum, fixed) => sum + fixed.length, 0);
    return dealSamples({ sampleIds, strata, seats, wanted, done: own, fixed: found.fixed, limits }, stream(name));
  };
  const allSeats = Array.from({ length: plan.people }, (_, seat) => seat);
  const armOfSeat = plan.design === "parallel" ? seatsByArm(arms, plan.people, stream("seats")) : [];
  let ratings: (Given & { arm: number })[] = [];
  let missing = 0;
  if (plan.design === "parallel") {
    const namedInArm = (id: string) => arms.map((_, arm) => (byName.seats.get(id) ?? []).filter((seat) => armOfSeat[seat] === arm).length);
    const counts = armCounts(overlaps, arms, stream("counts")).map((own, sample) => makeRoom(own, namedInArm(sampleIds[sample] ?? "")));
    arms.forEach((_, arm) => {
      const seats = allSeats.filter((seat) => armOfSeat[seat] === arm);
      const wanted = chosen.map(({ id }, sample) => (shared.has(id) ? seats.length : (counts[sample]?.[arm] ?? 0)));
      const dealt = deal(`deal ${arm}`, seats, wanted);
      missing += dealt.missing;
      ratings = ratings.concat(dealt.given.map((one) => ({ ...one, arm })));
    });
  } else {
    const dealt = deal("deal", allSeats, overlaps);
    missing = dealt.missing;
    ratings = chooseArms(dealt.given, { strata, arms }, stream("arms"));
  }
  const wrong = plantDrafts(ratings, { plan, sampleIds, strata, armOfSeat, done }, stream("planted"));
  const all = [...ratings.map((one) => ({ ...one, planted: false })), ...wrong.planted.map((one) => ({ ...one, planted: true }))];
  const ordered = orderSlots(numberSlots(all, chosen, shared), plan, stream("order"));
  const slots = hideGold(ordered, { plan, hidden }, stream("gold"));
  const given = { byName: fixedRatings, unplaced, unknown: byName.unknown };
  const judged = samples.filter(({ id }) => apart.has(id)).length;
  return { slots, samples: chosen, chances, judged, shared, armOfSeat, missing, ...given, missingPlanted: wrong.missing };
}

/** The system and subset of each sample as an index; the samples come stratum by stratum. */
function strataOf(samples: readonly StudySample[]): number[] {
  let stratum = 0;
  return samples.map((sample, index) => {
    const previous = samples[index - 1];
    if (previous && (previous.system !== sample.system || previous.subset !== sample.subset)) stratum++;
    return stratum;
  });
}

/** Numbers each sample's ratings from 0. */
function numberSlots(
  ratings: readonly (Given & { arm: number; planted: boolean })[],
  samples: readonly StudySample[],
  shared: ReadonlySet<string>,
) {
  const next = samples.map(() => 0);
  return ratings.map(({ seat, sample, arm, planted }) => {
    const { id: sampleId } = samples[sample] as StudySample;
    const slot = next[sample] as number;
    next[sample] = slot + 1;
    return { seat, sampleId, arm, slot, planted, round: 0, purpose: shared.has(sampleId) ? ("shared" as const) : ("work" as const) };
  });
}

/** Divides the seats among the arms by share, each arm within one seat of its part. */
function seatsByArm(arms: readonly PlanArm[], people: number, random: SeededRandom): number[] {
  const total = arms.reduce((sum, one) => sum + one.share, 0);
  const parts = arms.map(({ share }, arm) => ({
    arm,
    whole: Math.floor((people * share) / total),
    rest: ((people * share) % total) / total,
  }));
  let left = people - parts.reduce((sum, { whole }) => sum + whole, 0);
  for (const part of [...parts].sort((a, b) => b.rest - a.rest || a.arm - b.arm)) if (left-- > 0) part.whole++;
  return shuffled(
    parts.flatMap(({ arm, whole }) => Array<number>(whole).fill(arm)),
    random,
  );
}
