import "server-only";
import { appendActions, findUnitDraft, listActions, lockEvaluation, saveDerived } from "@/lib/db/actions";
import { extendLease, getAssignment, retakeSlot } from "@/lib/db/assignments";
import { inTransaction } from "@/lib/db/client";
import { getCriterionOfSet } from "@/lib/db/criteria";
import type { Action, NewAction } from "@/lib/domain/action";
import type { SaveActionsBody, SavedActions } from "@/lib/domain/assignment";
import { withItemIds } from "@/lib/domain/draft";
import { AppError } from "@/lib/domain/errors";
import { demandOwnAssignment } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";
import { actionProblem } from "@/lib/review/action-problem";
import { applyActions } from "@/lib/review/apply-actions";
import { swapAction, swapScore, unswapAction } from "@/lib/review/swap-pair";

/**
 * Appends an annotator's actions on one unit and derives the evaluation again, in one transaction; answered when that is committed.
 * Idempotent: actions already stored are skipped, so a save may be repeated after a lost reply.
 * If the annotator sees the pair swapped, incoming actions are unswapped before validation and the reply is swapped back.
 * Throws stale_parent (details: what the server has) when the chain does not go on from the last stored action, invalid_input (details:
 * the action) when an action is not allowed, lease_lost when the sample went to others, conflict when the work is submitted.
 */
export async function saveActions(actor: Actor, input: { assignmentId: string } & SaveActionsBody): Promise<SavedActions> {
  return inTransaction(async (client) => {
    const assignment = await getAssignment(input.assignmentId, { client, lock: true });
    demandOwnAssignment(actor, assignment);
    if (assignment.status === "submitted") throw new AppError("conflict", "This is submitted. Reopen it to change it.");
    const criterion = await getCriterionOfSet(client, assignment.criteriaSetId, input.criterionId);
    if (assignment.status !== "open") await retakeSlot(client, assignment);

    const evaluation = await lockEvaluation(client, assignment.id, criterion.id);
    const stored: Action[] = await listActions(client, evaluation.id);
    const known = new Set(stored.map((action) => action.id));
    const { swapped } = assignment;
    const fresh = input.actions.filter((action) => !known.has(action.id)).map((action) => unswapAction(action, swapped));
    demandChain(stored, fresh, { criterionId: criterion.id, swapped });

    const draft =
      assignment.runId === null || assignment.arm === "blind"
        ? null
        : await findUnitDraft(client, assignment.runId, assignment.sampleId, criterion.id);
    const unit = { items: withItemIds(draft?.items ?? []), draftScore: draft?.score ?? null, scale: criterion.scale };
    const all: Action[] = [...stored];
    for (const action of fresh) {
      const problem = actionProblem({ ...unit, actions: all, reasonRequired: assignment.reasonRequired }, action);
      if (problem !== null) throw new AppError("invalid_input", problem, { details: { actionId: action.id, criterionId: criterion.id } });
      all.push({ ...action, seq: all.length });
    }
    const derived = applyActions({ ...unit, actions: all });
    if (fresh.length > 0) {
      await appendActions(client, { evaluationId: evaluation.id, userId: actor.userId, afterSeq: stored.length - 1 }, fresh);
    }
    await saveDerived(client, evaluation.id, derived, input.activeMs);
    const leasedUntil = await extendLease(client, assignment.id, assignment.leaseMinutes);
    return {
      saved: input.actions.map((action) => action.id),
      lastActionId: all.at(-1)?.id ?? null,
      evaluation: { score: swapScore(derived.score, swapped), complete: derived.complete },
      leasedUntil: leasedUntil.toISOString(),
    };
  });
}

/** The new actions must hang on the last stored one, each on the one before: a second tab or device cannot overwrite unseen work. */
function demandChain(stored: Action[], fresh: NewAction[], unit: { criterionId: string; swapped: boolean }): void {
  let parent = stored.at(-1)?.id ?? null;
  for (const action of fresh) {
    if (action.parentId !== parent) {
      throw new AppError("stale_parent", "This was changed elsewhere since you opened it. Both versions are kept; choose one.", {
        details: {
          criterionId: unit.criterionId,
          lastActionId: stored.at(-1)?.id ?? null,
          actions: stored.map((other) => swapAction(other, unit.swapped)),
        },
      });
    }
    parent = action.id;
  }
}
