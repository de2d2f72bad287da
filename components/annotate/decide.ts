import { toast } from "@/components/ui/toast";
import { nearestPoint } from "@/lib/domain/nearest-point";
import { effectiveActions } from "@/lib/review/effective-actions";
import { restOf } from "@/lib/review/fold-actions";
import { isOpen, isPair, journalUnit, lineOf, nextOpenStop, nextOpenUnit } from "./unit-view";
import { type ActionFields, noReason, type Reason, type Workspace } from "./use-workspace";

/** The line that an action decides; null for a new line. */
const decidedBy = (desk: Workspace, { kind, itemId }: ActionFields): string | null =>
  ["set-score", "allow", "disallow"].includes(kind) ? desk.view.scoreLineId : kind === "add" ? null : (itemId ?? null);

/**
 * Performs the action and moves to the next open line. Actions available from any line (a score key, an added line) keep the current line
 * while it is still open, so that no line is skipped. Returns false if it was refused or a reason is asked for first.
 */
export function decide(desk: Workspace, fields: ActionFields, reason: Reason = noReason): boolean {
  if (!desk.act(fields, reason)) return false;
  const decided = decidedBy(desk, fields);
  const fromAnywhere = fields.kind === "set-score" || fields.kind === "add";
  const from = fromAnywhere || decided === null ? desk.stop : decided;
  desk.setMode(null);
  // The view predates the action, so the decided line is still open in it.
  const next = from !== decided && isOpen(desk.view, from) ? from : nextOpenStop(desk.view, from, decided);
  desk.moveTo(next ?? decided ?? from);
  return true;
}

/** Moves from a decided line to the next open one, or to the next criterion that has one. */
function moveOn(desk: Workspace): void {
  const next = nextOpenStop(desk.view, desk.stop);
  const unit = nextOpenUnit(desk.views, desk.view.criterion.id);
  if (next !== null) desk.moveTo(next);
  else if (unit !== null) desk.turnTo(unit.criterion.id);
  else desk.moveTo(desk.stop);
}

const isDecided = (desk: Workspace) => !desk.readOnly && !isOpen(desk.view, desk.stop);
const onScore = (desk: Workspace) => desk.stop === desk.view.scoreLineId;

/** The point that replaces a draft's score between two scale points; null if the score is on the scale or no point is nearest. */
export function nearestToDraft({ view, opened }: Workspace): number | null {
  const score = view.draft?.score ?? null;
  return score === null || isPair(opened) ? null : nearestPoint(view.criterion.scale, score);
}

const acceptFields = (desk: Workspace): ActionFields => {
  const nearest = onScore(desk) ? nearestToDraft(desk) : null;
  return nearest === null ? { kind: "accept", itemId: desk.stop } : { kind: "set-score", score: nearest };
};

export const canAccept = (desk: Workspace): boolean =>
  isDecided(desk) || (lineOf(desk.view, desk.stop) !== undefined && desk.problem(acceptFields(desk)) === null);

/** Accepts an open line. On a decided line the key only moves on. */
export function accept(desk: Workspace): undefined {
  if (isDecided(desk)) return void moveOn(desk);
  decide(desk, acceptFields(desk));
}

/** Accepts every line still open in this criterion by one action, and moves to what it leaves open: a score that is not on the scale. */
export function acceptRest(desk: Workspace): undefined {
  if (!desk.act({ kind: "accept-rest" })) return;
  desk.setMode(null);
  const { criterion, draft, evaluation, stops } = desk.view;
  const accepted = new Set(restOf(journalUnit(criterion, draft, desk.opened.task), evaluation.lines).map(({ id }) => id));
  desk.moveTo(stops.find((stop) => isOpen(desk.view, stop) && !accepted.has(stop)) ?? desk.stop);
}

/** Removes the line unless it is already removed. */
export function remove(desk: Workspace): undefined {
  if (lineOf(desk.view, desk.stop)?.outcome === "remove") return void moveOn(desk);
  decide(desk, { kind: "remove", itemId: desk.stop });
}

/** Whether the current line was drafted and has been revised or removed. */
export function canRestore(desk: Workspace): boolean {
  const line = lineOf(desk.view, desk.stop);
  const departed = line !== undefined && line.original !== null && (line.outcome === "revise" || line.outcome === "remove");
  return departed && desk.problem({ kind: "accept", itemId: desk.stop }) === null;
}

/** Restores the draft's version of a revised or removed line, and stays there. */
export function restore(desk: Workspace): undefined {
  if (!desk.act({ kind: "accept", itemId: desk.stop })) return;
  desk.moveTo(desk.stop);
  toast.info("The draft's version is restored. Undo (Z) reverts this.");
}

/** Chooses a score and moves on; choosing the current score again only moves on. */
export function chooseScore(desk: Workspace, score: number): void {
  if (score !== desk.view.evaluation.score) decide(desk, { kind: "set-score", score });
  else if (onScore(desk)) moveOn(desk);
}

/** Restores discarded text to its editor, or otherwise undoes the last action, and shows the line concerned. */
export function undo(desk: Workspace): undefined {
  if (desk.discarded !== null) return void desk.bringBack();
  takeBack(desk, "undoable");
}

/** Undoes an action, or redoes it if it is itself an undo, and shows the line concerned. */
export function takeBack(desk: Workspace, which: "undoable" | "redoable"): undefined {
  const undoesId = effectiveActions(desk.view.actions)[which];
  if (undoesId === null || !desk.act({ kind: "undo", undoesId })) return;
  const find = (id: string | null) => desk.view.actions.find((action) => action.id === id);
  const named = find(undoesId);
  const undone = which === "undoable" ? named : find(named?.undoesId ?? null);
  const stop = undone?.kind === "add" ? (which === "redoable" ? undone.id : null) : undone && decidedBy(desk, undone);
  desk.moveTo(stop ?? desk.stop);
}
