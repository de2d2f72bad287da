import "server-only";
import { inTransaction } from "@/lib/db/client";
import { appendComment } from "@/lib/db/comments";
import { findOwnRedline, getRoundRow } from "@/lib/db/criteria-rounds";
import { listUnions } from "@/lib/db/criteria-unions";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand, may } from "@/lib/domain/policy";

/** Adds a message to the thread on a criterion, by an expert of the round or a moderator, while the round is discussed. */
export async function commentOnCriterion(actor: Actor, input: { roundId: string; lineId: string; text: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const round = await getRoundRow(input.roundId, { tx });
    demand(actor, "criteria.redline", round.projectId, "round");
    const isInPanel = (await findOwnRedline(tx, round.id, actor.userId)) !== undefined;
    if (!isInPanel && !may(actor, "criteria.edit", round.projectId)) throw new AppError("not_found", "There is no such round.");
    if (round.status !== "discussing")
      throw new AppError("conflict", "A round is discussed once its redlines are shown, until it is over.");
    const lines = (await listUnions([round], tx)).get(round.id)?.lines ?? [];
    if (!lines.some(({ id }) => id === input.lineId)) throw new AppError("not_found", "There is no such criterion in this round.");
    const target = { taskId: round.taskId, targetKind: "criteria-round" as const, targetId: round.id, place: input.lineId };
    await appendComment(tx, { ...target, userId: actor.userId, text: input.text });
  });
  return { ok: true };
}
