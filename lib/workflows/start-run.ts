import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getCallableJudge } from "@/lib/db/judges";
import { wakeJudge } from "@/lib/db/run-queue";
import { createRun, createRunUnits, getRunRow, getTaskForRun, isPublishedSetOf } from "@/lib/db/runs";
import { AppError, found } from "@/lib/domain/errors";
import type { Run } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";
import { criteriaProposal } from "@/lib/protocols/criteria-proposal/criteria-proposal";
import { findUnitProtocol } from "@/lib/protocols/protocols";

interface Input {
  taskId: string;
  judgeId: string;
  kind: "evaluation" | "criteria";
  criteriaSetId?: string | undefined;
  sampleLimit?: number | undefined;
}

/**
 * Starts a run: a judge drafts every unit of a published criteria set, or proposes criteria. What is asked is frozen in the run; the work is
 * done by the worker. Throws conflict when there is nothing to work on.
 */
export async function startRun(actor: Actor, input: Input): Promise<Run> {
  const task = await getTaskForRun(input.taskId);
  demand(actor, "run.start", task.projectId, "task");
  const judge = await getCallableJudge(input.judgeId);
  if (judge.projectId !== task.projectId) throw new AppError("not_found", "There is no such judge.");
  if (task.archived) throw new AppError("conflict", "This task is archived.");
  if (judge.archived) throw new AppError("conflict", `The judge "${judge.name}" is archived.`);
  if (task.kind !== "pointwise") throw new AppError("conflict", "Judges draft pointwise tasks only.");
  const protocol = input.kind === "criteria" ? criteriaProposal : found(findUnitProtocol(judge.protocol), `protocol "${judge.protocol}"`);
  const criteriaSetId = input.kind === "criteria" ? null : await publishedSet(task, input.criteriaSetId);
  const runId = await inTransaction(async (client) => {
    const { name, promptVersion } = protocol;
    const id = await createRun(client, {
      taskId: task.id,
      judge,
      criteriaSetId,
      kind: input.kind,
      protocol: name,
      promptVersion,
      createdById: actor.userId,
    });
    const units = criteriaSetId === null ? null : await createRunUnits(client, id, input.sampleLimit ?? null);
    if (units === 0) throw new AppError("conflict", "There is nothing to draft: the task has no samples.");
    const details = { judge: judge.name, kind: input.kind, units };
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

async function publishedSet(task: { id: string; publishedSetId: string | null }, asked: string | undefined): Promise<string> {
  if (asked !== undefined && !(await isPublishedSetOf(task.id, asked)))
    throw new AppError("not_found", "There is no such published criteria set.");
  const id = asked ?? task.publishedSetId;
  if (id === null) throw new AppError("conflict", "This task has no published criteria yet.");
  return id;
}
