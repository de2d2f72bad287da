import type { Action, NewAction } from "@/lib/domain/action";
import type { PointsOrLabels } from "@/lib/domain/criterion";
import type { Item } from "@/lib/domain/draft";
import { checkInOrder, type TaskRules } from "@/lib/review/action-problem";

/** What an action is validated against when it is rebased onto a newer version. */
export interface JournalUnit extends TaskRules {
  items: readonly Item[];
  draftScore: number | null;
  scale: PointsOrLabels;
  /** How many of its actions were made before the draft was shown. */
  madeBlind: number;
}

/** Why the server refused the pending actions. */
export type JournalTrouble =
  /** Another tab or device continued from the same point; both versions are kept until one is chosen. */
  | { kind: "stale"; theirs: Action[] }
  /** The server refused an action, which stays here until it is dropped. */
  | { kind: "refused"; message: string };

/** One unit's actions: those the server has, those pending in order, and what blocks sending. */
export interface UnitJournal {
  stored: readonly Action[];
  pending: readonly NewAction[];
  trouble: JournalTrouble | null;
  /** Active time so far, and how much of it the server has. */
  activeMs: number;
  savedActiveMs: number;
}

/** The journal when the page opens: the server's actions and those an earlier visit left unsent. */
export function openJournal(stored: readonly Action[], leftOver: readonly NewAction[], activeMs: number): UnitJournal {
  return { stored, pending: without(leftOver, stored), trouble: null, activeMs, savedActiveMs: activeMs };
}

/** All actions in order; pending ones continue the numbering. */
export const actionsOf = (journal: UnitJournal): Action[] => [
  ...journal.stored,
  ...journal.pending.map((action, index) => ({ ...action, seq: journal.stored.length + index })),
];

/** The parent id for a new action. */
export const lastActionId = (journal: UnitJournal): string | null => journal.pending.at(-1)?.id ?? journal.stored.at(-1)?.id ?? null;

/** Appends a new pending action. */
export const append = (journal: UnitJournal, action: NewAction): UnitJournal => ({ ...journal, pending: [...journal.pending, action] });

/** Moves committed actions from pending to stored, in order. */
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
 * The server has moved on without this journal. If it already has everything pending (only the reply was lost), there is nothing to
 * choose; otherwise both versions stay.
 */
export function meetStale(journal: UnitJournal, theirs: readonly Action[]): UnitJournal {
  const pending = without(journal.pending, theirs);
  if (pending.length === 0) return { ...journal, stored: theirs, pending, trouble: null };
  return { ...journal, trouble: { kind: "stale", theirs: [...theirs] } };
}

/** Takes the other version and drops what was pending here. */
export function takeTheirs(journal: UnitJournal): UnitJournal {
  if (journal.trouble?.kind !== "stale") return journal;
  return { ...journal, stored: journal.trouble.theirs, pending: [], trouble: null };
}

/**
 * Reapplies what was pending here on top of the other version, leaving out what no longer applies there (a line the other version
 * removed, an undo of something already undone).
 */
export function keepMine(journal: UnitJournal, unit: JournalUnit): UnitJournal {
  if (journal.trouble?.kind !== "stale") return journal;
  const stored = journal.trouble.theirs;
  const check = checkInOrder({ ...unit, actions: stored });
  const pending: NewAction[] = [];
  for (const action of without(journal.pending, stored)) {
    const moved = { ...action, parentId: (pending.at(-1) ?? stored.at(-1))?.id ?? null };
    if (check.problem(moved) !== null) continue;
    check.add({ ...moved, seq: stored.length + pending.length });
    pending.push(moved);
  }
  return { ...journal, stored, pending, trouble: null };
}

/** Drops what is pending, so the unit is as the server has it. */
export const dropPending = (journal: UnitJournal): UnitJournal => ({ ...journal, pending: [], trouble: null });

function without(actions: readonly NewAction[], known: readonly { id: string }[]): NewAction[] {
  const ids = new Set(known.map((action) => action.id));
  return actions.filter((action) => !ids.has(action.id));
}
