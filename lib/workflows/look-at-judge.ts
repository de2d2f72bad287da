import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getWatchPlace, getWatchRow, hastenWatch } from "@/lib/db/judge-watches";
import { AppError } from "@/lib/domain/errors";
import type { JudgeWatch } from "@/lib/domain/judge-watch";
import { type Actor, demand } from "@/lib/domain/policy";

/** Has a watched judge asked now rather than at its time; the worker sees to it. Throws conflict for a watch that has ended. */
export async function lookAtJudge(actor: Actor, { watchId }: { watchId: string }): Promise<JudgeWatch> {
  const { projectId, judgeId } = await getWatchPlace(watchId);
  demand(actor, "judge.edit", projectId, "watch");
  await inTransaction(async (tx) => {
    if (!(await hastenWatch(tx, watchId))) throw new AppError("conflict", "This watch has ended.");
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "judge.look",
      targetKind: "judge",
      targetId: judgeId,
      details: { watchId },
    });
  });
  return getWatchRow(watchId);
}
