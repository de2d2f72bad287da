import "server-only";
import type { z } from "zod";
import { appendAudit } from "@/lib/db/audit";
import { type Db, inTransaction } from "@/lib/db/client";
import { addDerivedCriteria, createDerivedSet } from "@/lib/db/derived-sets";
import { getJudgeToStart, type JudgeToStart } from "@/lib/db/judge-to-start";
import { listJudgeRows } from "@/lib/db/judges";
import { findWordingToAsk } from "@/lib/db/prompt-versions";
import { wakeJudge } from "@/lib/db/run-queue";
import {
  countWithoutReference,
  createRun,
  createRunUnits,
  createUnitsOfCriterion,
  getRunRow,
  getTaskForRun,
  isPublishedSetOf,
  listCriteriaToDraft,
} from "@/lib/db/runs";
import { AppError } from "@/lib/domain/errors";
import type { Run, startRunBody } from "@/lib/domain/judge";
import { isCategorical } from "@/lib/domain/labels";
import { type Actor, demand } from "@/lib/domain/policy";
import { criteriaProposal } from "@/lib/protocols/criteria-proposal/criteria-proposal";
import { planRun, type RunPlan } from "@/lib/protocols/plan-run";

type Input = { taskId: string } & z.output<typeof startRunBody>;
type Participant = JudgeToStart["roles"][string];

const conflict = (message: string) => new AppError("conflict", message);

/**
 * Starts a run: a judge drafts every unit of a published criteria set, or proposes criteria. The settings are frozen in the run; the
 * worker does the work. Throws conflict, with what to do, when judge, protocol and task do not fit or there is nothing to work on.
 */
export async function startRun(actor: Actor, input: Input): Promise<Run> {
  const task = await getTaskForRun(input.taskId);
  demand(actor, "run.start", task.projectId, "task");
  const judge = await getJudgeToStart(input.judgeId, input.proposal?.embeddingsModel);
  if (judge.projectId !== task.projectId) throw new AppError("not_found", "There is no such judge.");
  if (task.archived) throw conflict("This task is archived.");
  if (judge.archived) throw conflict(`The judge "${judge.name}" is archived.`);
  const isProposal = input.kind === "criteria";
  const sampleLimit = input.sampleLimit ?? null;
  const criteriaSetId = isProposal ? null : await publishedSet(task, input.criteriaSetId);
  const criteria = criteriaSetId === null ? null : await listCriteriaToDraft(criteriaSetId);
  const hasOverall = criteria?.some(({ overall }) => overall) ?? null;
  const labelled = (criteria ?? []).filter(({ scale }) => isCategorical(scale));
  const withoutReference = await countWithoutReference(task.id, sampleLimit);
  const wording = isProposal ? await findWordingToAsk(task.projectId, criteriaProposal.name, input.proposal?.promptVersionId) : undefined;
  const plan = planRun(
    { ...input, wording },
    { kind: task.kind, hasOverall, labelled, withoutReference },
    judge,
    await listJudgeRows(task.projectId),
  );
  if (input.budgetUsd !== undefined) demandPrices([judge, ...Object.values(plan.roles)]);
  const { criteria: _, ownCriterion: __, makesCriteria: ___, ...asked } = plan;
  const runId = await inTransaction(async (client) => {
    const id = await createRun(client, {
      ...asked,
      taskId: task.id,
      judgeId: judge.id,
      model: judge.model,
      parameters: judge.parameters,
      inputPriceUsd: judge.inputPriceUsd,
      outputPriceUsd: judge.outputPriceUsd,
      criteriaSetId,
      kind: input.kind,
      variant: input.variant,
      reuseAnswers: input.reuseAnswers,
      budgetUsd: input.budgetUsd ?? null,
      budgetTokens: input.budgetTokens ?? null,
      createdById: actor.userId,
    });
    const units = criteriaSetId === null ? null : await writeWorkList(client, { id, taskId: task.id }, plan, sampleLimit);
    if (units === 0) throw conflict("There is nothing to draft: the task has no samples.");
    const details = { judge: judge.name, kind: input.kind, variant: input.variant, units };
    await appendAudit(client, {
      projectId: task.projectId,
      userId: actor.userId,
      verb: "run.start",
      targetKind: "run",
      targetId: id,
      details,
    });
    return id;
  });
  await wakeJudge(judge.id);
  return getRunRow(runId);
}

/** Writes the units of a run, with a criteria set for those it derives. Returns how many units. */
async function writeWorkList(
  tx: Db,
  run: { id: string; taskId: string },
  plan: RunPlan<Participant>,
  sampleLimit: number | null,
): Promise<number> {
  if (plan.makesCriteria || plan.ownCriterion !== null) await createDerivedSet(tx, run);
  if (plan.ownCriterion === null) return createRunUnits(tx, run.id, { criteria: plan.criteria, sampleLimit });
  const [criterionId = ""] = await addDerivedCriteria(tx, run.id, null, [plan.ownCriterion]);
  return createUnitsOfCriterion(tx, run.id, criterionId, sampleLimit);
}

function demandPrices(participants: readonly { name: string; inputPriceUsd: number | null; outputPriceUsd: number | null }[]): void {
  const without = participants.filter((participant) => participant.inputPriceUsd === null || participant.outputPriceUsd === null);
  if (without.length === 0) return;
  const names = without.map((participant) => `"${participant.name}"`).join(", ");
  throw conflict(`A budget in dollars needs prices, and there are none for ${names}. Enter them, or set a budget in tokens.`);
}

async function publishedSet(task: { id: string; publishedSetId: string | null }, asked: string | undefined): Promise<string> {
  if (asked !== undefined && !(await isPublishedSetOf(task.id, asked)))
    throw new AppError("not_found", "There is no such published criteria set.");
  const id = asked ?? task.publishedSetId;
  if (id === null) throw conflict("This task has no published criteria yet.");
  return id;
}
