import type { QuotedText } from "@/components/texts/quoted-text";
import { actionsOf, type JournalUnit, type UnitJournal } from "@/lib/client/unit-journal";
import type { Action } from "@/lib/domain/action";
import type { OpenedAssignment, ShownDraft } from "@/lib/domain/assignment";
import type { Criterion } from "@/lib/domain/criterion";
import type { TaskRules } from "@/lib/review/action-problem";
import { applyActions, type EvaluationState } from "@/lib/review/apply-actions";
import type { LocatedInPair, TextRange } from "@/lib/review/find-quote";
import { type EvaluationLine, scoreItem } from "@/lib/review/fold-actions";

/** The score's item id if the draft has no score line. */
export const bareScoreId = "score";

/** One criterion of the sample as the workspace shows it, derived from the draft and the actions. */
export interface UnitView {
  criterion: Criterion;
  draft: ShownDraft | null;
  journal: UnitJournal;
  actions: Action[];
  evaluation: EvaluationState;
  /** The id of the score line, or `bareScoreId`. */
  scoreLineId: string;
  /** The stops for j and k: every actionable line, and the score. */
  stops: string[];
  /** Each evidence line's quotations, with their positions in the output (for a pair, and which output). */
  evidence: ReadonlyMap<string, LocatedInPair[]>;
  progress: "open" | "started" | "complete";
}

const rulesOf = ({ reasonRequired, mayAcceptRest }: TaskRules): TaskRules => ({ reasonRequired, mayAcceptRest });

/** What the rules in lib/review need to know about a unit. */
export function journalUnit(criterion: Criterion, draft: ShownDraft | null, rules: TaskRules): JournalUnit {
  const { items = [], score = null, madeBlind = 0 } = draft ?? {};
  return { items, draftScore: score, scale: criterion.scale, madeBlind, ...rulesOf(rules) };
}

export function viewUnit(
  opened: OpenedAssignment,
  criterion: Criterion,
  journal: UnitJournal,
  locate: (line: string) => LocatedInPair[],
): UnitView {
  const draft = opened.units.find((unit) => unit.criterionId === criterion.id)?.draft ?? null;
  const actions = actionsOf(journal);
  const evaluation = applyActions({ ...journalUnit(criterion, draft, opened.task), actions });
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

/** Whether a stop is still undecided. */
export function isOpen(view: UnitView, stop: string): boolean {
  if (stop === bareScoreId) return view.evaluation.score === null;
  return lineOf(view, stop)?.outcome === "open";
}

/** Whether scores besides the annotator's own can be marked as also acceptable. */
export const mayMark = ({ criterion, evaluation }: UnitView): boolean => criterion.scale.several === true && evaluation.score !== null;

export const lineOf = (view: UnitView, stop: string): EvaluationLine | undefined => view.evaluation.lines.find((line) => line.id === stop);

/** The next undecided stop after the given one, wrapping around and skipping the one being decided; null if all are decided. */
export function nextOpenStop(view: UnitView, after: string | null, except: string | null = null): string | null {
  const from = after === null ? 0 : view.stops.indexOf(after) + 1;
  const around = [...view.stops.slice(from), ...view.stops.slice(0, from)];
  return around.find((stop) => stop !== except && isOpen(view, stop)) ?? null;
}

/** Where Enter leads: the next other criterion that is not complete, or null. */
export function nextOpenUnit(views: readonly UnitView[], currentId: string): UnitView | null {
  const from = views.findIndex((view) => view.criterion.id === currentId) + 1;
  const around = [...views.slice(from), ...views.slice(0, Math.max(0, from - 1))];
  return around.find((view) => view.progress !== "complete") ?? null;
}

/** Counts the quotations in a unit's evidence, removed lines excluded, and how many occur in the output. */
export function countQuotes(view: UnitView): { found: number; all: number } {
  const kept = view.evaluation.lines.filter((line) => line.kind === "evidence" && line.outcome !== "remove");
  const quotes = kept.flatMap((line) => view.evidence.get(line.id) ?? []);
  return { found: quotes.filter((quote) => quote.ranges !== null || quote.rangesB !== null).length, all: quotes.length };
}

/** Whether the sample is still rated blind and its draft comes after that. */
export const awaitsReveal = ({ arm, revealed }: Pick<OpenedAssignment, "arm" | "revealed">): boolean =>
  arm === "blind-then-drafted" && !revealed;

/** Whether a sample is skipped, released and reopened like work, rather than answered once as part of an exam or a calibration round. */
export const isWork = ({ exam, calibration }: Pick<OpenedAssignment, "exam" | "calibration">): boolean =>
  exam === null && calibration === null;

/** Whether the sample is a pair. */
export const isPair = (opened: Pick<OpenedAssignment, "sample">): boolean => opened.sample.outputB !== null;

/** The lines whose quotations are highlighted: removed ones only while they are in focus. */
const quotingLines = (view: UnitView, focusedLine: string | null) =>
  view.evaluation.lines.filter((line) => line.outcome !== "remove" || line.id === focusedLine);

/** The ranges of the output that lines quote (`name` "B": the second of a pair); `focused` if the focused line quotes them. */
export function quotedRanges(view: UnitView, focusedLine: string | null, name: "A" | "B" = "A"): (TextRange & { focused: boolean })[] {
  return quotingLines(view, focusedLine).flatMap((line) => {
    const ranges = (view.evidence.get(line.id) ?? []).flatMap((quote) => (name === "A" ? quote.ranges : quote.rangesB) ?? []);
    return ranges.map((range) => ({ ...range, focused: line.id === focusedLine }));
  });
}

/** The quotations that occur in the output. */
export function quotedTexts(view: UnitView, focusedLine: string | null, name: "A" | "B"): QuotedText[] {
  return quotingLines(view, focusedLine).flatMap((line) =>
    (view.evidence.get(line.id) ?? [])
      .filter((quote) => (name === "A" ? quote.ranges : quote.rangesB) !== null)
      .map(({ quote }) => ({ quote, focused: line.id === focusedLine })),
  );
}
