import "server-only";
import { getOrCreateAnnotator } from "@/lib/db/assignments";
import { appendAudit } from "@/lib/db/audit";
import { type Db, inTransaction, longPool } from "@/lib/db/client";
import { readJudgesApart } from "@/lib/db/judges-apart";
import { findPilotSource, readPilotData } from "@/lib/db/pilot";
import { readSupply } from "@/lib/db/plan-supply";
import { createPlantedRun } from "@/lib/db/planted-drafts";
import { dropPrepared } from "@/lib/db/prepared-work";
import { findPlan, listDoneRatings, listPlans, listStaff, listStudySamples, type NewSlot, startPlanRow } from "@/lib/db/study-plans";
import { getTaskForWork } from "@/lib/db/task-for-work";
import { lockTask, whyRunNotShown } from "@/lib/db/tasks";
import { AppError, found } from "@/lib/domain/errors";
import type { PlannedSize } from "@/lib/domain/plan-size";
import { type Actor, demand, may } from "@/lib/domain/policy";
import { drawsUnequally, type PlanContent, runsOf, type StartPlanBody, type StudyPlan } from "@/lib/domain/study-plan";
import { type Allocation, allocate } from "@/lib/study/allocate";
import { pilotsOf } from "@/lib/study/planner/pilots";
import { plannedLevel, sizeForTask, type TaskToSize } from "@/lib/study/planner/size-for-task";
import { previewPlan } from "@/lib/study/preview-plan";
import { doneBySeat, staffOf } from "@/lib/study/staff";

/**
 * Starts the task's draft plan: its allocation is computed once more, written and from then on fixed, with the criteria in force. Throws conflict when
 * another plan runs, when there is no draft plan or somebody has saved it since `basedOn`, and when something blocks it, in words.
 */
export async function startPlan(actor: Actor, input: { taskId: string } & StartPlanBody): Promise<StudyPlan> {
  const task = await getTaskForWork(input.taskId);
  demand(actor, "task.edit", task.projectId, "task");
  const [samples, members, done] = await Promise.all([listStudySamples(task.id), listStaff(task.id), listDoneRatings(task.id)]);
  const id = await inTransaction(async (tx) => {
    const { kind } = await lockTask(tx, task.id);
    await dropPrepared(tx, { taskId: task.id });
    if (task.criteriaSetId === null) throw new AppError("conflict", "Publish the criteria first: the plan fixes them.");
    if ((await findPlan(tx, task.id, "running")) !== null)
      throw new AppError("conflict", "A study is running in this task. Close it before another plan starts.");
    const draft = await findPlan(tx, task.id, "draft");
    if (draft === null) throw new AppError("conflict", "There is no plan to start. Save one first.");
    if (input.basedOn !== undefined && draft.updatedAt.toISOString() !== input.basedOn)
      throw new AppError("conflict", "Somebody else has saved this plan since you opened it. Reload the page to see what would start.");
    const plan = draft.content;
    for (const runId of [...runsOf(plan), ...(plan.planted?.sourceRunId ? [plan.planted.sourceRunId] : [])]) {
      const why = await whyRunNotShown(tx, task.id, runId);
      if (why !== null) throw new AppError("conflict", why);
    }
    const supply = { ...(await readSupply(task.id, runsOf(plan))), today: new Date().toISOString().slice(0, 10) };
    const apart = drawsUnequally(plan) ? await readJudgesApart(task.id) : undefined;
    const allocation = allocate(plan, samples, doneBySeat(plan, members, done), supply.hidden, apart);
    const staff = staffOf(plan, members, supply);
    const { sentence, problems } = previewPlan(plan, allocation, staff);
    const blocking = problems.filter((problem) => problem.blocks);
    if (blocking.length > 0)
      throw new AppError("conflict", blocking.map((problem) => problem.message).join(" "), { details: { problems: blocking } });
    const seats = [];
    for (let position = 0; position < plan.people; position++)
      seats.push({ position, annotatorId: await annotatorOf(plan.named[position]) });
    await startPlanRow(
      tx,
      {
        ...{ id: draft.id, taskId: task.id, criteriaSetId: task.criteriaSetId, userId: actor.userId },
        ...{ missing: allocation.missing, overlap: plan.overlap, chances: allocation.chances },
        ...{ size: await sizeOf(task.id, plan, { samples, staff }) },
      },
      {
        seats,
        slots: toSlots(plan, allocation, {
          pairwise: kind === "pairwise",
          plantedRuns: await plantRuns(tx, { plan, allocation, criteriaSetId: task.criteriaSetId }),
        }),
      },
    );
    await appendAudit(tx, {
      projectId: task.projectId,
      userId: actor.userId,
      verb: "plan.start",
      targetKind: "plan",
      targetId: draft.id,
      details: { version: draft.version, ratings: allocation.slots.length, sentence },
    });
    return draft.id;
  }, longPool());

  async function annotatorOf(userId: string | undefined): Promise<string | null> {
    if (userId === undefined) return null;
    const member = members.find((one) => one.userId === userId);
    if (member === undefined) throw new AppError("conflict", "Someone named in the plan is no longer in the project.");
    return member.annotatorId ?? getOrCreateAnnotator(task.projectId, { id: userId, name: member.name, email: member.email });
  }
  return found(
    (await listPlans(task.id, { seesNames: may(actor, "people.edit", task.projectId) })).find((plan) => plan.id === id),
    "plan",
  );
}

/** How precise the study is expected to be, from what is known as it starts. */
async function sizeOf(taskId: string, plan: PlanContent, known: Pick<TaskToSize, "samples" | "staff">): Promise<PlannedSize> {
  const source = await findPilotSource(taskId, runsOf(plan));
  const level = plannedLevel(source.kind);
  const pilotData = await readPilotData(source);
  // Criteria published since the plan was saved may lack the one that it names.
  const isThere = pilotData.criteria.some(({ name }) => name === plan.sizing.criterion);
  const asked = isThere ? plan : { ...plan, sizing: { ...plan.sizing, criterion: undefined } };
  const { curves: _, ...size } = sizeForTask(asked, { ...known, level, pilotData, pilots: pilotsOf(pilotData, level) });
  return size;
}

/** The run of planted drafts of each arm that has some, by the arm's index. */
async function plantRuns(
  tx: Db,
  { plan, allocation, criteriaSetId }: { plan: PlanContent; allocation: Allocation; criteriaSetId: string },
): Promise<Map<number, string>> {
  const made = new Map<number, string>();
  for (const [arm, { runId }] of plan.arms.entries()) {
    const slots = allocation.slots.filter((slot) => slot.planted && slot.arm === arm);
    if (runId === null || slots.length === 0) continue;
    const sampleIds = [...new Set(slots.map(({ sampleId }) => sampleId))];
    const sourceRunId = plan.planted?.sourceRunId ?? null;
    const planted = await createPlantedRun(tx, { shownRunId: runId, sourceRunId, sampleIds, criteriaSetId });
    if ("missing" in planted) throw undrafted(planted.missing);
    made.set(arm, planted.id);
  }
  return made;
}

function undrafted(missing: number): AppError {
  const samples = missing === 1 ? "1 sample whose draft is to be wrong lacks" : `${missing} samples whose drafts are to be wrong lack`;
  return new AppError("conflict", `${samples} a draft. Finish the run that the planted drafts are made from, then start the study.`);
}

const toSlots = (
  plan: PlanContent,
  { slots }: Allocation,
  { pairwise, plantedRuns }: { pairwise: boolean; plantedRuns: ReadonlyMap<number, string> },
): NewSlot[] =>
  slots.map(({ arm, planted, ...slot }) => {
    const one = arm < 0 ? { arm: "blind" as const, runId: null } : found(plan.arms[arm], "arm");
    const runId = planted ? found(plantedRuns.get(arm), "planted run") : one.runId;
    return { ...slot, swapped: slot.swapped && pairwise, arm: one.arm, runId };
  });
