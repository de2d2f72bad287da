import type { Run } from "@/lib/domain/judge";
import type { TaskSummary } from "@/lib/domain/project";
import { type PlanArm, type PlanContent, planContent, type TaskPlans } from "@/lib/domain/study-plan";
import { shownRunOptions } from "../words/shown-run-options";

export const largestSeed = 4_294_967_295;

/** The choices a new plan begins with: those of the draft, else of the latest plan with another seed, else half with drafts and half blind. */
export function firstChoices(task: TaskSummary, { items, people }: TaskPlans, runs: readonly Run[], seed: number): PlanContent {
  const [latest] = items;
  if (latest?.status === "draft") return latest.content;
  if (latest) return { ...latest.content, seed };
  const annotators = people.filter(({ role }) => role === "annotator").length;
  const overlap = task.annotatorsPerSample;
  return planContent.parse({ seed, overlap, people: Math.max(annotators, overlap), arms: firstArms(task, runs) });
}

function firstArms(task: TaskSummary, runs: readonly Run[]): PlanArm[] {
  const blind: PlanArm = { arm: "blind", runId: null, share: 1 };
  const runId = shownRunOptions(task, runs, null)[0]?.value;
  return runId === undefined ? [blind] : [{ arm: "drafted", runId, share: 1 }, blind];
}
