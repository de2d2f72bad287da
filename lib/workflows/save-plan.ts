import "server-only";
import { isDeepStrictEqual } from "node:util";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { findPlan, listPlans, saveDraftPlan } from "@/lib/db/study-plans";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { changedFields } from "@/lib/domain/audit";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand, may } from "@/lib/domain/policy";
import type { PlanContent, SavePlanQuery, StudyPlan } from "@/lib/domain/study-plan";

/**
 * Keeps the choices of a task's draft plan. While another plan runs, the draft is for the time after it. Throws
 * conflict, naming the choices that differ, if somebody else has saved the draft since the one that these choices are based on.
 */
export async function savePlan(actor: Actor, input: { taskId: string } & SavePlanQuery & PlanContent): Promise<StudyPlan> {
  const { taskId, basedOn, ...content } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  const id = await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    const draft = await findPlan(tx, taskId, "draft");
    if (basedOn !== undefined) demandUnchanged(draft, content, basedOn);
    const planId = await saveDraftPlan(tx, taskId, content);
    const details = changedFields(draft?.content ?? null, content);
    if (Object.keys(details.after).length > 0)
      await appendAudit(tx, { projectId, userId: actor.userId, verb: "plan.save", targetKind: "plan", targetId: planId, details });
    return planId;
  });
  return found(
    (await listPlans(taskId, { seesNames: may(actor, "people.edit", projectId) })).find((plan) => plan.id === id),
    "plan",
  );
}

function demandUnchanged(draft: { content: PlanContent; updatedAt: Date } | null, content: PlanContent, basedOn: string): void {
  if ((draft?.updatedAt.toISOString() ?? "none") === basedOn) return;
  if (draft === null) throw new AppError("conflict", "This draft has been started or deleted meanwhile. Reload the page.");
  const theirs = draft.content;
  const fields = (Object.keys(content) as (keyof PlanContent)[]).filter((field) => !isDeepStrictEqual(content[field], theirs[field]));
  // What was saved is what these choices would have saved.
  if (fields.length === 0) return;
  const changed = fields.map((field) => ({ field, theirs: theirs[field], yours: content[field] }));
  const message = `Somebody else has saved this plan since you opened it; theirs differs in ${fields.join(", ")}. Reload the page to continue from theirs.`;
  throw new AppError("conflict", message, { details: { changed } });
}
