import type { Action } from "@/lib/domain/action";
import { isCategorical } from "@/lib/domain/labels";
import { longestText } from "@/lib/domain/longest-text";
import { nearestPoint } from "@/lib/domain/nearest-point";
import { isOnScale } from "@/lib/domain/scale-points";
import { draftedScore, type EvaluationLine, type ReviewAction, type ReviewInput, restOf, scoreItem } from "./fold-actions";
import { scaleInWords } from "./score-text";
import { UnitState } from "./unit-state";

/** An action about to be made; its sequence number is not known yet. */
export type ProposedAction = Omit<Action, "seq">;

/** The rules of the unit's task. */
export interface TaskRules {
  /** Every departure from the draft needs a reason; taking the point nearest to its score is none. */
  reasonRequired: boolean;
  /** A draft's open lines may be accepted all at once. */
  mayAcceptRest: boolean;
}

/** The unit as it is before the action. */
export type ActionContext = ReviewInput & TaskRules;

const isBlank = (text: string | null) => text === null || text.trim() === "";

/** Why this action cannot be made now, as a message for the user; null if it can. Server and browser share this function. */
export const actionProblem = (context: ActionContext, action: ProposedAction): string | null =>
  problemAt(context, new UnitState(context), action);

/**
 * Checks actions one after the other, each on the unit as the earlier ones leave it. `problem` says why an action cannot be made now; `add` makes it.
 */
export function checkInOrder(context: ActionContext): {
  problem: (action: ProposedAction) => string | null;
  add: (action: ReviewAction) => void;
} {
  const state = new UnitState(context);
  return { problem: (action) => problemAt(context, state, action), add: (action) => state.add(action) };
}

function problemAt(context: ActionContext, state: UnitState, action: ProposedAction): string | null {
  if (state.has(action.id)) return "An action with this id was already made.";
  const tooLong = lengthProblem(action.text) ?? lengthProblem(action.reason);
  if (tooLong !== null) return tooLong;
  if (action.kind === "undo") return undoProblem(state, action);
  if (action.undoesId !== null) return "Only undo can name an action to undo.";
  if (action.criterion !== null) return "Criteria are changed in a criteria set, not in an evaluation.";
  if (action.kind === "add") return addProblem(action);
  if (action.kind === "set-score") return setScoreProblem(context, action);
  if (action.kind === "accept-rest") return acceptRestProblem(context, state, action);
  if (action.kind === "allow" || action.kind === "disallow") return allowProblem(context, state, action);
  return lineProblem(context, state, action);
}

const inThousands = new Intl.NumberFormat("en");

/** Why a text cannot be saved because of its length; null if it can. */
export function lengthProblem(text: string | null): string | null {
  if (text === null || text.length <= longestText) return null;
  return `This text has ${inThousands.format(text.length)} characters; at most ${inThousands.format(longestText)} can be saved. Shorten it.`;
}

/** Why an undo cannot be made. Shared with the redlining of criteria. */
export function undoProblem(
  { has, isInForce, madeBlind }: Pick<UnitState, "has" | "isInForce" | "madeBlind">,
  { undoesId }: ProposedAction,
): string | null {
  if (undoesId === null) return "Undo must name the action to undo.";
  if (madeBlind.has(undoesId)) return "Work done before the draft was shown cannot be undone.";
  if (!has(undoesId)) return "The action to undo does not exist.";
  return isInForce(undoesId) ? null : "That action is already undone.";
}

function addProblem(action: ProposedAction): string | null {
  if (action.itemId !== null && action.itemId !== action.id) return "An added line has no item yet.";
  if (action.itemKind === null) return "An added line needs a kind.";
  if (action.itemKind === "score") return "The score is set with the score control, not by adding a line.";
  if (action.itemKind === "heading" || action.itemKind === "criterion") return `A line of kind ${action.itemKind} cannot be added here.`;
  if (isBlank(action.text)) return "An added line needs text.";
  return null;
}

function setScoreProblem(context: ActionContext, action: ProposedAction): string | null {
  const item = scoreItem(context.items);
  if (action.itemId !== null && action.itemId !== item?.id) return "A score belongs to the score line.";
  if (action.score === null) return "Setting the score needs a score.";
  if (!isOnScale(context.scale, action.score)) return offScale(context, action.score);
  const isDrafts = action.score === draftedScore(context) || action.score === nearestPoint(context.scale, context.draftScore ?? Number.NaN);
  return item === undefined || isDrafts ? null : reasonProblem(context, action);
}

function acceptRestProblem(context: ActionContext, state: UnitState, action: ProposedAction): string | null {
  if (!context.mayAcceptRest) return "This task does not let the rest of a draft be accepted at once. Accept its lines one by one.";
  if (action.itemId !== null || action.text !== null || action.score !== null) return "Accepting the rest names no line, text or score.";
  return restOf(context, state.lines()).length > 0 ? null : "No line of this draft is open.";
}

function allowProblem(context: ActionContext, state: UnitState, { kind, itemId, text, score }: ProposedAction): string | null {
  if (!context.scale.several) return "Only one score of this criterion is right: the score itself.";
  if (itemId !== null || text !== null) return "Marking a score as also acceptable names no line or text.";
  if (score === null) return "Marking needs the score that is also acceptable.";
  if (!isOnScale(context.scale, score)) return offScale(context, score);
  if (kind === "disallow") return state.isAllowed(score) ? null : "This score is not marked as also acceptable.";
  if (state.score() === null) return "Score first, then mark what is also acceptable.";
  if (state.score() === score) return "This is the score already; mark others that are also acceptable.";
  return state.isAllowed(score) ? "This score is already marked as also acceptable." : null;
}

function lineProblem(context: ActionContext, state: UnitState, action: ProposedAction): string | null {
  if (action.itemId === null) return "This action needs the line it is about.";
  const line = state.line(action.itemId);
  if (line === undefined) return "There is no such line.";
  if (action.itemKind !== null && action.itemKind !== line.kind) return `This line is of kind ${line.kind}, not ${action.itemKind}.`;
  if (line.kind === "heading") return "A heading is only shown; it has no actions.";
  const isScore = line.id === scoreItem(context.items)?.id;
  if (action.score !== null && !(isScore && action.kind === "revise")) return "Only a revision of the score line has a score.";
  if (action.kind === "accept") return acceptProblem(context, line, isScore);
  if (action.kind === "revise") return reviseProblem(context, line, isScore, action);
  return line.original === null ? null : reasonProblem(context, action);
}

function acceptProblem(context: ActionContext, line: EvaluationLine, isScore: boolean): string | null {
  if (line.original === null) return "An added line is your own; there is nothing to accept.";
  if (!isScore) return null;
  const score = draftedScore(context);
  if (score === null) return "The draft has no readable score; set one instead of accepting.";
  return isOnScale(context.scale, score) ? null : offScale(context, score);
}

function reviseProblem(context: ActionContext, line: EvaluationLine, isScore: boolean, action: ProposedAction): string | null {
  if (isScore && action.score === null) return "Revising the score line needs the new score.";
  if (action.score !== null && !isOnScale(context.scale, action.score)) return offScale(context, action.score);
  if (!isScore && isBlank(action.text)) return "Revising needs the new text.";
  if (isScore && action.text !== null && isBlank(action.text)) return "Revising needs the new text.";
  if (line.original === null) return null;
  const sameText = action.text === null || action.text === line.original;
  if (sameText && (!isScore || action.score === draftedScore(context))) return "The text equals the draft's: accept the line instead.";
  return reasonProblem(context, action);
}

function reasonProblem(context: ActionContext, action: ProposedAction): string | null {
  if (!context.reasonRequired || action.reasonCode !== null || !isBlank(action.reason)) return null;
  return "This task asks for a reason.";
}

const offScale = ({ scale }: ActionContext, score: number) =>
  isCategorical(scale)
    ? `The score ${score} is not a label of this criterion, ${scaleInWords(scale)}.`
    : `The score ${score} is not on the scale, ${scaleInWords(scale)}.`;
