import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { contentHash, inputKey } from "@/lib/datasets/hash-sample";
import type { BundleAssignment, BundleEvaluation, TaskBundle } from "@/lib/domain/bundle";
import type { Scale } from "@/lib/domain/criterion";
import { type Item, withItemIds } from "@/lib/domain/draft";
import { applyActions, type ReviewAction } from "@/lib/review/apply-actions";
import { fingerprintText } from "./import-work";
import type { ActionToStore, AssignmentToStore, EvaluationToStore, StudyToStore } from "./study";

interface Unit {
  items: Item[];
  draftScore: number | null;
}

/** A task as read from its file, with every evaluation derived by the reducer that the workspace uses too. */
export function studyToStore(bundle: TaskBundle): StudyToStore {
  const scales = new Map(bundle.criteria.map((criterion) => [criterion.name, criterion.scale]));
  const drafts = new Map<string, Unit>();
  for (const judge of bundle.judges) {
    for (const draft of judge.drafts) {
      drafts.set(keyOf(judge.name, draft.sampleId, draft.criterion), { items: withItemIds(draft.items), draftScore: draft.score });
    }
  }
  const assignmentToStore = (assignment: BundleAssignment): AssignmentToStore => ({
    sampleId: assignment.sampleId,
    arm: assignment.arm,
    judge: assignment.judge,
    swapped: assignment.swapped ?? false,
    submittedAt: latest(assignment.evaluations.map((evaluation) => evaluation.endedAt)),
    evaluations: assignment.evaluations.map((evaluation) => {
      const unit = assignment.judge === null ? undefined : drafts.get(keyOf(assignment.judge, assignment.sampleId, evaluation.criterion));
      return derive(evaluation, unit ?? { items: [], draftScore: null }, scales.get(evaluation.criterion));
    }),
  });
  return {
    task: bundle.task,
    criteria: bundle.criteria,
    samples: bundle.samples.map((sample) => ({ ...sample, row: null, inputKey: inputKey(sample), contentHash: contentHash(sample) })),
    judges: bundle.judges,
    annotators: bundle.annotators.map(({ name, assignments }) => ({ name, assignments: assignments.map(assignmentToStore) })),
  };
}

const keyOf = (...parts: string[]) => parts.join("\u0000");
const latest = (times: (string | null)[]) =>
  times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null);

function derive(evaluation: BundleEvaluation, unit: Unit, scale: Scale | undefined): EvaluationToStore {
  if (!scale) throw new Error(`the bundle rates "${evaluation.criterion}", which is none of its criteria`);
  const fallback = evaluation.endedAt ?? evaluation.startedAt ?? new Date(0).toISOString();
  let parentId: string | null = null;
  const actions: ActionToStore[] = evaluation.actions.map(({ at, ...action }) => {
    const id = randomUUID();
    const stored = { ...action, reasonCode: action.reasonCode ?? null, id, parentId, at: at ?? fallback };
    parentId = id;
    return stored;
  });
  const derived = applyActions({ ...unit, scale, actions: actions.map(asReviewed) });
  return {
    criterion: evaluation.criterion,
    score: derived.score,
    complete: derived.complete,
    tally: derived.tally,
    startedAt: evaluation.startedAt,
    endedAt: evaluation.endedAt,
    durationMs: evaluation.durationMs,
    fingerprint: createHash("md5").update(fingerprintText(actions), "utf8").digest("hex"),
    actions,
  };
}

// Why somebody departed from the draft changes nothing about what they left.
const asReviewed = (action: ActionToStore, seq: number): ReviewAction => ({
  ...action,
  seq,
  criterion: null,
  reasonCode: null,
  undoesId: null,
});
