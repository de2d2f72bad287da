import { preferenceScale, scoreOfPreference } from "@/lib/domain/pair-outputs";
import type { ReportData } from "@/lib/domain/report-data";

/** A verdict on a pair; null: none was given. */
export type Label = "A" | "B" | "tie" | null;
export const person = { judgeKind: null, metric: null, panel: null };
/** A verdict as a score. */
export const scoreOfLabel = (label: Label) => (label === null ? null : scoreOfPreference(label));

export const columns = {
  gold: ["A", "A", "B", "B", "tie", null] as Label[],
  Ann: ["A", "A", "B", "A", "tie", "A"] as Label[],
  Bob: ["A", "B", "B", "A", null, "A"] as Label[],
  judge: ["A", "tie", "B", "A", "tie", "A"] as Label[],
  length: ["A", "B", "A", "B", "A", null] as Label[],
};
const subsets = ["plain", "plain", "plain", "trap", "trap", null];

/** Six pairs of six inputs in two subsets; two annotators, a judge and a metric that scores pairs itself. */
export function pairData(changes: Partial<ReportData> = {}): ReportData {
  const { min, max, step } = preferenceScale;
  const names = ["Ann", "Bob", "judge", "length"] as const;
  return {
    task: { id: "t", name: "Pairs", inputName: "question", outputName: "answer", kind: "pairwise" },
    criteria: [{ id: "c", name: "Overall", min, max, step, overall: true }],
    samples: columns.gold.map((goldLabel, index) => ({
      id: `s${index}`,
      externalId: `s${index}`,
      inputKey: `i${index}`,
      system: "one",
      systemB: "two",
      goldLabel,
      subset: subsets[index] ?? null,
    })),
    raters: [
      { id: "a", name: "Ann", kind: "annotator", ...person },
      { id: "b", name: "Bob", kind: "annotator", ...person },
      { id: "j", name: "judge", kind: "judge", ...person, judgeKind: "endpoint" },
      { id: "l", name: "length", kind: "judge", judgeKind: "metric", metric: { name: "Length", scale: null }, panel: null },
    ],
    ratings: names.flatMap((name, rater) =>
      columns[name].flatMap((label, sample) => {
        const score = scoreOfLabel(label);
        return score === null
          ? []
          : [{ rater, sample, criterion: 0, score, arm: rater < 2 ? "blind" : null, startedAt: null, durationMs: null }];
      }),
    ),
    arms: null,
    actionCounts: [],
    reasonCounts: [],
    excluded: [],
    metricScores: [],
    swaps: [],
    interferences: [],
    droppingRuns: [],
    feedbackRuns: [],
    adjudications: [],
    warnings: [],
    ...changes,
  };
}
