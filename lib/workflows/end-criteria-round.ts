import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { closeRoundRow, getRoundRow } from "@/lib/db/criteria-rounds";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** Ends a round without publishing. What was done in it is kept; redlines that were never shown stay with their experts. */
export async function endCriteriaRound(actor: Actor, input: { roundId: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const round = await getRoundRow(input.roundId, { tx, lock: true });
    demand(actor, "criteria.edit", round.projectId, "round");
    if (round.status === "closed") throw new AppError("conflict", "This round is over.");
    await closeRoundRow(tx, round.id, { userId: actor.userId, criteriaSetId: null });
    const audit = { projectId: round.projectId, userId: actor.userId, targetKind: "criteria-round", targetId: round.id };
    await appendAudit(tx, { ...audit, verb: "criteria.round-end", details: { number: round.number } });
  });
  return { ok: true };
}
