import { groupBy } from "@/lib/domain/group-by";
import type { PlanContent, PlanPreview } from "@/lib/domain/study-plan";
import type { Allocation } from "./allocate";
import { isRating } from "./planned-slot";

/** The cells of larger studies cannot be distinguished when drawn. */
const mostSeats = 60;
const mostSamples = 400;

/** Who rates what, as rows of seats and columns of samples: those that everybody rates, then system by system. Null for studies too large to draw. */
export function planGrid(plan: Pick<PlanContent, "people">, { slots, samples, shared }: Allocation): PlanPreview["grid"] {
  if (plan.people > mostSeats || samples.length > mostSamples) return null;
  const common = samples.filter(({ id }) => shared.has(id));
  const others = [
    ...groupBy(
      samples.filter(({ id }) => !shared.has(id)),
      (sample) => sample.system,
    ),
  ];
  const columns = [
    ...(common.length === 0 ? [] : [{ system: null, shared: true, own: common }]),
    ...others.map(([system, own]) => ({ system, shared: false, own })),
  ];
  const firstRound = slots.filter((slot) => slot.round === 0 && isRating(slot));
  const armsOfSeat = groupBy(firstRound, (slot) => slot.seat);
  const rows = Array.from({ length: plan.people }, (_, seat) => {
    const armOf = new Map(armsOfSeat.get(seat)?.map((slot) => [slot.sampleId, slot.arm]));
    return columns.map(({ own }) => own.map(({ id }) => armOf.get(id) ?? "-").join(""));
  });
  return { columns: columns.map(({ own, ...column }) => ({ ...column, samples: own.length })), rows };
}
