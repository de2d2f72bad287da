import "server-only";
import { listSampleDrafts, listSavedUnits } from "@/lib/db/actions";
import { lockAssignment, markRevealed } from "@/lib/db/assignments";
import { inTransaction } from "@/lib/db/client";
import { listCriteriaOfWork, listIncompleteCriteria } from "@/lib/db/criteria";
import { withItemIds } from "@/lib/domain/draft";
import { AppError, found } from "@/lib/domain/errors";
import { demandOpen, demandOwnAssignment } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";
import { applyActions } from "@/lib/review/apply-actions";

/**
 * Ends the blind pass of a blind-then-drafted assignment: its scores are kept as the blind ones, and from now on the drafts are shown and wait for a
 * decision. Repeating it changes nothing. Throws conflict in other arms, and while a criterion is not complete.
 */
export async function revealDrafts(actor: Actor, input: { assignmentId: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const assignment = await lockAssignment(tx, input.assignmentId);
    demandOwnAssignment(actor, assignment);
    demandOpen(assignment);
    if (assignment.arm !== "blind-then-drafted" || assignment.runId === null)
      throw new AppError("conflict", "This sample has no draft to show after your own rating.");
    if (assignment.revealed) return;
    const missing = await listIncompleteCriteria(tx, assignment.id);
    if (missing.length > 0)
      throw new AppError("conflict", `Rate first: ${missing.map((criterion) => criterion.name).join(", ")}.`, {
        details: { criteria: missing },
      });
    const [criteria, units, drafts] = await Promise.all([
      listCriteriaOfWork(assignment.id, tx),
      listSavedUnits(assignment.id, tx),
      listSampleDrafts(assignment.runId, assignment.sampleId),
    ]);
    const revealed = criteria.map(({ id, scale }) => {
      const { actions } = found(units.get(id), "rating");
      const draft = drafts.get(id) ?? null;
      const items = withItemIds(draft?.items ?? []);
      const { complete, score } = applyActions({ items, draftScore: draft?.score ?? null, scale, actions, madeBlind: actions.length });
      return { criterionId: id, shownDraftId: draft?.id ?? null, blindScore: score, blindActions: actions.length, complete };
    });
    await markRevealed(tx, assignment.id, revealed);
  });
  return { ok: true };
}
