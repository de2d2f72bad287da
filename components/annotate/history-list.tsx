import type { Action } from "@/lib/domain/action";
import { effectiveActions } from "@/lib/review/effective-actions";
import type { UnitView } from "./unit-view";
import { actionNames, kindNames, reasonNames } from "./words";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Everything done on a criterion, newest first. Nothing is ever erased: what was taken back is struck. */
export function HistoryList({ view }: { view: UnitView }) {
  const { inForce } = effectiveActions(view.actions);
  const unsaved = new Set(view.journal.pending.map((action) => action.id));
  if (view.actions.length === 0) return <p className="text-body text-soft">Nothing was done on this criterion yet.</p>;
  return (
    <ol className="flex flex-col divide-y">
      {view.actions.toReversed().map((action) => (
        <li key={action.id} className="flex gap-4 py-2.5">
          <div className="min-w-0 grow">
            <p className={inForce.has(action.id) ? "" : "text-soft line-through"}>{whatWasDone(action, view)}</p>
            {action.text && (
              <p className="manuscript mt-0.5 line-clamp-3 text-small text-soft" dir="auto">
                {action.text}
              </p>
            )}
            {(action.reasonCode || action.reason) && (
              <p className="mt-0.5 text-small text-soft" dir="auto">
                {[action.reasonCode && reasonNames[action.reasonCode], action.reason].filter(Boolean).join(": ")}
              </p>
            )}
          </div>
          <p className="shrink-0 text-right text-small text-soft">
            <time dateTime={action.at}>{time.format(new Date(action.at))}</time>
            {unsaved.has(action.id) && <span className="block text-caution">not saved yet</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}

function whatWasDone(action: Action, view: UnitView): string {
  if (action.kind === "set-score") return `${actionNames["set-score"]} to ${action.score}`;
  if (action.kind === "undo") {
    const undone = view.actions.find((other) => other.id === action.undoesId);
    if (undone === undefined) return actionNames.undo;
    return undone.kind === "undo"
      ? `Did again: ${whatItUndid(undone, view)}`
      : `${actionNames.undo}: ${whatWasDone(undone, view).toLowerCase()}`;
  }
  const line = view.draft?.items.find((item) => item.id === action.itemId);
  const kind = action.itemKind ?? line?.kind;
  return kind === undefined ? actionNames[action.kind] : `${actionNames[action.kind]}: ${kindNames[kind].toLowerCase()}`;
}

function whatItUndid(undo: Action, view: UnitView): string {
  const original = view.actions.find((other) => other.id === undo.undoesId);
  return original === undefined ? "" : whatWasDone(original, view).toLowerCase();
}
