import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getExclusion, markLifted } from "@/lib/db/exclusions";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** Lifts an exclusion: the annotator's work counts again and they get work again. Throws conflict when it was lifted before. */
export async function liftExclusion(actor: Actor, input: { exclusionId: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const { projectId, annotatorId, code, reason, taskId, liftedAt } = await getExclusion(tx, input.exclusionId);
    demand(actor, "people.exclude", projectId, "exclusion");
    if (liftedAt !== null) throw new AppError("conflict", "This exclusion was lifted already.");
    await markLifted(tx, input.exclusionId, actor.userId);
    await appendAudit(tx, {
      ...{ projectId, userId: actor.userId, verb: "annotator.include", targetKind: "annotator", targetId: annotatorId },
      details: { code, reason, taskId, exclusionId: input.exclusionId },
    });
  });
  return { ok: true };
}
