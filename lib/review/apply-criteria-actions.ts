import type { Action } from "@/lib/domain/action";
import type { CriterionContent, Scale } from "@/lib/domain/criterion";
import { groupOfHeading } from "@/lib/domain/criterion-group";
import { criterionFromText } from "@/lib/domain/criterion-text";
import type { Item } from "@/lib/domain/draft";
import type { Outcome } from "@/lib/domain/outcomes";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import { isPreferenceScale } from "@/lib/domain/preference";
import { type ProposedAction, undoProblem } from "./action-problem";
import { effectiveActions } from "./effective-actions";
import { oldLevelTexts } from "./old-level-texts";

/** The scale of a proposed criterion whose text names none; the researcher adjusts it before publishing. */
const proposedScale: Scale = { min: 1, max: 5, step: 1, levels: [] };

export interface CriterionLine {
  id: string;
  outcome: Outcome | "open";
  /** Its heading in the proposal; null if it has none or the researcher added it. */
  heading: string | null;
  /** As the judge proposed it; null for one the researcher added. */
  original: CriterionContent | null;
  criterion: CriterionContent;
  reasonCode: Action["reasonCode"];
  reason: string | null;
  actionId: string | null;
}

export interface CriteriaState {
  /** Proposed criteria in their order, then added ones. */
  lines: CriterionLine[];
  /** What would be published: accepted, revised and added ones, in that order. */
  criteria: CriterionContent[];
  /** Proposed criteria that nobody has decided on. */
  open: number;
  undoable: string | null;
  redoable: string | null;
  lastActionId: string | null;
}

interface CriteriaInput {
  /** Items of the judge's proposal; empty when the set is written from scratch. */
  items: readonly Item[];
  actions: readonly Action[];
  /** Whether the task compares two outputs, so that proposed criteria get the preference scale. */
  pairwise?: boolean;
}

/** The criteria that result from the actions on a proposal. A later action on a criterion supersedes the earlier one. */
export function applyCriteriaActions(input: CriteriaInput): CriteriaState {
  const { effective, undoable, redoable } = effectiveActions(input.actions);
  const lines = new Map<string, CriterionLine>(openLines(input.items, input.pairwise ?? false).map((line) => [line.id, line]));
  for (const action of effective) apply(lines, action);
  const all = [...lines.values()];
  return {
    lines: all,
    criteria: all.filter((line) => line.outcome !== "open" && line.outcome !== "remove").map((line) => line.criterion),
    open: all.filter((line) => line.outcome === "open").length,
    undoable,
    redoable,
    lastActionId: input.actions.at(-1)?.id ?? null,
  };
}

function openLines(items: readonly Item[], pairwise: boolean): CriterionLine[] {
  let heading: string | null = null;
  return items.flatMap((item) => {
    if (item.kind === "heading") heading = item.text;
    return item.kind === "criterion" ? [openLine(item, heading, pairwise)] : [];
  });
}

/** A proposed criterion's content: its group is what its text says, else what its heading says. */
export function contentOfItem(text: string, heading: string | null, pairwise: boolean): CriterionContent {
  const read = criterionFromText(text, proposedScale);
  const group = read.group ?? groupOfHeading(heading);
  const scale = pairwise && !isPreferenceScale(read.scale) ? preferenceScale : read.scale;
  return { ...read, scale, ...(group && { group }) };
}

function openLine(item: Item, heading: string | null, pairwise: boolean): CriterionLine {
  const original = contentOfItem(item.text, heading, pairwise);
  return { id: item.id, outcome: "open", heading, original, criterion: original, reasonCode: null, reason: null, actionId: null };
}

function apply(lines: Map<string, CriterionLine>, action: Action): void {
  const decided = { reasonCode: action.reasonCode, reason: action.reason, actionId: action.id };
  if (action.kind === "add" && action.criterion !== null) {
    lines.set(action.id, { id: action.id, outcome: "add", heading: null, original: null, criterion: action.criterion, ...decided });
    return;
  }
  const line = action.itemId === null ? undefined : lines.get(action.itemId);
  if (line === undefined) return;
  if (action.kind === "remove" && line.original === null) lines.delete(line.id);
  else if (action.kind === "remove") Object.assign(line, { outcome: "remove", criterion: line.original, ...decided });
  if (action.kind === "accept" && line.original !== null) Object.assign(line, { outcome: "accept", criterion: line.original, ...decided });
  if (action.kind === "revise" && action.criterion !== null) {
    Object.assign(line, { outcome: line.original === null ? "add" : "revise", criterion: action.criterion, ...decided });
  }
}

/** Why this action on a criteria set cannot be made now; null when it can. */
export function criteriaActionProblem(input: CriteriaInput, action: ProposedAction): string | null {
  if (input.actions.some((earlier) => earlier.id === action.id)) return "An action with this id was already made.";
  if (action.kind === "undo") {
    const { inForce } = effectiveActions(input.actions);
    const has = (id: string) => input.actions.some((earlier) => earlier.id === id);
    return undoProblem({ has, isInForce: (id) => inForce.has(id), madeBlind: new Set() }, action);
  }
  if (action.undoesId !== null) return "Only undo can name an action to undo.";
  if (["set-score", "allow", "disallow"].includes(action.kind) || action.score !== null) return "A criteria set has no score.";
  if (action.kind === "accept-rest") return "Criteria are accepted one by one.";
  if (action.itemKind !== null && action.itemKind !== "criterion") return "A criteria set has only criteria.";
  if (action.kind === "add") return action.criterion === null ? "Adding needs the criterion." : null;
  const line = applyCriteriaActions(input).lines.find((candidate) => candidate.id === action.itemId);
  if (line === undefined) return "There is no such criterion.";
  if (action.kind === "revise") {
    const { criterion } = action;
    return criterion === null ? "Revising needs the new criterion." : oldLevelTexts(line.original ?? line.criterion, criterion);
  }
  if (action.kind === "accept" && line.original === null) return "An added criterion is your own; there is nothing to accept.";
  return null;
}

/** Why the criteria cannot be published as they are; null when they can. */
export function publishProblem(state: CriteriaState): string | null {
  if (state.open > 0) return `${state.open} proposed ${state.open === 1 ? "criterion is" : "criteria are"} still undecided.`;
  if (state.criteria.length === 0) return "There is no criterion to publish.";
  const names = state.criteria.map((criterion) => criterion.name.trim());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return `Two criteria are called "${repeated}".`;
  if (state.criteria.filter((criterion) => criterion.overall).length > 1) return "Only one criterion can be the overall one.";
  return null;
}
