import "server-only";
import { findBatchRun, type Stop, type UnitResult, workInBatches } from "@/lib/db/batch-work";
import { findJudgeNames, listPanelUnits, type PanelUnit } from "@/lib/db/panel-work";
import type { DraftContent } from "@/lib/domain/draft";
import { isCategorical, scoreText } from "@/lib/domain/labels";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import { aggregatePanel, type PanelOptions, panelOptions } from "@/lib/domain/panel";

/** A panel as recorded in its drafts. */
interface Panel extends PanelOptions {
  names: ReadonlyMap<string, string>;
  taskKind: "pointwise" | "pairwise";
}

/**
 * Drafts the pending units of a panel's run from its members' drafts until none is left or the run is paused or ended; other judges' runs
 * are left alone. Safe to repeat and to kill. A unit that a member has not scored fails and names the member; one without a majority
 * fails too. It takes no actor, because a worker calls it for a run that a person started. Throws when `signal` aborts; the units then
 * stay pending. Resolves to the number of units processed.
 */
export async function draftPanelRun({ runId }: { runId: string }, { signal }: { signal: Stop }): Promise<number> {
  const run = await findBatchRun(runId, "panel");
  if (run === null) return 0;
  const options = panelOptions.parse(run.options);
  const panel = { ...options, names: await findJudgeNames(options.members), taskKind: run.taskKind };
  return workInBatches(runId, signal, {
    list: (after) => listPanelUnits({ runId, criteriaSetId: run.criteriaSetId, members: options.members }, after),
    work: (unit) => decide(panel, unit),
  });
}

const nameOf = (panel: Panel, judgeId: string) => panel.names.get(judgeId) ?? "a deleted judge";

function decide(panel: Panel, { sampleId, criterionId, scale, drafts }: PanelUnit): UnitResult {
  const byJudge = new Map(drafts.map((draft) => [draft.judgeId, draft]));
  const present = panel.members.flatMap((id) => byJudge.get(id) ?? []);
  if (present.length < panel.members.length) {
    const missing = panel.members.filter((id) => !byJudge.has(id)).map((id) => nameOf(panel, id));
    return { sampleId, criterionId, code: "panel_incomplete", message: `There is no score by ${missing.join(", ")}.` };
  }
  const score = aggregatePanel(
    present.map((draft) => draft.score),
    panel.aggregate,
    (value) => scoreText(scale, value),
  );
  if (typeof score !== "number") return { sampleId, criterionId, code: "panel_undecided", message: score.why };
  return { sampleId, criterionId, content: contentOf(panel, present, score, scale) };
}

const headings = { mean: "Mean", median: "Median", majority: "Majority" };

/** Outputs of a pair are named as in every stored text, so that the lines can be swapped. */
function contentOf(panel: Panel, drafts: PanelUnit["drafts"], score: number, scale: PanelUnit["scale"]): DraftContent & { score: number } {
  const inWords = (value: number) =>
    panel.taskKind === "pairwise" ? { A: "[A]", B: "[B]", tie: "tie" }[preferenceOf(value)] : scoreText(scale, value);
  const conclusion = `${headings[panel.aggregate]} of ${drafts.length} judges.`;
  const explanations = drafts.map((draft) => `${nameOf(panel, draft.judgeId)}: ${inWords(draft.score)}`);
  const result = `${panel.taskKind === "pairwise" ? "Verdict" : isCategorical(scale) ? "Label" : "Score"}: ${inWords(score)}`;
  return {
    score,
    items: [
      { kind: "conclusion", text: conclusion },
      ...explanations.map((text) => ({ kind: "explanation" as const, text })),
      { kind: "score", text: result },
    ],
    raw: [conclusion, ...explanations, result].join("\n"),
    details: { aggregate: panel.aggregate, members: drafts },
  };
}
