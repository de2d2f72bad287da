import "server-only";
import { inTransaction } from "@/lib/db/client";
import { findOwnRedline, getRoundRow, listRedlineActions, markRedline } from "@/lib/db/criteria-rounds";
import { withItemIds } from "@/lib/domain/draft";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { applyCriteriaActions } from "@/lib/review/apply-criteria-actions";

/** Submits an expert's own redline or, until the redlines are shown, reopens it. Throws conflict while a criterion is undecided. */
export async function submitRedline(actor: Actor, input: { roundId: string; submitted: boolean }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const round = await getRoundRow(input.roundId, { tx, lock: true });
    demand(actor, "criteria.redline", round.projectId, "round");
    const redline = found(await findOwnRedline(tx, round.id, actor.userId), "round");
    if ((redline.submittedAt !== null) === input.submitted) return;
    if (round.status !== "open") throw new AppError("conflict", "This round is no longer open: the redlines have been shown to the panel.");
    const actions = (await listRedlineActions([redline.id], tx)).get(redline.id) ?? [];
    const { open } = applyCriteriaActions({ items: withItemIds([...round.items]), actions });
    if (input.submitted && open > 0) {
      throw new AppError("conflict", `${open} ${open === 1 ? "criterion is" : "criteria are"} still undecided.`);
    }
    await markRedline(tx, redline.id, input.submitted);
  });
  return { ok: true };
}
