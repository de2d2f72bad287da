import type { Action } from "@/lib/domain/action";

/** Actions that still count, and what undo and redo would touch next. */
export interface EffectiveActions<T extends Action> {
  /** In the order made, without undo actions and the actions they undo. */
  effective: T[];
  /** Ids of all actions that count, undo actions included. */
  inForce: ReadonlySet<string>;
  /** The last action that still counts: what undo takes back. */
  undoable: string | null;
  /** The undo action that redo takes back; null once something new was done after it. */
  redoable: string | null;
}

/**
 * Resolves undo. An action counts unless an undo that itself counts undoes it; undoing an undo brings the action back.
 * An undo can only name an earlier action, so one pass from the end is enough.
 */
export function effectiveActions<T extends Action>(actions: readonly T[]): EffectiveActions<T> {
  const kindById = new Map(actions.map((action) => [action.id, action.kind]));
  const undone = new Set<string>();
  const inForce = new Set<string>();
  const effective: T[] = [];
  let undoable: string | null = null;
  let redoable: string | null = null;
  for (const action of actions.toReversed()) {
    if (undone.has(action.id)) continue;
    inForce.add(action.id);
    if (action.kind !== "undo") {
      effective.push(action);
      undoable ??= action.id;
    } else if (action.undoesId !== null) {
      undone.add(action.undoesId);
      const isPlainUndo = kindById.get(action.undoesId) !== "undo";
      if (isPlainUndo && undoable === null) redoable ??= action.id;
    }
  }
  return { effective: effective.reverse(), inForce, undoable, redoable };
}
