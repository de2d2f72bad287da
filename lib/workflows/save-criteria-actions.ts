import "server-only";
import { inTransaction } from "@/lib/db/client";
import { appendCriteriaActions, getCriteriaSet, toCriteriaSet } from "@/lib/db/criteria-sets";
import type { NewAction } from "@/lib/domain/action";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import type { CriteriaSet } from "@/lib/domain/project";
import { codebooksOf } from "@/lib/domain/reason-book";
import { demandCriteriaActions } from "@/lib/review/demand-criteria-actions";
import { demandKnownReasons } from "@/lib/review/known-reasons";

/**
 * Appends a researcher's actions on a draft set; answered when that is committed. Idempotent: actions already stored are skipped. Throws
 * stale_parent (details: what the server has) when the chain does not continue from the last stored action, invalid_input (details: the
 * action) when an action is not allowed, conflict when the set is published.
 */
export async function saveCriteriaActions(actor: Actor, input: { criteriaSetId: string; actions: NewAction[] }): Promise<CriteriaSet> {
  return inTransaction(async (client) => {
    const set = await getCriteriaSet(input.criteriaSetId, { tx: client, lock: true });
    demand(actor, "criteria.edit", set.projectId, "criteria set");
    const known = new Set(set.actions.map((action) => action.id));
    const fresh = input.actions.filter((action) => !known.has(action.id));
    if (fresh.length === 0) return toCriteriaSet(set);
    if (set.status === "published")
      throw new AppError("conflict", "This criteria set is published and cannot be changed. Start a new draft.");
    demandKnownReasons(codebooksOf(set.reasonCodes).criteria, fresh);
    demandCriteriaActions({ items: set.proposal?.items ?? [], actions: set.actions, kind: set.kind }, fresh, { criteriaSetId: set.id });
    await appendCriteriaActions(client, { criteriaSetId: set.id, userId: actor.userId, afterSeq: set.actions.length - 1 }, fresh);
    return toCriteriaSet(await getCriteriaSet(set.id, { tx: client }));
  });
}
