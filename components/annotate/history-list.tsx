import { PairText } from "@/components/texts/pair-text";
import { kindNames, whyInWords } from "@/components/words/line-words";
import { scoreName } from "@/components/words/score-name";
import type { Action } from "@/lib/domain/action";
import { isCategorical } from "@/lib/domain/labels";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { applyActions } from "@/lib/review/apply-actions";
import { effectiveActions } from "@/lib/review/effective-actions";
import { withoutListMarkers } from "@/lib/review/list-marker";
import { RedlineText } from "./redline-text";
import type { UnitView } from "./unit-view";
import { actionNames } from "./words";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** All actions on a criterion, newest first. Undone actions are struck through, never erased. */
export function HistoryList({ view, pair, reasons }: { view: UnitView; pair: boolean; reasons: readonly CodebookEntry[] }) {
  const { inForce } = effectiveActions(view.actions);
  const unsaved = new Set(view.journal.pending.map((action) => action.id));
  if (view.actions.length === 0) return <p className="text-body text-soft">No actions on this criterion yet.</p>;
  return (
    <ol className="flex flex-col divide-y">
      {view.actions.toReversed().map((action) => (
        <li key={action.id} className="flex gap-4 py-2.5">
          <div className="min-w-0 grow">
            <p className={inForce.has(action.id) ? "" : "text-soft line-through"}>{whatWasDone(action, view, pair)}</p>
            <Text action={action} view={view} pair={pair} />
            {(action.reasonCode || action.reason) && (
              <p className="mt-0.5 text-small text-soft" dir="auto">
                {pair ? <PairText text={whyInWords(action, reasons)} /> : whyInWords(action, reasons)}
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

/** The text an action wrote; of a revision, the words it changed. */
function Text({ action, view, pair }: { action: Action; view: UnitView; pair: boolean }) {
  if (!action.text) return null;
  const before = action.kind === "revise" ? textBefore(action, view) : null;
  return (
    <div className="mt-0.5 text-small text-soft" dir="auto">
      {before === null ? (
        <p className="manuscript line-clamp-3">{pair ? <PairText text={action.text} /> : action.text}</p>
      ) : (
        <RedlineText {...withoutListMarkers(before, action.text)} pair={pair} />
      )}
    </div>
  );
}

/** The line's text just before the action. */
function textBefore(action: Action, { actions, criterion, draft }: UnitView): string | null {
  const earlier = actions.filter(({ seq }) => seq < action.seq);
  const unit = { items: draft?.items ?? [], draftScore: draft?.score ?? null, scale: criterion.scale };
  return applyActions({ ...unit, actions: earlier }).lines.find(({ id }) => id === action.itemId)?.text ?? null;
}

function whatWasDone(action: Action, view: UnitView, pair: boolean): string {
  if (action.kind === "set-score")
    return choosesByName(view, pair)
      ? `Chose ${scoreName(action.score ?? 0, pair, view.criterion.scale)}`
      : `${actionNames["set-score"]} to ${action.score}`;
  if (action.kind === "allow" || action.kind === "disallow")
    return `${actionNames[action.kind]}: ${scoreName(action.score ?? 0, pair, view.criterion.scale)}`;
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

const choosesByName = ({ criterion }: UnitView, pair: boolean) => pair || isCategorical(criterion.scale);

function whatItUndid(undo: Action, view: UnitView, pair: boolean): string {
  const original = view.actions.find((other) => other.id === undo.undoesId);
  return original === undefined ? "" : whatWasDone(original, view, pair).toLowerCase();
}
