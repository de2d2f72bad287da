import type { Action } from "@/lib/domain/action";
import type { PointsOrLabels } from "@/lib/domain/criterion";
import type { Item, ItemKind } from "@/lib/domain/draft";
import { isCategorical } from "@/lib/domain/labels";
import type { Outcome } from "@/lib/domain/outcomes";
import { isPreferenceScale } from "@/lib/domain/preference";
import { isOnScale, snapToScale } from "@/lib/domain/scale-points";
import { effectiveActions } from "./effective-actions";
import { replaceLabelInText, replaceScoreInText, replaceVerdictInText } from "./score-text";

/** An action as stored; `origin` is set on imported ones and means: counted as its file has it. */
export type ReviewAction = Action & { origin?: unknown };

/** The inputs of an evaluation: the draft (no items and no score in the blind arm) and every action on it, in order. */
export interface ReviewInput {
  items: readonly Item[];
  draftScore: number | null;
  scale: PointsOrLabels;
  actions: readonly ReviewAction[];
  /** How many of the actions were made before the draft was shown; they decide none of its lines. */
  madeBlind?: number;
}

/** One line of the evaluation and what became of it. */
export interface EvaluationLine {
  id: string;
  kind: ItemKind;
  /** `open`: not decided yet. */
  outcome: Outcome | "open";
  /** The draft's text; null for a line the annotator added. */
  original: string | null;
  /** The current text; for a removed line, the text that was removed. */
  text: string;
  reasonCode: Action["reasonCode"];
  reason: string | null;
  /** The action that decided it. */
  actionId: string | null;
  /** Accepted with the rest, not by itself. */
  together: boolean;
}

/** `together`: how many of the accepted lines were accepted with the rest, by one action; absent if none. */
export type OutcomeCounts = Record<Outcome, number> & { together?: number };

export interface EvaluationState {
  /** The draft's lines in their order, then added ones in the order of adding. */
  lines: EvaluationLine[];
  score: number | null;
  /** The action that gave the score. */
  scoreSetBy: string | null;
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
 * is decided, added lines stay without counting as additions to the draft, and none of it can be undone.
 */
export function applyActions(input: ReviewInput): EvaluationState {
  const { effective, undoable, redoable } = effectiveActions(input.actions);
  const blind = idsMadeBlind(input);
  const work = new Work(input);
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
    complete: decided && score !== null && isOnScale(input.scale, score),
    tally: imported ? tallyRows(effective, input.items) : tallyLines(lines.filter((line) => !blind.has(line.id))),
    undoable: undoable !== null && blind.has(undoable) ? null : undoable,
    redoable: redoable !== null && blind.has(redoable) ? null : redoable,
    lastActionId: input.actions.at(-1)?.id ?? null,
  };
}

/** Ids of the actions made before the draft was shown. */
export const idsMadeBlind = ({ actions, madeBlind = 0 }: Pick<ReviewInput, "actions" | "madeBlind">): ReadonlySet<string> =>
  new Set(actions.slice(0, madeBlind).map((action) => action.id));

const isImported = (action: ReviewAction) => action.origin !== null && action.origin !== undefined;

/** Folds the effective actions. A class only so that the steps share the lines and the score. */
class Work {
  readonly lines: Map<string, EvaluationLine>;
  readonly scoreItemId: string | null;
  score: number | null = null;
  scoreSetBy: string | null = null;
  private readonly blind: ReadonlySet<string>;

  constructor(private readonly input: ReviewInput) {
    this.blind = idsMadeBlind(input);
    this.lines = new Map(input.items.map((item) => [item.id, openLine(item)]));
    this.scoreItemId = scoreItem(input.items)?.id ?? null;
  }

  apply(action: ReviewAction): void {
    const line = action.itemId === null ? undefined : this.lines.get(action.itemId);
    if (action.kind === "add") this.add(action);
    else if (action.kind === "set-score") this.setScore(action);
    else if (action.kind === "accept-rest") this.acceptRest(action);
    else if (line?.original === null) this.changeAdded(line, action);
    else if (line !== undefined) this.changeDrafted(line, line.original, action);
  }

  private changeDrafted(line: EvaluationLine, original: string, action: ReviewAction): void {
    if (action.kind === "accept") this.decide(line, action, "accept", original);
    if (action.kind === "remove") this.decide(line, action, "remove", original);
    if (action.kind === "revise") this.decide(line, action, "revise", this.revisedText(line, action));
    if (line.id === this.scoreItemId) this.followScoreItem(action);
  }

  private acceptRest(action: ReviewAction): void {
    const { actions } = this.input;
    const before = actions.slice(
      0,
      actions.findIndex(({ id }) => id === action.id),
    );
    const wereOpen = new Set(restOf(this.input, applyActions({ ...this.input, actions: before }).lines).map((line) => line.id));
    for (const line of restOf(this.input, [...this.lines.values()])) {
      if (!wereOpen.has(line.id)) continue;
      this.changeDrafted(line, line.text, { ...action, kind: "accept" });
      line.together = true;
    }
  }

  private add(action: ReviewAction): void {
    const line = { ...openLine({ id: action.id, kind: action.itemKind ?? "explanation", text: action.text ?? "" }), original: null };
    this.lines.set(action.id, line);
    this.decide(line, action, "add", line.text);
  }

  private setScore(action: ReviewAction): void {
    const line = this.scoreItemId === null ? undefined : this.lines.get(this.scoreItemId);
    if (line?.original != null && action.score !== null && !this.blind.has(action.id)) {
      const unchanged = action.score === draftedScore(this.input);
      this.decide(line, action, unchanged ? "accept" : "revise", unchanged ? line.original : this.revisedText(line, action));
    }
    this.takeScore(action.score, action.id);
  }

  /** Revising an added line rewrites it; removing it undoes the addition. */
  private changeAdded(line: EvaluationLine, action: ReviewAction): void {
    if (action.kind === "remove") this.lines.delete(line.id);
    if (action.kind === "revise") this.decide(line, action, "add", action.text ?? line.text);
  }

  private followScoreItem(action: ReviewAction): void {
    if (action.kind === "accept") this.takeScore(draftedScore(this.input), action.id);
    if (action.kind === "revise" && action.score !== null) this.takeScore(action.score, action.id);
    if (action.kind === "remove") this.takeScore(null, action.id);
  }

  /** The given text; for a score line without one, its current text with the new score inserted. */
  private revisedText(line: EvaluationLine, action: ReviewAction): string {
    if (action.text !== null) return action.text;
    if (action.score === null || line.id !== this.scoreItemId) return line.text;
    const { scale } = this.input;
    const former = this.score ?? this.input.draftScore;
    if (isCategorical(scale)) return replaceLabelInText(line.text, former, action.score, scale);
    const namesOutputs = isPreferenceScale(scale) && /\[[AB]\]/u.test(line.text);
    const replace = namesOutputs ? replaceVerdictInText : replaceScoreInText;
    return replace(line.text, former, action.score);
  }

  private decide(line: EvaluationLine, action: ReviewAction, outcome: Outcome, text: string): void {
    const decided = { reasonCode: action.reasonCode, reason: action.reason, actionId: action.id };
    Object.assign(line, { outcome, text, ...decided, together: false });
  }

  private takeScore(score: number | null, actionId: string): void {
    this.score = score;
    this.scoreSetBy = score === null ? null : actionId;
  }
}

const openLine = (item: Item): EvaluationLine => ({
  id: item.id,
  kind: item.kind,
  outcome: "open",
  original: item.text,
  text: item.text,
  reasonCode: null,
  reason: null,
  actionId: null,
  together: false,
});

/** The open lines that can be accepted: no headings, and no score that is unreadable or off the scale. */
export function restOf(input: Pick<ReviewInput, "items" | "draftScore" | "scale">, lines: readonly EvaluationLine[]): EvaluationLine[] {
  const score = draftedScore(input);
  const unacceptable = score === null || !isOnScale(input.scale, score) ? scoreItem(input.items)?.id : undefined;
  return lines.filter((line) => line.outcome === "open" && line.kind !== "heading" && line.id !== unacceptable);
}

/** The draft's score, without floating-point noise; a panel's mean may lie between the points of the scale. */
export const draftedScore = ({ draftScore, scale }: Pick<ReviewInput, "draftScore" | "scale">): number | null =>
  draftScore === null ? null : (snapToScale(scale, draftScore) ?? draftScore);

/** The item that is the score: the draft's first of that kind. */
export const scoreItem = (items: readonly Item[]): Item | undefined => items.find((item) => item.kind === "score");

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
    if (action.kind === "set-score" || action.kind === "undo" || action.kind === "accept-rest") continue;
    const kind = action.itemKind ?? (action.itemId === null ? undefined : kinds.get(action.itemId));
    if (kind !== undefined) countUp(tally, kind, action.kind);
  }
  return tally;
}
