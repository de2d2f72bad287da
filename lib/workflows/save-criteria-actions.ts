import "server-only";
import { inTransaction } from "@/lib/db/client";
import { appendCriteriaActions, getCriteriaSet, toCriteriaSet } from "@/lib/db/criteria-sets";
import type { Action, NewAction } from "@/lib/domain/action";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { pairScaleProblem } from "@/lib/domain/preference";
import type { CriteriaSet } from "@/lib/domain/project";
import { criteriaActionProblem } from "@/lib/review/apply-criteria-actions";

/**
 * Appends a researcher's actions on a draft set; answered when that is committed. Idempotent: actions already stored are skipped.
 * Throws stale_parent (details: what the server has) when the chain does not go on from the last stored action, invalid_input (details: the
 * action) when an action is not allowed, conflict when the set is published.
 */
export async function saveCriteriaActions(actor: Actor, input: { criteriaSetId: string; actions: NewAction[] }): Promise<CriteriaSet> {
  return inTransaction(async (client) => {
    const set = await getCriteriaSet(input.criteriaSetId, { tx: client, lock: true });
    demand(actor, "criteria.edit", set.projectId, "criteria set");
    const known = new Set(set.actions.map((action) => action.id));
    const fresh = input.actions.filter((action) => !known.has(action.id));
    if (fresh.length === 0) return toCriteriaSet(set);
    if (set.status === "published") throw new AppError("conflict", "This criteria set is published and stays as it is. Start a new draft.");
    demandChain(set.actions, fresh, set.id);
    const all: Action[] = [...set.actions];
    for (const action of fresh) {
      const problem =
        criteriaActionProblem({ items: set.proposal?.items ?? [], actions: all }, action) ??
        pairScaleProblem(set.kind, action.criterion === null ? [] : [action.criterion]);
      if (problem !== null) throw new AppError("invalid_input", problem, { details: { actionId: action.id } });
      all.push({ ...action, seq: all.length });
    }
    await appendCriteriaActions(client, { criteriaSetId: set.id, userId: actor.userId, afterSeq: set.actions.length - 1 }, fresh);
    return toCriteriaSet(await getCriteriaSet(set.id, { tx: client }));
  });
}

/** Each new action must hang on the one before it, the first on the last stored one: nobody overwrites what they have not seen. */
function demandChain(stored: Action[], fresh: NewAction[], criteriaSetId: string): void {
  let parent = stored.at(-1)?.id ?? null;
  for (const action of fresh) {
    if (action.parentId !== parent) {
      throw new AppError(
        "stale_parent",
        "These criteria were changed elsewhere since you opened them. Both versions are kept; choose one.",
        {
          details: { criteriaSetId, lastActionId: stored.at(-1)?.id ?? null, actions: stored },
        },
      );
    }
    parent = action.id;
  }
}
