import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { endWatchRow, getWatchPlace, getWatchRow } from "@/lib/db/judge-watches";
import type { JudgeWatch } from "@/lib/domain/judge-watch";
import { type Actor, demand } from "@/lib/domain/policy";

/** Ends a watch; what it found stays. Safe to repeat. */
export async function endJudgeWatch(actor: Actor, { watchId }: { watchId: string }): Promise<JudgeWatch> {
  const { projectId, judgeId } = await getWatchPlace(watchId);
  demand(actor, "judge.edit", projectId, "watch");
  await inTransaction(async (tx) => {
    if (!(await endWatchRow(tx, watchId))) return;
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "judge.watch-end",
      targetKind: "judge",
      targetId: judgeId,
      details: {},
    });
  });
  return getWatchRow(watchId);
}
