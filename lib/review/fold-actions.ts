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

/** Ids of the actions made before the draft was shown. */
export const idsMadeBlind = ({ actions, madeBlind = 0 }: Pick<ReviewInput, "actions" | "madeBlind">): ReadonlySet<string> =>
  new Set(actions.slice(0, madeBlind).map((action) => action.id));

/** Folds the effective actions. A class only so that the steps share the lines and the score. */
export class Fold {
  readonly lines: Map<string, EvaluationLine>;
  readonly scoreItemId: string | null;
  score: number | null = null;
  scoreSetBy: string | null = null;
  /** Scores marked as acceptable beside the present one. */
  readonly allowed = new Set<number>();
  private readonly blind: ReadonlySet<string>;

  /** `restOpen`: the lines that each accept-rest found open, by its id. They depend on earlier actions alone, so folds of one unit share them. */
  constructor(
    private readonly input: ReviewInput,
    private readonly restOpen = new Map<string, ReadonlySet<string>>(),
  ) {
    this.blind = idsMadeBlind(input);
    this.lines = new Map(input.items.map((item) => [item.id, openLine(item)]));
    this.scoreItemId = scoreItem(input.items)?.id ?? null;
  }

  apply(action: ReviewAction): void {
    const line = action.itemId === null ? undefined : this.lines.get(action.itemId);
    if (action.kind === "add") this.add(action);
    else if (action.kind === "set-score") this.setScore(action);
    else if (action.kind === "accept-rest") this.acceptRest(action);
    else if (action.kind === "allow" && action.score !== null) this.allowed.add(action.score);
    else if (action.kind === "disallow" && action.score !== null) this.allowed.delete(action.score);
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
    const found = this.openBefore(action);
    for (const line of restOf(this.input, [...this.lines.values()])) {
      if (!found.has(line.id)) continue;
      this.changeDrafted(line, line.text, { ...action, kind: "accept" });
      line.together = true;
    }
  }

  private openBefore(action: ReviewAction): ReadonlySet<string> {
    const known = this.restOpen.get(action.id);
    if (known !== undefined) return known;
    const { actions } = this.input;
    const before = actions.slice(
      0,
      actions.findIndex(({ id }) => id === action.id),
    );
    const then = new Fold({ ...this.input, actions: before }, this.restOpen);
    for (const earlier of effectiveActions(before).effective) then.apply(earlier);
    const found = new Set(restOf(this.input, [...then.lines.values()]).map((line) => line.id));
    this.restOpen.set(action.id, found);
    return found;
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
    if (score !== null) this.allowed.delete(score);
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
