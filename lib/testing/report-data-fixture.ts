import type { ReportData } from "@/lib/domain/report-data";
import { seededRandom } from "@/lib/stats";

const person = { judgeKind: null, metric: null, panel: null };

/** A made-up study for tests, whose figures all differ. */
export interface StudyShape {
  inputs?: number;
  /** min and max of each criterion, by name. */
  criteria?: Record<string, [min: number, max: number]>;
  annotators?: string[];
  /** Whether a rater scores the sample on the criterion; if omitted, everybody rates everything. */
  rates?: (rater: string, sample: number, criterion: string) => boolean;
}

/** Each input has the outputs of two systems; people share an opinion of each output and a habit of their own, the judge is kinder and noisier. */
export function reportDataFixture(shape: StudyShape = {}): ReportData {
  const { inputs = 16, criteria = { Clear: [1, 5], True: [1, 5] }, annotators = ["Ann", "Bob", "Cleo"], rates = () => true } = shape;
  const random = seededRandom(11);
  const scales = Object.entries(criteria);
  const names = [...annotators, "judge"];
  const ratings = Array.from({ length: inputs * 2 }, (_, sample) =>
    scales.flatMap(([criterion, [min, max]], index) => {
      const quality = random.next() * (max - min);
      return names.flatMap((name, rater) => {
        const habit = name === "judge" ? 0.2 : 0.05 * rater + 0.1 * index;
        const noise = (random.next() - 0.5) * (name === "judge" ? 0.9 : 0.5 + 0.2 * index);
        const score = Math.min(max, Math.max(min, Math.round(min + quality + (habit + noise) * (max - min))));
        return rates(name, sample, criterion) ? [rating(rater, sample, index, score, name)] : [];
      });
    }),
  ).flat();
  return {
    task: { id: "t", name: "Answers", inputName: "question", outputName: "answer", kind: "pointwise" },
    criteria: scales.map(([name, [min, max]]) => ({ id: name, name, min, max, step: 1, overall: false })),
    samples: Array.from({ length: inputs * 2 }, (_, index) => ({
      id: `s${index}`,
      externalId: `s${index}`,
      inputKey: `i${Math.floor(index / 2)}`,
      system: index % 2 === 0 ? "one" : "two",
      systemB: null,
      goldLabel: null,
      subset: null,
    })),
    raters: names.map((name) =>
      name === "judge"
        ? { id: name, name, kind: "judge", ...person, judgeKind: "endpoint" }
        : { id: name, name, kind: "annotator", ...person },
    ),
    excluded: [],
    ratings,
    arms: null,
    actionCounts: [],
    reasonCounts: [],
    metricScores: [],
    swaps: [],
    interferences: [],
    droppingRuns: [],
    feedbackRuns: [],
    adjudications: [],
    warnings: [],
  };
}

const rating = (rater: number, sample: number, criterion: number, score: number, name: string): ReportData["ratings"][number] => ({
  rater,
  sample,
  criterion,
  score,
  arm: name === "judge" ? null : "blind",
  startedAt: null,
  durationMs: null,
});
