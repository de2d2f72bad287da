import type { Action, NewAction } from "@/lib/domain/action";
import type { Scale } from "@/lib/domain/criterion";
import type { Item } from "@/lib/domain/draft";
import { actionProblem } from "@/lib/review/action-problem";

/** What an action is checked against when it is moved onto somebody's newer version. */
export interface JournalUnit {
  items: readonly Item[];
  draftScore: number | null;
  scale: Pick<Scale, "min" | "max" | "step">;
  reasonRequired: boolean;
}

/** Why the server would not take what waits. */
export type JournalTrouble =
  /** Another tab or device went on from the same point; both versions are kept until one is chosen. */
  | { kind: "stale"; theirs: Action[] }
  /** The server refused an action; it stays here until it is dropped. */
  | { kind: "refused"; message: string };

/** One unit's actions: what the server has, what waits to be sent in the order made, and what blocks sending. */
export interface UnitJournal {
  stored: readonly Action[];
  pending: readonly NewAction[];
  trouble: JournalTrouble | null;
  /** Active time so far, and how much of it the server knows. */
  activeMs: number;
  savedActiveMs: number;
}

/** A journal as the page opens: the server's actions, and those a former visit left unsent. */
export function openJournal(stored: readonly Action[], leftOver: readonly NewAction[], activeMs: number): UnitJournal {
  return { stored, pending: without(leftOver, stored), trouble: null, activeMs, savedActiveMs: activeMs };
}

/** All actions in order, the waiting ones numbered on. */
export const actionsOf = (journal: UnitJournal): Action[] => [
  ...journal.stored,
  ...journal.pending.map((action, index) => ({ ...action, seq: journal.stored.length + index })),
];

/** What a new action must name as its parent. */
export const lastActionId = (journal: UnitJournal): string | null => journal.pending.at(-1)?.id ?? journal.stored.at(-1)?.id ?? null;

/** A new action, made on top of everything before it. */
export const append = (journal: UnitJournal, action: NewAction): UnitJournal => ({ ...journal, pending: [...journal.pending, action] });

/** The server has committed these: they move from pending to stored, in order. */
export function settle(journal: UnitJournal, savedIds: ReadonlySet<string>, activeMs: number): UnitJournal {
  const saved = journal.pending.filter((action) => savedIds.has(action.id));
  const first = journal.stored.length;
  return {
    ...journal,
    stored: [...journal.stored, ...saved.map((action, index) => ({ ...action, seq: first + index }))],
    pending: journal.pending.filter((action) => !savedIds.has(action.id)),
    savedActiveMs: Math.max(journal.savedActiveMs, activeMs),
  };
}

/**
 * The server went on without this journal. If all that waits is there already (only the reply was lost), there is nothing to choose;
 * otherwise both versions stay.
 */
export function meetStale(journal: UnitJournal, theirs: readonly Action[]): UnitJournal {
  const pending = without(journal.pending, theirs);
  if (pending.length === 0) return { ...journal, stored: theirs, pending, trouble: null };
  return { ...journal, trouble: { kind: "stale", theirs: [...theirs] } };
}

/** The other version is taken; what waited here is given up. */
export function takeTheirs(journal: UnitJournal): UnitJournal {
  if (journal.trouble?.kind !== "stale") return journal;
  return { ...journal, stored: journal.trouble.theirs, pending: [], trouble: null };
}

/**
 * What waited here is done again on top of the other version. What no longer makes sense there (a line the other version took away, an
 * undo of something already undone) is left out.
 */
export function keepMine(journal: UnitJournal, unit: JournalUnit): UnitJournal {
  if (journal.trouble?.kind !== "stale") return journal;
  const stored = journal.trouble.theirs;
  const all: Action[] = [...stored];
  const pending: NewAction[] = [];
  for (const action of without(journal.pending, stored)) {
    const moved = { ...action, parentId: all.at(-1)?.id ?? null };
    if (actionProblem({ ...unit, actions: all }, moved) !== null) continue;
    pending.push(moved);
    all.push({ ...moved, seq: all.length });
  }
  return { ...journal, stored, pending, trouble: null };
}

/** What waits is given up: the unit is as the server has it. */
export const dropPending = (journal: UnitJournal): UnitJournal => ({ ...journal, pending: [], trouble: null });

function without(actions: readonly NewAction[], known: readonly { id: string }[]): NewAction[] {
  const ids = new Set(known.map((action) => action.id));
  return actions.filter((action) => !ids.has(action.id));
}
