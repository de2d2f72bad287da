import type { Item } from "@/lib/domain/draft";
import { type Outcome, outcomes } from "@/lib/domain/outcomes";
import { isOnScale } from "@/lib/domain/scale-points";
import { effectiveActions } from "./effective-actions";
import { type EvaluationLine, Fold, idsMadeBlind, type ReviewAction, type ReviewInput } from "./fold-actions";

/** `together`: how many of the accepted lines were accepted with the rest, by one action; absent if none. */
export type OutcomeCounts = Record<Outcome, number> & { together?: number };

export interface EvaluationState {
  /** The draft's lines in their order, then added ones in the order of adding. */
  lines: EvaluationLine[];
  score: number | null;
  /** The action that gave the score. */
  scoreSetBy: string | null;
  /** Other scores that the annotator holds acceptable, ascending; none without a score. */
  alsoAcceptable: number[];
  /** A score on the scale, and an outcome for every line but headings. */
  complete: boolean;
  /** Effective actions by kind of item. Headings are under "heading". */
  tally: Record<string, OutcomeCounts>;
  undoable: string | null;
  redoable: string | null;
  lastActionId: string | null;
}

/**
 * The evaluation that results from the actions. Server and browser both compute it with this function, so they cannot differ.
 * A later action on an item supersedes the earlier one. The score item is the score: accepting it takes the draft's score, revising it
 * takes the action's, `set-score` revises it (or accepts it, when equal), removing it leaves none. Imported work may contradict itself:
 * its last set-score is the score and its rows are counted one by one. `accept-rest` accepts the lines that were open when it was made and still are,
 * so undoing an earlier decision never makes it accept that line. What was done before the draft was shown is kept: the score holds until the score line
 * is decided, added lines stay without counting as additions to the draft, and none of it can be undone. A score marked as also acceptable that later
 * becomes the score is no mark any more.
 */
export function applyActions(input: ReviewInput): EvaluationState {
  const { effective, undoable, redoable } = effectiveActions(input.actions);
  const blind = idsMadeBlind(input);
  const work = new Fold(input);
  for (const action of effective) work.apply(action);
  const imported = effective.some(isImported);
  const importedScore = imported ? effective.findLast((action) => action.kind === "set-score") : undefined;
  const score = importedScore ? importedScore.score : work.score;
  const lines = [...work.lines.values()];
  const decided = lines.every((line) => line.kind === "heading" || line.outcome !== "open");
  return {
    lines,
    score,
    scoreSetBy: importedScore?.id ?? work.scoreSetBy,
    alsoAcceptable: score === null ? [] : [...work.allowed].filter((other) => other !== score).sort((a, b) => a - b),
    complete: decided && score !== null && isOnScale(input.scale, score),
    tally: imported ? tallyRows(effective, input.items) : tallyLines(lines.filter((line) => !blind.has(line.id))),
    undoable: undoable !== null && blind.has(undoable) ? null : undoable,
    redoable: redoable !== null && blind.has(redoable) ? null : redoable,
    lastActionId: input.actions.at(-1)?.id ?? null,
  };
}

const isImported = (action: ReviewAction) => action.origin !== null && action.origin !== undefined;

const noCounts = (): OutcomeCounts => ({ accept: 0, revise: 0, remove: 0, add: 0 });

function countUp(tally: Record<string, OutcomeCounts>, kind: string, outcome: Outcome): OutcomeCounts {
  const counts = tally[kind] ?? noCounts();
  counts[outcome]++;
  tally[kind] = counts;
  return counts;
}

function tallyLines(lines: EvaluationLine[]): Record<string, OutcomeCounts> {
  const tally: Record<string, OutcomeCounts> = {};
  for (const line of lines) {
    if (line.outcome === "open") continue;
    const counts = countUp(tally, line.kind, line.outcome);
    if (line.together) counts.together = (counts.together ?? 0) + 1;
  }
  return tally;
}

/** Imported rows count as they are in the file: each row once, even if none or several belong to one item. */
function tallyRows(actions: ReviewAction[], items: readonly Item[]): Record<string, OutcomeCounts> {
  const kinds = new Map(items.map((item) => [item.id, item.kind]));
  const tally: Record<string, OutcomeCounts> = {};
  for (const action of actions) {
    const outcome = outcomes.find((one) => one === action.kind);
    if (outcome === undefined) continue;
    const kind = action.itemKind ?? (action.itemId === null ? undefined : kinds.get(action.itemId));
    if (kind !== undefined) countUp(tally, kind, outcome);
  }
  return tally;
}
