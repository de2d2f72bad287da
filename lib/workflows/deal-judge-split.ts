import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { findSplit, listSplitSamples, replaceSplit } from "@/lib/db/judge-splits";
import { getLearningTask } from "@/lib/db/learning-place";
import { lockTask } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { splitSamples } from "@/lib/improve/split";

/**
 * Deals a task's inputs into a part to develop judges on and a held-out part. It can be dealt again until something has used it. Throws conflict for a
 * sealed split, and where the task's judges cannot be improved.
 */
export async function dealJudgeSplit(
  actor: Actor,
  { taskId, seed, heldOutShare }: { taskId: string; seed: number; heldOutShare: number },
): Promise<{ id: string }> {
  const { projectId, why } = await getLearningTask(taskId);
  demand(actor, "judge.edit", projectId, "task");
  if (why !== null) throw new AppError("conflict", why);
  const id = await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    const before = await findSplit(taskId, tx);
    if (before?.sealedAt) {
      throw new AppError("conflict", "This split is sealed: something was learned from it or proved on it, so it cannot be dealt again.");
    }
    const samples = await listSplitSamples(tx, taskId);
    const places = splitSamples(samples, { seed, heldOutShare });
    const dealt = [...places].map(([sampleId, place]) => ({ sampleId, ...place }));
    const made = await replaceSplit(tx, { taskId, seed, heldOutShare, createdById: actor.userId }, dealt);
    const details = { seed, heldOutShare, samples: samples.length };
    await appendAudit(tx, { projectId, userId: actor.userId, verb: "judge.split", targetKind: "task", targetId: taskId, details });
    return made;
  });
  return { id };
}
