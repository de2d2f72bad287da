import type { Action } from "@/lib/domain/action";
import { effectiveActions } from "@/lib/review/effective-actions";
import { PairText } from "./pair-text";
import type { UnitView } from "./unit-view";
import { actionNames, kindNames, reasonNames, scoreName } from "./words";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** All actions on a criterion, newest first. Undone actions are struck through, never erased. */
export function HistoryList({ view, pair }: { view: UnitView; pair: boolean }) {
  const { inForce } = effectiveActions(view.actions);
  const unsaved = new Set(view.journal.pending.map((action) => action.id));
  if (view.actions.length === 0) return <p className="text-body text-soft">No actions on this criterion yet.</p>;
  return (
    <ol className="flex flex-col divide-y">
      {view.actions.toReversed().map((action) => (
        <li key={action.id} className="flex gap-4 py-2.5">
          <div className="min-w-0 grow">
            <p className={inForce.has(action.id) ? "" : "text-soft line-through"}>{whatWasDone(action, view, pair)}</p>
            {action.text && (
              <p className="manuscript mt-0.5 line-clamp-3 text-small text-soft" dir="auto">
                {pair ? <PairText text={action.text} /> : action.text}
              </p>
            )}
            {(action.reasonCode || action.reason) && (
              <p className="mt-0.5 text-small text-soft" dir="auto">
                {pair ? <PairText text={whyInWords(action)} /> : whyInWords(action)}
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

const whyInWords = ({ reasonCode, reason }: Action): string => [reasonCode && reasonNames[reasonCode], reason].filter(Boolean).join(": ");

function whatWasDone(action: Action, view: UnitView, pair: boolean): string {
  if (action.kind === "set-score")
    return pair ? `Chose ${scoreName(action.score ?? 0, pair)}` : `${actionNames["set-score"]} to ${action.score}`;
  if (action.kind === "undo") {
    const undone = view.actions.find((other) => other.id === action.undoesId);
    if (undone === undefined) return actionNames.undo;
    return undone.kind === "undo"
      ? `Did again: ${whatItUndid(undone, view, pair)}`
      : `${actionNames.undo}: ${whatWasDone(undone, view, pair).toLowerCase()}`;
  }
  const line = view.draft?.items.find((item) => item.id === action.itemId);
  const kind = action.itemKind ?? line?.kind;
  return kind === undefined ? actionNames[action.kind] : `${actionNames[action.kind]}: ${kindNames[kind].toLowerCase()}`;
}

function whatItUndid(undo: Action, view: UnitView, pair: boolean): string {
  const original = view.actions.find((other) => other.id === undo.undoesId);
  return original === undefined ? "" : whatWasDone(original, view, pair).toLowerCase();
}
