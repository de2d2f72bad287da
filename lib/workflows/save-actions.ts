import "server-only";
import { type KeptUnit, keptUnits } from "@/lib/db/kept-units";
import { writeOnward } from "@/lib/db/save-onward";
import { readUnit, readUnitBySession, type StoredUnit, type UnitChange, type WrittenUnit, writeUnit } from "@/lib/db/save-unit";
import type { NewAction } from "@/lib/domain/action";
import type { SaveActionsBody, SavedActions } from "@/lib/domain/assignment";
import { withItemIds } from "@/lib/domain/draft";
import { AppError, found } from "@/lib/domain/errors";
import { demandOpen, demandOwnAssignment } from "@/lib/domain/own-assignment";
import { type Actor, may } from "@/lib/domain/policy";
import { codebooksOf } from "@/lib/domain/reason-book";
import { shownDraft } from "@/lib/domain/shown-draft";
import { checkInOrder } from "@/lib/review/action-problem";
import { applyActions } from "@/lib/review/apply-actions";
import { demandKnownReasons } from "@/lib/review/known-reasons";
import { swapAction, swapScore, unswapAction } from "@/lib/review/swap-pair";
import { noteSave } from "@/lib/telemetry/metrics";

/** Another save can come between reading and writing; the unit is then read again. An id that is stored elsewhere never succeeds. */
const mostAttempts = 4;

type Save = { assignmentId: string } & SaveActionsBody;

/**
 * Appends an annotator's actions on one unit and derives the evaluation again: one statement reads, one writes; answered when that is
 * committed. A unit that this process saved before is not read again: one statement writes if it is as that save left it. Idempotent: actions
 * already stored are skipped, so a save may be repeated after a lost reply. If the annotator sees the pair swapped, incoming actions are
 * unswapped before validation and the reply is swapped back. Throws stale_parent (details: what the server has) when the chain does not
 * continue from the last stored action, invalid_input (details: the action) when an action is not allowed, lease_lost when the sample went
 * back to the queue, conflict when the work is submitted or skipped.
 */
export async function saveActions(actor: Actor, input: Save): Promise<SavedActions> {
  const kept = keptUnits.find(input);
  const onward = kept?.unit.assignment.userId === actor.userId && mayWork(actor, kept) ? await saveOnward(kept, input, null) : null;
  return onward ?? readAndSave(actor, input);
}

/**
 * The same for the holder of a browser's session, who is not known yet: their right to save is checked by the statement that writes, or reads the
 * unit. Null, or an error that is meant for the annotator: nothing was saved, for whatever reason; authenticate, and call `saveActions`.
 */
export async function saveBySession(sessionToken: string, input: Save): Promise<SavedActions | null> {
  const kept = keptUnits.find(input);
  if (kept !== undefined) return saveOnward(kept, input, sessionToken);
  const unit = await readUnitBySession(input, sessionToken);
  return unit === null || unit.assignment.imported ? null : writeRead(unit, input, unit.assignment.userId ?? "");
}

const mayWork = (actor: Actor, { unit }: KeptUnit) => may(actor, "work.do", unit.assignment.projectId);

async function readAndSave(actor: Actor, input: Save): Promise<SavedActions> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const unit = await readUnit(input);
    demandOwnAssignment(actor, unit.assignment);
    const saved = await writeRead(unit, input, actor.userId);
    if (saved !== null) return saved;
  }
  throw new AppError("conflict", "An action with one of these ids is already stored elsewhere. Give each action a unique id.");
}

/** Saves on a unit as it was just read; null if another save came between. */
async function writeRead(unit: StoredUnit, input: Save, userId: string): Promise<SavedActions | null> {
  demandOpen(unit.assignment);
  const change = changeOf(unit, input, userId);
  const written = await writeUnit(change);
  return written === null ? null : noteSaved(unit, change, input, written);
}

/** Saves on a unit in its last known state. Null: that is not its state, or the actions are not allowed in it, which only reading it can tell. */
async function saveOnward(kept: KeptUnit, input: Save, sessionToken: string | null): Promise<SavedActions | null> {
  const { unit, evaluationId, shownDraftId } = kept;
  let change: UnitChange;
  try {
    change = changeOf(unit, input, unit.assignment.userId ?? "");
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  // Only the position of a new action shows that nobody has saved in between.
  const written = change.fresh.length === 0 ? null : await writeOnward(kept, change, sessionToken);
  if (written !== null) return noteSaved(unit, change, input, { ...written, evaluationId, shownDraftId });
  keptUnits.forget(input);
  return null;
}

/** Keeps what the save has left for the next one. */
function noteSaved(unit: StoredUnit, change: UnitChange, input: Save, { leasedUntil, ...evaluation }: WrittenUnit): SavedActions {
  const { fresh, seq, derived } = change;
  const actions = [...unit.actions, ...fresh.map((action, index) => ({ ...action, seq: seq + index, origin: null }))];
  const saved = { shownDraftId: evaluation.shownDraftId, madeBlind: unit.saved?.madeBlind ?? 0 };
  keptUnits.keep(input, { ...evaluation, unit: { ...unit, saved, actions } });
  noteSave("actions");
  return {
    saved: input.actions.map((action) => action.id),
    lastActionId: actions.at(-1)?.id ?? null,
    evaluation: { score: swapScore(derived.score, unit.assignment.swapped), complete: derived.complete },
    leasedUntil: leasedUntil?.toISOString() ?? null,
  };
}

/** The changes that the save makes to the stored unit. Throws if they are not allowed. */
function changeOf(unit: StoredUnit, input: Save, userId: string): UnitChange {
  const { assignment, actions: stored } = unit;
  const criterion = found(unit.criterion, "criterion in this task's criteria set");
  const known = new Set(stored.map((action) => action.id));
  const fresh = input.actions.filter((action) => !known.has(action.id)).map((action) => unswapAction(action, assignment.swapped));
  demandChain(unit, fresh, criterion.id);
  demandKnownReasons(codebooksOf(assignment.reasonCodes).items, fresh);

  const draft = shownDraft(assignment, unit);
  const madeBlind = unit.saved?.madeBlind ?? 0;
  const material = { items: withItemIds(draft?.items ?? []), draftScore: draft?.score ?? null, scale: criterion.scale, madeBlind };
  const rules = { reasonRequired: assignment.reasonRequired, mayAcceptRest: assignment.mayAcceptRest };
  const all = [...stored];
  const check = checkInOrder({ ...material, ...rules, actions: stored });
  for (const action of fresh) {
    const problem = check.problem(action);
    if (problem !== null) throw new AppError("invalid_input", problem, { details: { actionId: action.id, criterionId: criterion.id } });
    const made = { ...action, seq: all.length, origin: null };
    check.add(made);
    all.push(made);
  }
  return {
    assignmentId: assignment.id,
    criterionId: criterion.id,
    userId,
    leaseMinutes: assignment.leaseMinutes,
    shownDraftId: draft?.id ?? null,
    activeMs: input.activeMs ?? 0,
    idleAfterMs: input.idleAfterMs ?? null,
    fresh,
    seq: stored.length,
    derived: applyActions({ ...material, actions: all }),
  };
}

/**
 * The first new action must follow the last stored one, and each other the one before it: a second tab or device cannot overwrite unseen
 * work.
 */
function demandChain({ actions: stored, assignment }: StoredUnit, fresh: NewAction[], criterionId: string): void {
  const lastActionId = stored.at(-1)?.id ?? null;
  let parent = lastActionId;
  for (const action of fresh) {
    if (action.parentId !== parent) {
      throw new AppError("stale_parent", "This was changed elsewhere since you opened it. Both versions are kept; choose one.", {
        details: { criterionId, lastActionId, actions: stored.map((other) => swapAction(other, assignment.swapped)) },
      });
    }
    parent = action.id;
  }
}
