import type { TaskBundle } from "@/lib/domain/bundle";
import type { DraftRecord, EvaluationRecord, ImportEvent } from "@/lib/domain/import";

/** A whole task as import records, ordered so that each follows the records it refers to. */
export function* bundleEvents(bundle: TaskBundle): Generator<ImportEvent[]> {
  const { kind: taskKind, ...description } = bundle.task;
  const task = description.name;
  yield [{ kind: "task", ...description, ...(taskKind ? { taskKind } : {}) }];
  yield bundle.criteria.map((criterion) => ({ kind: "criterion", task, ...criterion }));
  yield bundle.samples.map((sample) => ({ kind: "sample", row: null, task, ...sample }));
  const drafts = new Map<string, DraftRecord>();
  for (const { drafts: made, ...judge } of bundle.judges) {
    const records = made.map((draft): DraftRecord => ({ kind: "draft", task, judge, ...draft }));
    for (const draft of records) drafts.set(unitKey(judge.name, draft), draft);
    yield records;
  }
  for (const { name: annotator, assignments } of bundle.annotators) {
    yield assignments.flatMap(({ sampleId, arm, judge, swapped = false, evaluations }) =>
      evaluations.map((evaluation): EvaluationRecord => {
        const shown = judge === null ? null : { judge, draft: drafts.get(unitKey(judge, { sampleId, ...evaluation })) ?? null };
        return { kind: "evaluation", task, annotator, sampleId, arm, swapped, shown, ...evaluation };
      }),
    );
  }
  yield bundle.warnings.map((warning) => ({ kind: "warning", ...warning, task }));
}

const unitKey = (judge: string, { sampleId, criterion }: { sampleId: string; criterion: string }) =>
  JSON.stringify([judge, sampleId, criterion]);
