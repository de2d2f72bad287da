import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { closeRoundRow, getRound } from "@/lib/db/calibration";
import { inTransaction } from "@/lib/db/client";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Closes a calibration round: those who have rated all its samples compare and discuss them from now on. A round that nobody has begun is withdrawn
 * instead, and its samples are given out as work again. Throws conflict if it is closed.
 */
export async function closeCalibration(
  actor: Actor,
  input: { taskId: string; number: number },
): Promise<{ outcome: "closed" | "withdrawn" }> {
  const { taskId, number } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  const outcome = await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    const round = await getRound(input, null, tx);
    if (round.closedAt !== null) throw new AppError("conflict", `Round ${number} is closed already.`);
    const done = await closeRoundRow(tx, { ...round, taskId, closedById: actor.userId });
    const verb = done === "closed" ? ("calibration.close" as const) : ("calibration.withdraw" as const);
    await appendAudit(tx, { projectId, userId: actor.userId, verb, targetKind: "task", targetId: taskId, details: { number } });
    return done;
  });
  return { outcome };
}
