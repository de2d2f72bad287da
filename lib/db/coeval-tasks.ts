import "server-only";
import { draftText, evaluationRows, importedCells } from "@/lib/datasets/coeval/evaluation-rows";
import { seenTexts } from "@/lib/datasets/coeval/seen-texts";
import type { CoevalTask, CoevalWork } from "@/lib/datasets/write-coeval";
import type { Scale } from "@/lib/domain/criterion";
import { withItemIds } from "@/lib/domain/draft";
import { reasonLabel } from "@/lib/domain/reason-book";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { isOnScale } from "@/lib/domain/scale-points";
import { applyActions } from "@/lib/review/apply-actions";
import { effectiveActions } from "@/lib/review/effective-actions";
import type { Tx } from "./client";
import {
  exportColumnOfDrafts,
  exportWorkOf,
  findShownJudge,
  listDraftedAnnotators,
  listPositions,
  readDescribedTask,
} from "./export-coeval";
import type { StoredEvaluation } from "./export-evaluations";
import { type ExportTask, sampleWindows } from "./export-windows";

/** A task as a release has it: its texts, the drafts of one judge, and the work of those who saw drafts. */
export async function coevalTask(tx: Tx, task: ExportTask, reasons: readonly CodebookEntry[]): Promise<CoevalTask> {
  const { criteria, ...described } = await readDescribedTask(tx, task);
  const criteriaSetId = task.criteriaSetId ?? "";
  const judgeId = await findShownJudge(tx, criteriaSetId);
  const annotators = await listDraftedAnnotators(tx, task, criteriaSetId);
  const places = new Map((await listPositions(tx, task.id)).map((position, place) => [position, place]));
  const scales = new Map(criteria.map(({ name, scale }) => [name, scale]));
  return {
    ...described,
    name: task.name,
    criteria: criteria.map(({ name }) => name),
    inputs: () => columnOf(tx, task, "input"),
    outputs: () => columnOf(tx, task, "output"),
    systems: () => columnOf(tx, task, "system"),
    async *drafts(name) {
      const criterion = criteria.find((one) => one.name === name);
      const drafts = criterion && judgeId && exportColumnOfDrafts(tx, task, { judgeId, criterionId: criterion.id });
      if (!drafts) for (let sample = 0; sample < described.samples; sample++) yield "";
      else for await (const draft of drafts) yield draft === null ? "" : draftText(draft, criterion.scale).text;
    },
    annotators: annotators.map(({ id: annotatorId, name }) => ({
      name,
      async *work() {
        for await (const { position, input, output, system, metadata, evaluations } of exportWorkOf(tx, task, {
          annotatorId,
          criteriaSetId,
        })) {
          const written = evaluations.flatMap((evaluation) => writtenEvaluation(evaluation, scales.get(evaluation.criterion), reasons));
          const seen = seenTexts({ input, output, system }, metadata, name);
          if (written.length > 0) yield { position: places.get(position) ?? 0, ...seen, evaluations: written };
        }
      },
    })),
  };
}

async function* columnOf<Column extends "input" | "output" | "system">(tx: Tx, task: ExportTask, column: Column) {
  for await (const texts of sampleWindows(tx, task, async (_, samples) => samples.map((sample) => sample[column]))) yield* texts;
}

/** A release holds scores that were given with a draft in sight, and each needs a score. */
function writtenEvaluation(
  { criterion, arm, score, actions, draft, startedAt, endedAt }: StoredEvaluation,
  scale: Scale | undefined,
  reasons: readonly CodebookEntry[],
): CoevalWork["evaluations"] {
  if (scale === undefined || arm !== "drafted" || score === null || !isOnScale(scale, score)) return [];
  return [{ criterion, score, startedAt, endedAt, rows: rowsOf(actions, draft, scale, reasons) }];
}

function rowsOf(
  actions: StoredEvaluation["actions"],
  draft: StoredEvaluation["draft"],
  scale: Scale,
  reasons: readonly CodebookEntry[],
): CoevalWork["evaluations"][number]["rows"] {
  const { effective } = effectiveActions(actions);
  const onLines = effective.filter(({ kind }) => kind !== "set-score");
  const imported = onLines.flatMap(({ origin }) => importedCells(origin) ?? []);
  // Rows that came from a release go back as they came.
  if (onLines.length > 0 && imported.length === onLines.length) return imported.sort((a, b) => a.row - b.row).map(({ cells }) => cells);
  const shown = draftText(draft ?? { score: null, items: [], raw: "" }, scale).lines;
  const items = withItemIds(draft?.items ?? []);
  const { lines } = applyActions({ items, draftScore: draft?.score ?? null, scale, actions });
  const named = lines.map((line) => ({
    ...line,
    reason: [line.reasonCode === null ? null : reasonLabel(reasons, line.reasonCode), line.reason].filter(Boolean).join(": ") || null,
  }));
  return evaluationRows(named, shown);
}
