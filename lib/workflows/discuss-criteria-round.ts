import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getRoundRow, listRedlines, markCollected } from "@/lib/db/criteria-rounds";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Ends the redlining: the panel and the moderators see every submitted redline from now on, and discuss. Throws conflict while an expert has not
 * submitted, unless `withoutMissing` leaves those out, and while nobody has.
 */
export async function discussCriteriaRound(actor: Actor, input: { roundId: string; withoutMissing: boolean }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const round = await getRoundRow(input.roundId, { tx, lock: true });
    demand(actor, "criteria.edit", round.projectId, "round");
    if (round.status === "discussing") return;
    if (round.status === "closed") throw new AppError("conflict", "This round is over.");
    const redlines = await listRedlines([round.id], tx);
    const submitted = redlines.filter(({ submittedAt }) => submittedAt !== null).length;
    if (submitted === 0) throw new AppError("conflict", "Nobody has submitted a redline yet.");
    if (submitted < redlines.length && !input.withoutMissing) {
      const missing = redlines.length - submitted;
      throw new AppError("conflict", `${missing} of ${redlines.length} experts ${missing === 1 ? "has" : "have"} not submitted yet.`);
    }
    await markCollected(tx, round.id);
    const audit = { projectId: round.projectId, userId: actor.userId, targetKind: "criteria-round", targetId: round.id };
    await appendAudit(tx, { ...audit, verb: "criteria.round-discuss", details: { submitted, invited: redlines.length } });
  });
  return { ok: true };
}
