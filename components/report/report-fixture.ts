import type { AlphaFigures, CorrelationFigures, Figure, GroupedFigures, TaskReport } from "@/lib/domain/report";

/** Small reports for tests: every figure is given by the test that cares about it, the rest is filled in here. */
export const figure = (value: number | null, interval?: [low: number, high: number], n = 40): Figure => ({
  value,
  why: value === null ? "no-variation" : null,
  n,
  interval: interval ? { low: interval[0], high: interval[1], confidence: 0.95, method: "jackknife", resamples: null, seed: null } : null,
  intervalWhy: interval ? null : "too-few",
});

export const alphas = (value: number | null, interval?: [number, number]): AlphaFigures => {
  const one = figure(value, interval);
  return { nominal: one, ordinal: one, interval: one, ratio: one };
};

export const correlations = (value: number | null, interval?: [number, number]): CorrelationFigures => {
  const one = figure(value, interval);
  return { n: one.n, pearson: one, spearman: one, kendallTauB: one };
};

export const grouped = (value: number | null, definedGroups = 9, totalGroups = 10): GroupedFigures => {
  const one = { value, why: value === null ? "constant-input" : null, definedGroups, totalGroups };
  return { pearson: one, spearman: one, kendallTauB: one };
};

const rates = (accept: number, revise: number, remove: number, add: number) => {
  const n = accept + revise + remove + add;
  const of = (count: number) => ({ count, share: n === 0 ? null : count / n });
  return { n, accept: of(accept), revise: of(revise), remove: of(remove), add: of(add) };
};

/** A rater without anything particular to its kind. */
export const plainRater = { judgeKind: null, metric: null, panel: null };

/** A criterion of the fixture: agreement among people and how far the judge is from them. */
export interface FixtureCriterion {
  name: string;
  min?: number;
  max?: number;
  agreement: AlphaFigures;
  bias?: Figure;
}

/** Three annotators and one judge on 20 samples of 10 inputs, unless `changes` say otherwise. */
export function fixtureReport(criteria: FixtureCriterion[], changes: Partial<TaskReport> = {}): TaskReport {
  const byCriterion = <T>(value: (criterion: FixtureCriterion) => T) =>
    Object.fromEntries(criteria.map((each) => [each.name, value(each)]));
  const units = criteria.length * 20;
  return {
    task: "Explanations",
    taskId: "5c2b2a0e-5d0e-4f0e-9a52-3a8f0a7a1b01",
    kind: "pointwise",
    inputName: "question",
    outputName: "answer",
    arms: ["drafted"],
    counts: {
      inputs: 10,
      samples: 20,
      criteria: criteria.length,
      annotators: 3,
      judges: 1,
      units,
      ratings: units * 3,
      missing: 0,
      items: 90,
    },
    raters: [
      { id: "r1", name: "Ada", kind: "annotator", ...plainRater },
      { id: "r2", name: "Ben", kind: "annotator", ...plainRater },
      { id: "r3", name: "Chloe", kind: "annotator", ...plainRater },
      { id: "r4", name: "model-x", kind: "judge", ...plainRater, judgeKind: "endpoint" },
    ],
    criteria: criteria.map(({ name, min = 1, max = 5 }) => ({ name, min, max, overall: false })),
    agreement: {
      pooled: { annotators: alphas(0.6, [0.5, 0.7]), withJudge: { "model-x": alphas(0.62, [0.52, 0.72]) } },
      perCriterion: byCriterion(({ agreement }) => ({ annotators: agreement, withJudge: { "model-x": agreement } })),
      pairs: [
        { a: "Ada", b: "Ben", nominal: figure(0.4), ordinal: figure(0.7), interval: figure(0.72) },
        { a: "Ada", b: "Chloe", nominal: figure(0.3), ordinal: figure(null), interval: figure(0.5, undefined, 8) },
        { a: "Ada", b: "model-x", nominal: figure(0.5), ordinal: figure(0.91), interval: figure(0.9) },
        { a: "Ben", b: "model-x", nominal: figure(0.2), ordinal: figure(-0.1), interval: figure(-0.2) },
      ],
    },
    correlation: {
      "model-x": {
        pooled: correlations(0.8, [0.7, 0.88]),
        perCriterion: byCriterion(() => correlations(0.75, [0.6, 0.85])),
        sampleMean: correlations(0.9),
        textLevel: { allGroups: grouped(0.7), perCriterion: byCriterion(() => grouped(0.65)), meanOverCriteria: grouped(0.77) },
        systemLevel: { perCriterion: byCriterion(() => correlations(null)), meanOverCriteria: correlations(null) },
        pairwise: { judgeAnnotator: grouped(0.6, 3, 3), annotatorAnnotator: grouped(0.5, 3, 3) },
      },
    },
    bias: { "model-x": { pooled: figure(0.1, [0.02, 0.18]), perCriterion: byCriterion(({ bias }) => bias ?? figure(null)) } },
    actions: {
      "model-x": {
        overall: rates(70, 12, 6, 2),
        conclusion: rates(20, 5, 0, 0),
        score: rates(18, 7, 0, 0),
        evidence: rates(32, 0, 6, 2),
        perCriterion: byCriterion(() => rates(35, 6, 3, 1)),
        perAnnotator: { Ada: rates(30, 0, 0, 0), Ben: rates(20, 6, 4, 0), Chloe: rates(20, 6, 2, 2) },
        reasons: { "wrong-score": 6, "made-up": 3 },
      },
    },
    scores: {
      perCriterion: byCriterion(() => ({
        annotators: { n: 60, mean: 3.5, histogram: { "2": 6, "3": 24, "4": 24, "5": 6 } },
        "model-x": { n: 20, mean: 4.1, histogram: { "3": 4, "4": 10, "5": 6 } },
      })),
      change: { "model-x": byCriterion(() => ({ up: 3, down: 9, same: 48 })) },
      bySystem: { "system one": { "model-x": 4.2, annotators: 3.6 }, "system two": { "model-x": 4, annotators: null } },
      ofMetrics: {},
    },
    time: {
      perAnnotator: {
        Ada: { medianUnitSeconds: 9, medianSampleSeconds: 75.5, unitsTimed: 40, samplesTimed: 20 },
        Ben: { medianUnitSeconds: 37.5, medianSampleSeconds: null, unitsTimed: 12, samplesTimed: 0 },
        Chloe: { medianUnitSeconds: null, medianSampleSeconds: null, unitsTimed: 0, samplesTimed: 0 },
      },
      all: { medianUnitSeconds: 12, medianSampleSeconds: 80, unitsTimed: 52, samplesTimed: 20 },
    },
    pairs: null,
    checks: { dropped: [], feedback: [] },
    warnings: [],
    ...changes,
  };
}
