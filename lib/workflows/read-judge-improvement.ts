import "server-only";
import { listCandidateRows } from "@/lib/db/judge-candidates";
import { countSplit, findSplit } from "@/lib/db/judge-splits";
import { listTrialRows } from "@/lib/db/judge-trials";
import { getLearningTask } from "@/lib/db/learning-place";
import type { JudgeImprovement } from "@/lib/domain/judge-improvement";
import { type Actor, demand } from "@/lib/domain/policy";
import { wearOf } from "@/lib/improve/split";

/** What a task's judges can learn from, the candidates made so far and the proofs. */
export async function readJudgeImprovement(actor: Actor, { taskId }: { taskId: string }): Promise<JudgeImprovement> {
  const task = await getLearningTask(taskId);
  demand(actor, "run.read", task.projectId, "task");
  const split = await findSplit(taskId);
  const none = { drafted: 0, unstated: 0, excluded: 0 };
  if (split === null) return { split: null, refused: none, why: task.why, candidates: [], trials: [] };
  const [{ develop, heldOut, refused }, candidates, trials] = await Promise.all([
    countSplit(split.id, task.publishedSetId),
    listCandidateRows(split.id),
    listTrialRows(split.id),
  ]);
  const { sealedAt, ...dealt } = split;
  return {
    split: { ...dealt, sealedAt: sealedAt?.toISOString() ?? null, develop, heldOut, wear: wearOf(trials.length) },
    refused,
    why: task.why,
    candidates,
    trials,
  };
}
