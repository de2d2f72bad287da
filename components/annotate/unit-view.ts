import { actionsOf, type JournalUnit, type UnitJournal } from "@/lib/client/unit-journal";
import type { Action } from "@/lib/domain/action";
import type { OpenedAssignment, ShownDraft } from "@/lib/domain/assignment";
import type { Criterion } from "@/lib/domain/criterion";
import { applyActions, type EvaluationLine, type EvaluationState, scoreItem } from "@/lib/review/apply-actions";
import { type LocatedInPair, locateEvidence, locateInPair, type TextRange } from "@/lib/review/find-quote";

/** The id under which the score is addressed where the draft has no score line. */
export const bareScoreId = "score";

/** One criterion of the sample as the workspace shows it: everything here follows from the draft and the actions. */
export interface UnitView {
  criterion: Criterion;
  draft: ShownDraft | null;
  journal: UnitJournal;
  actions: Action[];
  evaluation: EvaluationState;
  /** The line that is the score, or `bareScoreId`. */
  scoreLineId: string;
  /** What j and k walk over: every line one can act on, and the score. */
  stops: string[];
  /** The quotations of each evidence line, with where the output, or which output of a pair, has them. */
  evidence: ReadonlyMap<string, LocatedInPair[]>;
  progress: "open" | "started" | "complete";
}

/** What the pure rules of lib/review need to know of a unit. */
export function journalUnit(criterion: Criterion, draft: ShownDraft | null, reasonRequired: boolean): JournalUnit {
  return { items: draft?.items ?? [], draftScore: draft?.score ?? null, scale: criterion.scale, reasonRequired };
}

/** Finding quotations in a long text takes a while, and lines repeat from one key press to the next: each is looked for once. */
export function createEvidenceFinder(output: string, outputB: string | null = null): (line: string) => LocatedInPair[] {
  const found = new Map<string, LocatedInPair[]>();
  const locate = (line: string) =>
    outputB === null ? locateEvidence(output, line).map((quote) => ({ ...quote, rangesB: null })) : locateInPair(output, outputB, line);
  return (line) => {
    const known = found.get(line) ?? locate(line);
    found.set(line, known);
    return known;
  };
}

export function viewUnit(
  opened: OpenedAssignment,
  criterion: Criterion,
  journal: UnitJournal,
  locate: (line: string) => LocatedInPair[],
): UnitView {
  const draft = opened.units.find((unit) => unit.criterionId === criterion.id)?.draft ?? null;
  const actions = actionsOf(journal);
  const evaluation = applyActions({ ...journalUnit(criterion, draft, opened.task.reasonRequired), actions });
  const scoreLineId = scoreItem(draft?.items ?? [])?.id ?? bareScoreId;
  const lines = evaluation.lines.filter((line) => line.kind !== "heading").map((line) => line.id);
  const evidence = evaluation.lines.filter((line) => line.kind === "evidence").map((line) => [line.id, locate(line.text)] as const);
  return {
    criterion,
    draft,
    journal,
    actions,
    evaluation,
    scoreLineId,
    stops: scoreLineId === bareScoreId ? [bareScoreId, ...lines] : lines,
    evidence: new Map(evidence),
    progress: evaluation.complete ? "complete" : actions.length > 0 ? "started" : "open",
  };
}

/** Whether a stop still waits for a decision. */
export function isOpen(view: UnitView, stop: string): boolean {
  if (stop === bareScoreId) return view.evaluation.score === null;
  return lineOf(view, stop)?.outcome === "open";
}

export const lineOf = (view: UnitView, stop: string): EvaluationLine | undefined => view.evaluation.lines.find((line) => line.id === stop);

/** The next undecided stop after the given one, round to the start, leaving out the one being decided; null when all is decided. */
export function nextOpenStop(view: UnitView, after: string | null, except: string | null = null): string | null {
  const from = after === null ? 0 : view.stops.indexOf(after) + 1;
  const around = [...view.stops.slice(from), ...view.stops.slice(0, from)];
  return around.find((stop) => stop !== except && isOpen(view, stop)) ?? null;
}

/** Where Enter leads: the next criterion that is not complete, or null when none but perhaps this one is left. */
export function nextOpenUnit(views: readonly UnitView[], currentId: string): UnitView | null {
  const from = views.findIndex((view) => view.criterion.id === currentId) + 1;
  const around = [...views.slice(from), ...views.slice(0, Math.max(0, from - 1))];
  return around.find((view) => view.progress !== "complete") ?? null;
}

/** Quotations over all of a unit's evidence that was not removed: how many there are, and how many the output has. */
export function countQuotes(view: UnitView): { found: number; all: number } {
  const kept = view.evaluation.lines.filter((line) => line.kind === "evidence" && line.outcome !== "remove");
  const quotes = kept.flatMap((line) => view.evidence.get(line.id) ?? []);
  return { found: quotes.filter((quote) => quote.ranges !== null || quote.rangesB !== null).length, all: quotes.length };
}

/** Whether two outputs are compared. */
export const isPair = (opened: Pick<OpenedAssignment, "sample">): boolean => opened.sample.outputB !== null;

/** The places in the output (`name` "B": in the second one of a pair) that the lines quote; `focused` where the line with the focus does. */
export function quotedRanges(view: UnitView, focusedLine: string | null, name: "A" | "B" = "A"): (TextRange & { focused: boolean })[] {
  return view.evaluation.lines.flatMap((line) => {
    if (line.outcome === "remove" && line.id !== focusedLine) return [];
    const ranges = (view.evidence.get(line.id) ?? []).flatMap((quote) => (name === "A" ? quote.ranges : quote.rangesB) ?? []);
    return ranges.map((range) => ({ ...range, focused: line.id === focusedLine }));
  });
}
