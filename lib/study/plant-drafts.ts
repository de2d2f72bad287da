import type { PlanContent } from "@/lib/domain/study-plan";
import type { SeededRandom } from "@/lib/stats";
import type { PlannedSlot } from "./planned-slot";
import { shareEvenly } from "./share-evenly";

/** Shares are rounded to whole parts of this. */
const whole = 1000;

/**
 * Chooses the ratings whose drafts are wrong on purpose: of each person's ratings that show a draft, of each sample's, of each system's and subset's, and
 * of each person's within these, the plan's share, rounded down or up. A repeat shows the draft that the first rating showed.
 */
export function plantDrafts(
  slots: readonly PlannedSlot[],
  { plan, strata }: { plan: Pick<PlanContent, "arms" | "planted">; strata: ReadonlyMap<string, number> },
  random: SeededRandom,
): PlannedSlot[] {
  const { planted } = plan;
  if (planted === null) return [...slots];
  const drafted = slots.filter(({ arm, purpose }) => purpose !== "repeat" && plan.arms[arm]?.arm !== "blind");
  const samples = new Map([...new Set(drafted.map(({ sampleId }) => sampleId))].map((id, index) => [id, index]));
  const edges = drafted.map(({ seat, sampleId }) => ({ seat, sample: samples.get(sampleId) ?? 0, stratum: strata.get(sampleId) ?? 0 }));
  const chosen = shareEvenly(edges, { part: Math.round(planted.share * whole), whole }, random);
  const isChosen = new Set(drafted.filter((_, index) => chosen[index]).map(keyOf));
  return slots.map((slot) => ({ ...slot, planted: plan.arms[slot.arm]?.arm !== "blind" && isChosen.has(keyOf(slot)) }));
}

const keyOf = ({ seat, sampleId }: PlannedSlot): string => `${seat} ${sampleId}`;
