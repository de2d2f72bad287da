import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { getRound, requireRound } from "@/lib/db/calibration";
import { inTransaction } from "@/lib/db/client";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";

/** Sets whether people must take part in a calibration round before they are given work. If several rounds are required, the newest counts. */
export async function requireCalibration(
  actor: Actor,
  input: { taskId: string; number: number; required: boolean },
): Promise<{ ok: true }> {
  const { taskId, number, required } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    const round = await getRound(input, null, tx);
    if (round.required === required) return;
    await requireRound(tx, round.id, required);
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "calibration.require",
      targetKind: "task",
      targetId: taskId,
      details: { number, before: { required: round.required }, after: { required } },
    });
  });
  return { ok: true };
}
