import "server-only";
import type { z } from "zod";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { createAsk, createWatchRow, getWatchRow, listWatchable } from "@/lib/db/judge-watches";
import { getJudgeRow } from "@/lib/db/judges";
import { getLearningTask } from "@/lib/db/learning-place";
import { wakeJudge } from "@/lib/db/run-queue";
import { createTrialRun, getTrialMaterial } from "@/lib/db/trial-runs";
import { AppError } from "@/lib/domain/errors";
import type { JudgeWatch, startWatchBody } from "@/lib/domain/judge-watch";
import { type Actor, demand } from "@/lib/domain/policy";
import { drawSentinels } from "@/lib/improve/draw-sentinels";
import { planRun } from "@/lib/protocols/plan-run";

type Input = { taskId: string } & z.output<typeof startWatchBody>;

/**
 * Begins to watch a judge: it is asked about the same samples again and again, first `repeats` times at once, then every so many hours. Throws conflict
 * for a judge without a model, one that is watched already, or a task without criteria or with too few inputs.
 */
export async function startJudgeWatch(actor: Actor, { taskId, judgeId, samples, ...watch }: Input): Promise<JudgeWatch> {
  const task = await getLearningTask(taskId);
  const { projectId, publishedSetId: criteriaSetId } = task;
  demand(actor, "judge.edit", projectId, "task");
  const judge = await getJudgeRow(judgeId);
  if (judge.projectId !== projectId) throw new AppError("not_found", "There is no such judge.");
  if (judge.kind !== "endpoint" || judge.archivedAt !== null)
    throw new AppError(
      "conflict",
      `"${judge.name}" ${judge.kind === "endpoint" ? "is archived" : "asks no model"}: nothing of it can drift.`,
    );
  if (criteriaSetId === null || task.criteria.length === 0)
    throw new AppError("conflict", "Publish criteria with scores first: a watch compares scores.");
  const { judge: toStart, described } = await getTrialMaterial(task, judgeId, criteriaSetId);
  const plan = { judge: toStart, run: planRun({ kind: "evaluation", variant: "plain" }, described, toStart, []) };
  const sampleIds = drawSentinels(await listWatchable(taskId), samples, watch.seed);
  const createdById = actor.userId;
  const id = await inTransaction(async (tx) => {
    const made = await createWatchRow(tx, { taskId, judgeId, criteriaSetId, ...watch, createdById });
    if (made === null) throw new AppError("conflict", `"${judge.name}" is watched in this task already. End that watch first.`);
    const runId = await createTrialRun(tx, { taskId, criteriaSetId, sampleIds, createdById }, plan);
    await createAsk(tx, { watchId: made, number: 1, runId }, new Date());
    const details = { everyHours: watch.everyHours, samples: sampleIds.length, repeats: watch.repeats, looks: watch.looks };
    await appendAudit(tx, { projectId, userId: createdById, verb: "judge.watch", targetKind: "judge", targetId: judgeId, details });
    return made;
  });
  await wakeJudge(judgeId);
  return getWatchRow(id);
}
