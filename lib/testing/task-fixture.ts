import type { TaskSummary } from "@/lib/domain/project";

/** A task for tests: ten samples with drafts under a published set, nobody at work; `changes` say otherwise. */
export function fixtureTask(
  changes: Partial<Omit<TaskSummary, "counts" | "mine">> & {
    counts?: Partial<TaskSummary["counts"]>;
    mine?: Partial<TaskSummary["mine"]>;
  } = {},
): TaskSummary {
  const { counts, mine, ...rest } = changes;
  return {
    id: "5c2b2a0e-5d0e-4f0e-9a52-3a8f0a7a1b01",
    projectId: "7c2b2a0e-5d0e-4f0e-9a52-3a8f0a7a1b02",
    name: "Explanations",
    description: "",
    inputName: "question",
    outputName: "answer",
    kind: "pointwise",
    guidelines: "",
    annotatorsPerSample: 2,
    arm: "drafted",
    leaseMinutes: 120,
    reasonRequired: false,
    mayAcceptRest: false,
    textFormat: "plain",
    archivedAt: null,
    draftRunId: null,
    publishedSet: { id: "8c2b2a0e-5d0e-4f0e-9a52-3a8f0a7a1b03", version: 1 },
    ...rest,
    counts: {
      samples: 10,
      samplesToRate: counts?.samples ?? 10,
      inputs: 5,
      criteria: 3,
      drafts: 30,
      samplesWithoutDraft: 0,
      assignmentsOpen: 0,
      assignmentsSubmitted: 0,
      samplesFinished: 0,
      ...counts,
    },
    mine: { submitted: 0, skipped: 0, open: 0, available: 0, ...mine },
  };
}
