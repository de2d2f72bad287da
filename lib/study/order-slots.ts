import { groupBy } from "@/lib/domain/group-by";
import type { PlanContent } from "@/lib/domain/study-plan";
import type { SeededRandom } from "@/lib/stats";
import type { PlannedSlot } from "./planned-slot";
import { shuffled } from "./shuffled";

type Unordered = Omit<PlannedSlot, "position" | "swapped">;
type Choices = Pick<PlanContent, "design" | "arms" | "order" | "blockSize" | "repeatShare">;

/**
 * Puts each seat's ratings in an order of its own and adds second rounds: repeats in the last third of the order, of samples from the first half;
 * within people, every sample again in the second arm after all have been rated in the first. Half of a seat's pairs are shown swapped; a second
 * round shows a pair as the first did, and a repeat the draft. Within people, a draft that is wrong on purpose is shown in the second round.
 */
export function orderSlots(first: readonly Unordered[], plan: Choices, random: SeededRandom): PlannedSlot[] {
  const bySeat = [...groupBy(first, (slot) => slot.seat)].sort(([a], [b]) => a - b);
  return bySeat.flatMap(([, own]) => {
    const mixed = shuffled(own, random);
    const ordered = plan.order === "blocks" ? inBlocks(mixed, plan.blockSize, random) : mixed;
    const swaps = new Map(shuffled(ordered, random).map((slot, index) => [slot.sampleId, index % 2 === 1]));
    const rounds =
      plan.design === "within" && plan.arms.length === 2
        ? [
            ...ordered.map((slot) => ({ ...slot, planted: false })),
            ...shuffled(ordered, random).map((slot) => ({ ...slot, arm: 1, round: 1 })),
          ]
        : withRepeats(ordered, plan.repeatShare, random);
    return rounds.map((slot, position) => ({ ...slot, position, swapped: swaps.get(slot.sampleId) ?? false }));
  });
}

/** Blocks of one arm, the arms taking turns; which arm begins is drawn. */
function inBlocks(slots: readonly Unordered[], size: number, random: SeededRandom): Unordered[] {
  const byArm = shuffled(
    [...groupBy(slots, (slot) => slot.arm)].sort(([a], [b]) => a - b).map(([, own]) => own),
    random,
  );
  const ordered: Unordered[] = [];
  for (let from = 0; ordered.length < slots.length; from += size) for (const own of byArm) ordered.push(...own.slice(from, from + size));
  return ordered;
}

function withRepeats(slots: readonly Unordered[], share: number, random: SeededRandom): Unordered[] {
  const wanted = Math.round(slots.length * share);
  const early = shuffled(slots.slice(0, Math.ceil(slots.length / 2)), random).slice(0, wanted);
  const ordered = [...slots];
  const late = Math.floor((slots.length * 2) / 3);
  for (const slot of early) {
    ordered.splice(late + random.int(ordered.length - late + 1), 0, { ...slot, round: 1, purpose: "repeat" });
  }
  return ordered;
}
