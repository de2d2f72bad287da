import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { type PlanContent, planContent } from "@/lib/domain/study-plan";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { savePlan } from "@/lib/workflows/save-plan";
import { startPlan } from "@/lib/workflows/start-plan";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { acceptAll, action, loadSmallStudy, member, smallBundle } from "./small-study";

export interface PlannedStudy {
  projectId: string;
  taskId: string;
  criteria: string[];
  runId: string;
  researcher: Actor;
}

/** A drafted task of ten samples, five inputs by two systems, and its researcher. */
export async function plannableStudy(samples = 10): Promise<PlannedStudy> {
  const made = await loadSmallStudy(smallBundle(samples));
  const run = await pool().query<{ id: string }>("select id from runs where task_id = $1", [made.taskId]);
  return { ...made, runId: run.rows[0]?.id ?? "", researcher: await member(made.projectId, "researcher") };
}

/** New annotators of a project. */
export const people = (projectId: string, n: number) => Promise.all(Array.from({ length: n }, () => member(projectId, "annotator")));

/** A plan with half of the ratings drafted. */
export const choices = ({ runId }: PlannedStudy, of: Partial<PlanContent>) =>
  planContent.parse({ arms: [{ arm: "drafted", runId }, { arm: "blind" }], people: 4, overlap: 2, seed: 5, ...of });

/** Saves and starts a plan. */
export async function started(one: PlannedStudy, of: Partial<PlanContent> = {}) {
  await savePlan(one.researcher, { taskId: one.taskId, ...choices(one, of) });
  return startPlan(one.researcher, { taskId: one.taskId });
}

/** The assignment that the annotator continues with; null: none. */
export const next = async ({ taskId }: PlannedStudy, actor: Actor) => (await nextAssignment(actor, { taskId })).assignmentId;

/** Rates the sample that the annotator has open or gets next, and submits it; null: there was none. */
export async function rateOne(one: PlannedStudy, actor: Actor) {
  const assignmentId = await next(one, actor);
  if (assignmentId === null) return null;
  const opened = await openAssignment(actor, { assignmentId });
  for (const { criterionId, draft } of opened.units) {
    const actions = draft ? acceptAll() : [action({ kind: "set-score", score: 3, parentId: null })];
    await saveActions(actor, { assignmentId, criterionId, actions });
  }
  await submitAssignment(actor, { assignmentId });
  return { assignmentId, sampleId: opened.sample.id, arm: opened.arm, drafted: opened.units.every((unit) => unit.draft !== null) };
}

/** Rates everything there is for the annotator. */
export async function rateAll(one: PlannedStudy, actor: Actor) {
  const done = [];
  for (let rated = await rateOne(one, actor); rated !== null; rated = await rateOne(one, actor)) done.push(rated);
  return done;
}
