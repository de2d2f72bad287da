import { groupBy } from "@/lib/domain/group-by";
import type { PlanContent } from "@/lib/domain/study-plan";
import type { SeededRandom } from "@/lib/stats";
import type { PlannedSlot } from "./planned-slot";
import { shuffled } from "./shuffled";

/** A sample with known answers that may be given out among the work. */
export interface HiddenSample {
  id: string;
  use: "hidden" | "attention";
  /** Runs that have drafted all of its criteria. */
  runIds: readonly string[];
}

type Choices = Pick<PlanContent, "design" | "arms" | "goldShare" | "attentionShare">;

const kinds = [
  { use: "hidden", purpose: "gold", share: "goldShare" },
  { use: "attention", purpose: "attention", share: "attentionShare" },
] as const;

/**
 * Puts samples with known answers among each person's work: as many as the plan's share of it, rounded, each in its own stretch of the person's order,
 * in an arm in which the person works. Each sample is used about as often as any other. One without drafts is shown blind.
 */
export function hideGold(
  slots: readonly PlannedSlot[],
  { plan, hidden }: { plan: Choices; hidden: readonly HiddenSample[] },
  random: SeededRandom,
): PlannedSlot[] {
  const used = new Map(hidden.map(({ id }) => [id, 0]));
  const seats = [...groupBy(slots, (slot) => slot.seat)].sort(([a], [b]) => a - b);
  return seats.flatMap(([seat, own]) => {
    const firstRound = own.filter(({ round }) => round === 0);
    const secrets = kinds.flatMap(({ use, purpose, share }) => {
      const wanted = Math.round(firstRound.length * plan[share]);
      return leastUsed(
        hidden.filter((sample) => sample.use === use),
        { wanted, used },
        random,
      ).map((sample) => ({ sample, purpose }));
    });
    const drawn = secrets.map(({ sample, purpose }) => {
      const slot = used.get(sample.id) ?? 0;
      used.set(sample.id, slot + 1);
      const like = firstRound[random.int(firstRound.length)] as PlannedSlot;
      const swapped = random.int(2) === 1;
      return {
        seat,
        sampleId: sample.id,
        arm: armFor(sample, { plan, like, firstRound }),
        slot,
        round: 0,
        purpose,
        swapped,
        planted: false,
      };
    });
    return spread(own, shuffled(drawn, random), { from: plan.design === "within" ? firstRound.length : own.length, random });
  });
}

function leastUsed(
  samples: readonly HiddenSample[],
  { wanted, used }: { wanted: number; used: Map<string, number> },
  random: SeededRandom,
) {
  const mixed = shuffled(samples, random);
  return mixed.sort((a, b) => (used.get(a.id) ?? 0) - (used.get(b.id) ?? 0)).slice(0, wanted);
}

/** The arm of a rating of the person's, if the sample can be shown in it; else one of theirs in which it can; else blind. */
function armFor(
  { runIds }: HiddenSample,
  { plan, like, firstRound }: { plan: Choices; like: PlannedSlot; firstRound: readonly PlannedSlot[] },
): number {
  const fits = (arm: number) => {
    const runId = plan.arms[arm]?.runId ?? null;
    return runId === null || runIds.includes(runId);
  };
  return fits(like.arm) ? like.arm : (firstRound.find(({ arm }) => fits(arm))?.arm ?? -1);
}

/** Puts one secret into each equal stretch of the first `from` ratings, at random within it, and numbers the order anew. */
function spread(
  own: readonly PlannedSlot[],
  secrets: readonly Omit<PlannedSlot, "position">[],
  { from, random }: { from: number; random: SeededRandom },
): PlannedSlot[] {
  const before = groupBy(
    secrets.map((secret, index) => {
      const [start, end] = [index, index + 1].map((part) => Math.floor((part * from) / secrets.length)) as [number, number];
      return { secret, at: start + random.int(Math.max(1, end - start)) };
    }),
    ({ at }) => at,
  );
  const ordered = own.flatMap((slot, index) => [...(before.get(index) ?? []).map(({ secret }) => secret), slot]);
  return ordered.map((slot, position) => ({ ...slot, position }));
}
