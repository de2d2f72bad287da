import type { PlanArm } from "@/lib/domain/study-plan";

const draftedLooks = [
  { fill: "fill-accent", bg: "bg-accent" },
  { fill: "fill-inserted", bg: "bg-inserted" },
  { fill: "fill-removed", bg: "bg-removed" },
  { fill: "fill-caution", bg: "bg-caution" },
] as const;
const blindLook = { fill: "fill-faint", bg: "bg-faint" } as const;

/** The colour of each arm: blind in grey, arms with drafts in colours, the first in the accent. */
export function armLooks(arms: readonly PlanArm[]): { fill: string; bg: string }[] {
  let drafted = 0;
  return arms.map(({ arm }) => (arm === "blind" ? blindLook : (draftedLooks[drafted++ % draftedLooks.length] ?? blindLook)));
}
