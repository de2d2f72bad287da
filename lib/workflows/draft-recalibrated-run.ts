import "server-only";
import { findBatchRun, type Stop, type UnitResult, workInBatches } from "@/lib/db/batch-work";
import { findJudgeNames, listPanelUnits, type PanelUnit } from "@/lib/db/panel-work";
import { type RecalibratedOptions, recalibratedOptions } from "@/lib/domain/judge-improvement";
import { isCategorical, scoreText } from "@/lib/domain/labels";
import { isotonicValue } from "@/lib/stats";

/**
 * Drafts the pending units of a recalibrated judge's run from the drafts of the judge whose scores it maps, until none is left or the run is paused or
 * ended; other judges' runs are left alone. Criteria without a map keep that judge's scores. A unit that it has not scored fails. Safe to
 * repeat and to kill. It takes no actor, because a worker calls it for a run that a person started. Throws when `signal` aborts. Resolves
 * to the number of units processed.
 */
export async function draftRecalibratedRun({ runId }: { runId: string }, { signal }: { signal: Stop }): Promise<number> {
  const run = await findBatchRun(runId, "recalibrated");
  if (run === null) return 0;
  const options = recalibratedOptions.parse(run.options);
  const names = await findJudgeNames([options.of]);
  return workInBatches(runId, signal, {
    list: (after) => listPanelUnits({ runId, criteriaSetId: run.criteriaSetId, members: [options.of] }, after),
    work: (unit) => recalibrated(unit, options, names.get(options.of) ?? "a deleted judge"),
  });
}

function recalibrated({ sampleId, criterionId, scale, drafts }: PanelUnit, options: RecalibratedOptions, name: string): UnitResult {
  const [draft] = drafts;
  if (draft === undefined) return { sampleId, criterionId, code: "not_scored", message: `There is no score by ${name}.` };
  const steps = options.criteria[criterionId] ?? [];
  const score = isotonicValue(steps, draft.score);
  const conclusion =
    steps.length === 0
      ? `${name} gave ${scoreText(scale, draft.score)}.`
      : `${name} gave ${scoreText(scale, draft.score)}; recalibrated to people's scores.`;
  const result = `${isCategorical(scale) ? "Label" : "Score"}: ${scoreText(scale, score)}`;
  return {
    sampleId,
    criterionId,
    content: {
      score,
      items: [
        { kind: "conclusion", text: conclusion },
        { kind: "score", text: result },
      ],
      raw: `${conclusion}\n${result}`,
      details: { of: draft },
    },
  };
}
