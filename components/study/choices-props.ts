import type { Run } from "@/lib/domain/judge";
import type { TaskSummary } from "@/lib/domain/project";
import type { PlanCandidate, PlanContent, PlanProblem } from "@/lib/domain/study-plan";

/** Changes some choices; `field` is the one that the change is about. */
export type ChangePlan = (change: Partial<PlanContent>, field: keyof PlanContent) => void;

export interface ChoicesProps {
  task: TaskSummary;
  runs: readonly Run[];
  people: readonly PlanCandidate[];
  content: PlanContent;
  problems: readonly PlanProblem[];
  onChange: ChangePlan;
}
