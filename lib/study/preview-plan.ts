import { groupBy } from "@/lib/domain/group-by";
import type { PlanContent, PlanPreview } from "@/lib/domain/study-plan";
import type { Allocation } from "./allocate";
import type { StudySample } from "./pick-samples";
import { planGrid } from "./plan-grid";
import { planProblems } from "./plan-problems";
import { planSentence } from "./plan-sentence";
import { isRating } from "./planned-slot";
import { madeIn, type Staff, unitsIn } from "./staff";

/** What a plan comes to: who gets how many of what, whether that can be done, and what it costs. */
export function previewPlan(plan: PlanContent, allocation: Allocation, staff: Staff): PlanPreview {
  const { slots, samples } = allocation;
  const unitsByArm = plan.arms.map((arm) => unitsIn(staff.units, arm));
  const bySeat = groupBy(slots, (slot) => slot.seat);
  const armsOf = (own: readonly { arm: number }[]) => plan.arms.map((_, arm) => own.filter((slot) => slot.arm === arm).length);
  const seats = Array.from({ length: plan.people }, (_, seat) => {
    const own = bySeat.get(seat) ?? [];
    const seconds = staff.seconds[seat] ?? staff.medianSeconds;
    const units = own.reduce((sum, { arm }) => sum + (unitsByArm[arm] ?? 1), 0);
    return {
      position: seat,
      name: staff.names[seat] ?? null,
      ratings: own.length,
      byArm: armsOf(own),
      hours: seconds === null ? null : (units * seconds) / 3600,
      ownPace: staff.seconds[seat] != null,
    };
  });
  const hours = seats.some((seat) => seat.hours === null) ? null : seats.reduce((sum, seat) => sum + (seat.hours ?? 0), 0);
  const cost = hours === null || plan.pay === null ? null : hours * plan.pay.perHour;
  const preview = {
    sentence: planSentence(plan, allocation),
    samples: samples.length,
    shared: allocation.shared.size,
    ratings: slots.filter(isRating).length,
    planted: slots.filter((slot) => slot.planted).length,
    gold: slots.filter(({ purpose }) => purpose === "gold").length,
    attention: slots.filter(({ purpose }) => purpose === "attention").length,
    missing: allocation.missing,
    missingPlanted: allocation.missingPlanted,
    seats,
    systems: balanceBySystem(plan, allocation),
    grid: planGrid(plan, allocation),
    made: plan.arms.map((arm) => madeIn(staff.units, arm)),
    hours,
    cost,
  };
  return { ...preview, problems: planProblems(plan, preview, { allocation, staff }) };
}

/** For each system, how many ratings each arm gets, and the least and most that one person gives in it. */
function balanceBySystem(plan: PlanContent, { slots, samples }: Allocation): PlanPreview["systems"] {
  const systemOf = new Map(samples.map((sample) => [sample.id, sample.system]));
  const bySystem = groupBy(slots.filter(isRating), (slot) => systemOf.get(slot.sampleId) ?? null);
  const answers = groupBy(samples, (sample: StudySample) => sample.system);
  return [...answers].map(([system, own]) => {
    const given = bySystem.get(system) ?? [];
    const arms = plan.arms.map((_, arm) => {
      const inArm = groupBy(
        given.filter((slot) => slot.arm === arm),
        (slot) => slot.seat,
      );
      const loads = Array.from({ length: plan.people }, (_, seat) => inArm.get(seat)?.length ?? 0);
      return { ratings: loads.reduce((sum, n) => sum + n, 0), least: Math.min(...loads), most: Math.max(...loads) };
    });
    return { system, samples: own.length, arms };
  });
}
