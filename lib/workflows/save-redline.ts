import "server-only";
import { inTransaction } from "@/lib/db/client";
import { findOwnRedline, getRoundRow, listRedlineActions } from "@/lib/db/criteria-rounds";
import { appendCriteriaActions } from "@/lib/db/criteria-sets";
import type { Action, NewAction } from "@/lib/domain/action";
import { withItemIds } from "@/lib/domain/draft";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { codebooksOf } from "@/lib/domain/reason-book";
import { demandCriteriaActions } from "@/lib/review/demand-criteria-actions";
import { demandKnownReasons } from "@/lib/review/known-reasons";

/**
 * Appends an expert's actions to their own redline; replies with all of it, and with nobody else's. Idempotent: stored actions are skipped.
 * Throws stale_parent and invalid_input as a draft set does, conflict once the redline is submitted or the redlines are shown.
 */
export async function saveRedline(actor: Actor, input: { roundId: string; actions: NewAction[] }): Promise<{ actions: Action[] }> {
  return inTransaction(async (tx) => {
    const round = await getRoundRow(input.roundId, { tx, lock: true });
    demand(actor, "criteria.redline", round.projectId, "round");
    const redline = found(await findOwnRedline(tx, round.id, actor.userId), "round");
    const stored = (await listRedlineActions([redline.id], tx)).get(redline.id) ?? [];
    const fresh = input.actions.filter((action) => !stored.some(({ id }) => id === action.id));
    if (fresh.length === 0) return { actions: stored };
    if (round.status !== "open") throw new AppError("conflict", "This round is no longer open: the redlines have been shown to the panel.");
    if (redline.submittedAt !== null) throw new AppError("conflict", "You have submitted this redline. Reopen it to change it.");
    demandKnownReasons(codebooksOf(round.reasonCodes).criteria, fresh);
    demandCriteriaActions({ items: withItemIds([...round.items]), actions: stored, kind: round.kind }, fresh, { roundId: round.id });
    await appendCriteriaActions(tx, { redlineId: redline.id, userId: actor.userId, afterSeq: stored.length - 1 }, fresh);
    return { actions: (await listRedlineActions([redline.id], tx)).get(redline.id) ?? [] };
  });
}
