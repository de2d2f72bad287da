import type { Action, NewAction } from "@/lib/domain/action";
import type { Item } from "@/lib/domain/draft";
import { AppError } from "@/lib/domain/errors";
import { pairScaleProblem } from "@/lib/domain/preference";
import { criteriaActionProblem } from "./apply-criteria-actions";

interface Redlined {
  items: readonly Item[];
  /** The stored actions. */
  actions: readonly Action[];
  kind: "pointwise" | "pairwise";
}

/**
 * Throws unless these actions can follow the stored ones: stale_parent (details: what the server has) when the chain does not go on from the last
 * stored action, invalid_input (details: the action) when an action is not allowed.
 */
export function demandCriteriaActions(redlined: Redlined, fresh: readonly NewAction[], where: Record<string, string>): void {
  demandChain(redlined.actions, fresh, where);
  const all: Action[] = [...redlined.actions];
  for (const action of fresh) {
    const problem =
      criteriaActionProblem({ items: redlined.items, actions: all }, action) ??
      pairScaleProblem(redlined.kind, action.criterion === null ? [] : [action.criterion]);
    if (problem !== null) throw new AppError("invalid_input", problem, { details: { actionId: action.id } });
    all.push({ ...action, seq: all.length });
  }
}

/** Each new action must hang on the one before it, the first on the last stored one: nobody overwrites what they have not seen. */
function demandChain(stored: readonly Action[], fresh: readonly NewAction[], where: Record<string, string>): void {
  let parent = stored.at(-1)?.id ?? null;
  for (const action of fresh) {
    if (action.parentId !== parent) {
      const message = "These criteria were changed elsewhere since you opened them. Both versions are kept; choose one.";
      throw new AppError("stale_parent", message, { details: { ...where, lastActionId: stored.at(-1)?.id ?? null, actions: stored } });
    }
    parent = action.id;
  }
}
