import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { listRounds, listSamplesForRound, openRoundRow } from "@/lib/db/calibration";
import { inTransaction } from "@/lib/db/client";
import { findPublishedSetId } from "@/lib/db/published-set";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import type { OpenCalibrationBody } from "@/lib/domain/calibration";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Opens a calibration round: its samples come before everybody's next work and are never given out as work. Throws conflict while another round is
 * open, and for a sample that is in use otherwise, naming it.
 */
export async function openCalibration(actor: Actor, input: OpenCalibrationBody & { taskId: string }): Promise<{ number: number }> {
  const { taskId, sampleIds, required, instructions } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  const number = await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    const [last] = await listRounds(taskId, null, tx);
    if (last !== undefined && last.closedAt === null) throw new AppError("conflict", `Round ${last.number} is open. Close it first.`);
    const criteriaSetId = await findPublishedSetId(tx, taskId);
    if (criteriaSetId === null) throw new AppError("conflict", "This task has no published criteria yet, so there is nothing to rate.");
    const samples = await listSamplesForRound(tx, taskId, sampleIds);
    for (const id of sampleIds)
      demandFree(
        found(
          samples.find((sample) => sample.id === id),
          "sample in this task",
        ),
      );
    const opened = await openRoundRow(tx, { taskId, criteriaSetId, sampleIds, required, instructions, openedById: actor.userId });
    const event = { projectId, userId: actor.userId, verb: "calibration.open" as const, targetKind: "task", targetId: taskId };
    await appendAudit(tx, { ...event, details: { number: opened, samples: samples.map(({ externalId }) => externalId), required } });
    return opened;
  });
  return { number };
}

function demandFree({ externalId, use, begun, inStudy }: Awaited<ReturnType<typeof listSamplesForRound>>[number]): void {
  if (inStudy) throw new AppError("conflict", `Sample ${externalId} is in the study that runs.`);
  if (begun) throw new AppError("conflict", `Sample ${externalId} has been given out already, so it cannot be discussed before the work.`);
  if (use !== null && use !== "calibration")
    throw new AppError("conflict", `Sample ${externalId} has known answers for another use, and a discussion would disclose them.`);
}
