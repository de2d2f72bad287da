import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { checkRating } from "@/lib/datasets/check-rating";
import { contentHash, inputKey } from "@/lib/datasets/hash-sample";
import type { ImportLog } from "@/lib/datasets/import-log";
import { noCriteria, otherOutputs } from "@/lib/datasets/row-problems";
import type { Scale } from "@/lib/domain/criterion";
import { withItemIds } from "@/lib/domain/draft";
import type {
  ActionRecord,
  CriterionRecord,
  DraftRecord,
  EvaluationRecord,
  ImageRecord,
  RatingRecord,
  SampleRecord,
  StudyRecord,
  TaskRecord,
} from "@/lib/domain/import";
import { labelOf } from "@/lib/domain/labels";
import { pairScaleProblem, verdictText } from "@/lib/domain/preference";
import { applyActions } from "@/lib/review/apply-actions";
import { type ImportPlan, type PlannedTask, runKey } from "./import-plan";
import type { Line, Staging } from "./staging";

/** What an import says about itself. */
export interface GivenWithImport {
  fileName: string;
  /** The task for rows that name none. */
  taskName: string;
  /** For criteria that the task does not have yet. */
  scale: Scale | null;
  /** By criterion; before the one scale. */
  scales: Readonly<Record<string, Scale>>;
}

/** Writes an import's records to the staging tables, with everything that can be determined without the study's tables. */
export class Stager {
  readonly #staging: Staging;
  readonly #plan: ImportPlan;
  readonly #given: GivenWithImport;
  readonly #log: ImportLog;
  #place = 0;
  /** What was staged, by how it counts once stored. */
  readonly staged = { samples: 0, drafts: 0, ratings: 0 };
  /** In memory, as the folder that they came in. */
  readonly images: ImageRecord[] = [];

  constructor(staging: Staging, plan: ImportPlan, given: GivenWithImport, log: ImportLog) {
    this.#staging = staging;
    this.#plan = plan;
    this.#given = given;
    this.#log = log;
  }

  async stage(records: readonly StudyRecord[]): Promise<void> {
    for (const record of records) {
      if (record.kind === "image") {
        this.images.push(record);
        continue;
      }
      // Avoids a promise per record: a task is unknown only for its first record.
      const name = record.kind === "task" ? record.name : "task" in record ? (record.task ?? this.#given.taskName) : this.#given.taskName;
      const task = this.#plan.tasks.get(name) ?? (await this.#plan.task(name, kindOf(record), ...fieldsOf(record)));
      this.#place += 1;
      this.#take(record, task);
    }
    await this.#staging.room();
  }

  #take(record: Exclude<StudyRecord, ImageRecord>, task: PlannedTask): void {
    if (record.kind === "sample") this.#sample(record, task);
    else if (record.kind === "rating") this.#rating(record, task);
    else if (record.kind === "draft") this.#draft(record, task);
    else if (record.kind === "evaluation") this.#evaluation(record, task);
    else if (record.kind === "criterion") this.#criterion(record, task);
  }

  #sample(sample: SampleRecord, task: PlannedTask): void {
    if ((sample.outputB === null) !== (task.kind === "pointwise")) {
      this.#log.problem({ file: sample.file ?? this.#given.fileName, row: sample.row, ...otherOutputs(task.kind) });
      return;
    }
    this.staged.samples += 1;
    this.#staging.add("staged_samples", {
      place: this.#place,
      task: task.no,
      seq: task.samples++,
      id: randomUUID(),
      file: sample.file ?? null,
      row: sample.row,
      external_id: sample.externalId,
      input: sample.input,
      output: sample.output,
      output_b: sample.outputB,
      system: sample.system,
      system_b: sample.systemB,
      gold_label: sample.goldLabel,
      subset: sample.subset,
      reference: sample.reference,
      image_url: sample.imageUrl,
      input_id: sample.inputId,
      input_key: inputKey(sample),
      metadata: JSON.stringify(sample.metadata),
      content_hash: contentHash(sample),
    });
  }

  #criterion({ kind: _, task: __, ...content }: CriterionRecord, task: PlannedTask): void {
    const problem = this.#plan.criterion(task, content);
    if (problem !== null)
      this.#log.problem({ file: this.#given.fileName, row: null, field: "criterion", message: `${task.name}: ${problem}` });
  }

  #rating(rating: RatingRecord, task: PlannedTask): void {
    if (!this.#hasCriterion(rating, task)) return;
    const scales = this.#plan.set(task).scales;
    const checked = checkRating(rating, { kind: task.kind, scales });
    if (!("score" in checked)) {
      this.#log.problem({ file: rating.file ?? this.#given.fileName, row: rating.row, ...checked });
      return;
    }
    this.staged.ratings += 1;
    if (rating.raterKind === "judge") this.#judgeRating(rating, checked.score, task);
    else {
      // Without spreading another object: that would cost more than all the rest of reading a row.
      this.#staging.add("staged_evaluations", {
        place: this.#place,
        row: rating.row,
        task: task.no,
        sample: rating.sampleId,
        criterion: criterionNo(task, rating.criterion),
        rater: this.#plan.annotator(rating.rater).no,
        id: randomUUID(),
        arm: rating.arm,
        swapped: false,
        run: null,
        score: checked.score,
        complete: true,
        tally: "{}",
        started_at: rating.startedAt,
        ended_at: rating.endedAt,
        duration_ms: durationMs(rating),
        fingerprint: null,
        label: rating.label,
        reason: rating.reason,
      });
    }
  }

  /** Whether the task has the criterion to rate by; with a declared scale one that is missing is added to the set that imports make. */
  #hasCriterion({ criterion, row, file }: RatingRecord, task: PlannedTask): boolean {
    this.#plan.completeCriteria(task);
    if (!task.set?.criteria.has(criterion)) {
      const own = Object.hasOwn(this.#given.scales, criterion) ? (this.#given.scales[criterion] ?? null) : null;
      const scale = own ?? this.#given.scale;
      // The one scale for all would add a misspelt criterion to a set that is there.
      const adds = own !== null || task.set === null || task.set.isNew;
      const content = scale === null ? null : { name: criterion, definition: "", scale, overall: false };
      const unfit = content && (adds ? this.#plan.criterion(task, content) : pairScaleProblem(task.kind, [content]));
      if (unfit !== null) {
        this.#log.problem({ file: file ?? this.#given.fileName, row, field: "criterion", message: unfit });
        return false;
      }
    }
    if (task.set !== null) return true;
    if (!this.#log.fatal) this.#log.problem({ file: this.#given.fileName, row: null, ...noCriteria });
    return false;
  }

  #judgeRating({ rater: name, reason, label, variant = "plain", ...rating }: RatingRecord, score: number, task: PlannedTask): void {
    const run = this.#plan.run(task, { name, model: null, protocol: "imported", promptVersion: "imported" }, variant);
    const named = labelOf(task.set?.scales.get(rating.criterion) ?? {}, score);
    const said = named === null ? `Score: ${score}` : `Label: ${named}`;
    const verdict = { kind: "score", text: task.kind === "pairwise" ? verdictText(score) : said };
    const items = reason ? [{ kind: "explanation", text: reason }, verdict] : [verdict];
    const raw = reason ?? label ?? String(score);
    const line = { ...this.#unit(rating, task), rater: run.no, score, items: JSON.stringify(items), raw, rating: true };
    this.#staging.add("staged_drafts", line);
  }

  #draft(draft: DraftRecord, task: PlannedTask): void {
    const run = this.#plan.run(task, draft.judge);
    const { score, items, raw } = draft;
    this.staged.drafts += 1;
    const line = { ...this.#unit({ ...draft, row: null }, task), rater: run.no, score, items: JSON.stringify(items), raw, rating: false };
    this.#staging.add("staged_drafts", line);
  }

  #evaluation(evaluation: EvaluationRecord, task: PlannedTask): void {
    const { annotator, shown, arm, swapped } = evaluation;
    const id = randomUUID();
    const actions = actionLines(evaluation, id);
    const scale = task.set?.scales.get(evaluation.criterion);
    if (!scale) throw new Error(`the study rates "${evaluation.criterion}", which is not one of its criteria`);
    const draft = { items: withItemIds(shown?.draft?.items ?? []), draftScore: shown?.draft?.score ?? null };
    const derived = applyActions({ ...draft, scale, actions: evaluation.actions.map((action, seq) => asReviewed(action, seq, actions)) });
    this.staged.ratings += 1;
    this.#staging.add("staged_evaluations", {
      ...this.#unit({ ...evaluation, row: null }, task),
      rater: this.#plan.annotator(annotator).no,
      id,
      arm,
      swapped,
      run: shown === null ? null : (this.#runOf(task, shown.judge) ?? null),
      score: derived.score,
      complete: derived.complete,
      tally: JSON.stringify(derived.tally),
      started_at: evaluation.startedAt,
      ended_at: evaluation.endedAt,
      duration_ms: evaluation.durationMs,
      fingerprint: createHash("md5").update(fingerprintText(evaluation.actions), "utf8").digest("hex"),
      label: null,
      reason: null,
    });
    for (const line of actions) this.#staging.add("staged_actions", line);
  }

  #runOf(task: PlannedTask, judge: string): number | undefined {
    return this.#plan.runs.get(runKey(task, judge))?.no;
  }

  #unit({ row, sampleId, criterion }: { row: number | null; sampleId: string; criterion: string }, task: PlannedTask) {
    return { place: this.#place, row, task: task.no, sample: sampleId, criterion: criterionNo(task, criterion) };
  }
}

function criterionNo(task: PlannedTask, name: string): number {
  const no = task.set?.criteria.get(name)?.no;
  if (no === undefined) throw new Error(`"${name}" is none of the task's criteria`);
  return no;
}

const kindOf = (record: StudyRecord) =>
  record.kind === "task"
    ? (record.taskKind ?? "pointwise")
    : record.kind === "sample" && record.outputB !== null
      ? "pairwise"
      : "pointwise";

function fieldsOf(record: StudyRecord): [] | [Pick<TaskRecord, "description" | "inputName" | "outputName" | "guidelines">] {
  if (record.kind !== "task") return [];
  const { description, inputName, outputName, guidelines } = record;
  return [{ description, inputName, outputName, guidelines }];
}

function durationMs({ startedAt, endedAt }: RatingRecord): number | null {
  if (startedAt === null || endedAt === null) return null;
  const duration = Date.parse(endedAt) - Date.parse(startedAt);
  return duration >= 0 && duration < 2 ** 31 ? duration : null;
}

function actionLines(
  { actions, startedAt, endedAt }: EvaluationRecord,
  evaluationId: string,
): (Line<"staged_actions"> & { id: string; at: string })[] {
  const fallback = endedAt ?? startedAt ?? new Date(0).toISOString();
  let parentId: string | null = null;
  return actions.map(({ kind, itemId, itemKind, text, score, reasonCode, reason, at, origin }, seq) => {
    const id = randomUUID();
    const line = {
      evaluation_id: evaluationId,
      seq,
      id,
      parent_id: parentId,
      kind,
      item_id: itemId,
      item_kind: itemKind,
      text,
      score,
      reason_code: reasonCode ?? null,
      reason,
      at: at ?? fallback,
      origin: origin === null ? null : JSON.stringify(origin),
    };
    parentId = id;
    return line;
  });
}

// The reason for departing from the draft does not change the result.
const asReviewed = (action: ActionRecord, seq: number, lines: readonly { id: string; at: string }[]) => ({
  ...action,
  id: lines[seq]?.id ?? "",
  parentId: lines[seq - 1]?.id ?? null,
  at: lines[seq]?.at ?? "",
  seq,
  criterion: null,
  reasonCode: null,
  undoesId: null,
});

/** The text whose md5 is the fingerprint; must match `fingerprint` in check-staged.ts. */
function fingerprintText(actions: readonly ActionRecord[]): string {
  return actions
    .map((action) =>
      [action.kind, action.itemKind, action.text, action.score, action.reason].filter((part) => part !== null).join("\u001f"),
    )
    .join("\u001e");
}
