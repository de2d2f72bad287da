import type { ReportData } from "@/lib/domain/report-data";

/** What a person is not. */
export const person = { judgeKind: null, metric: null, panel: null };

/** Two inputs with two outputs each, one criterion on 1..3, two annotators and a judge; Bob has not rated the last sample. */
export const smallReportData = (): ReportData => ({
  task: { id: "t", name: "Answers", inputName: "question", outputName: "answer", kind: "pointwise" },
  criteria: [{ id: "c", name: "Clear", min: 1, max: 3, step: 1, overall: false }],
  samples: ["a", "b", "c", "d"].map((externalId, index) => ({
    id: `s${index}`,
    externalId,
    inputKey: index < 2 ? "first" : "second",
    system: index % 2 === 0 ? "one" : "two",
    systemB: null,
    goldLabel: null,
    subset: null,
  })),
  excluded: [],
  raters: [
    { id: "ann", name: "Ann", kind: "annotator", ...person },
    { id: "bob", name: "Bob", kind: "annotator", ...person },
    { id: "judge", name: "judge", kind: "judge", ...person, judgeKind: "endpoint" },
  ],
  ratings: [
    ...[1, 2, 3, 3].map((score, sample) => rating(0, sample, score, 10_000 * (sample + 1))),
    ...[1, 3, 3].map((score, sample) => rating(1, sample, score, null)),
    ...[2, 2, 3, 1].map((score, sample) => ({ ...rating(2, sample, score, null), arm: null })),
  ],
  arms: null,
  actionCounts: [
    { annotator: 0, judge: 2, criterion: 0, input: 0, itemKind: "score", accept: 2, together: 1, revise: 2, remove: 0, add: 0 },
    { annotator: 0, judge: 2, criterion: 0, input: 2, itemKind: "evidence", accept: 1, together: 0, revise: 0, remove: 1, add: 1 },
    { annotator: 0, judge: 2, criterion: 0, input: 0, itemKind: "heading", accept: 4, together: 4, revise: 0, remove: 0, add: 0 },
  ],
  reasonCounts: [{ annotator: 0, judge: 2, criterion: 0, sample: 0, reason: "wrong-score", count: 2 }],
  metricScores: [],
  swaps: [],
  interferences: [],
  droppingRuns: [],
  feedbackRuns: [],
  adjudications: [],
  warnings: [],
});

/** The same with a metric that scored the samples 0, 0.5, 0.5 and 1 on its own scale, and a panel of the judge and another one. */
export const withFurtherJudges = (): ReportData => {
  const small = smallReportData();
  return {
    ...small,
    raters: [
      ...small.raters,
      {
        id: "m",
        name: "ROUGE",
        kind: "judge",
        judgeKind: "metric",
        metric: { name: "ROUGE-L", scale: { min: 0, max: 1, step: null } },
        panel: null,
      },
      { id: "p", name: "both", kind: "judge", judgeKind: "panel", metric: null, panel: { members: ["judge", "gone"], aggregate: "mean" } },
    ],
    ratings: [...small.ratings, ...[2, 2, 3, 1].map((score, sample) => ({ ...rating(4, sample, score, null), arm: null }))],
    metricScores: [0, 0.5, 0.5, 1].map((score, sample) => ({ rater: 3, sample, score })),
  };
};

/** A person's rating of a sample with the draft in view. */
export const rating = (rater: number, sample: number, score: number, durationMs: number | null) => ({
  rater,
  sample,
  criterion: 0,
  score,
  arm: "drafted",
  startedAt: null,
  durationMs,
});
