import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { leaveSeat } from "@/lib/db/plan-seats";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Ends a person's part in the study that runs. What they had not begun goes to the reserve, from which others continue once their own samples are done;
 * what they have open or submitted stays theirs.
 */
export async function endParticipation(actor: Actor, input: { taskId: string; seatId: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (tx) => {
    const seat = await leaveSeat(tx, input);
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "plan.leave",
      targetKind: "plan",
      targetId: seat.planId,
      // Not both: the plan names people by place, and others know them by code.
      details: seat.code === null ? { place: seat.position + 1 } : { code: seat.code },
    });
  });
  return { ok: true };
}
