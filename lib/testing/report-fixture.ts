import type {
  ActionRates,
  AlphaFigure,
  AlphaFigures,
  CorrelationFigures,
  Figure,
  GroupedFigures,
  MeanAlphaFigures,
  TaskReport,
} from "@/lib/domain/report";
import { verdictOf } from "@/lib/domain/verdict";

// Small reports for tests: a test sets the figures it cares about, and the rest is filled in here. No two figures that a page could mix up are
// equal: levels, coefficients, criteria, pooled and mean all differ.

type Ends = [low: number, high: number];
const intervalOf = ([low, high]: Ends) => ({ low, high, confidence: 0.95, method: "jackknife", resamples: null, seed: null });

export const figure = (value: number | null, interval?: Ends, n = 40): Figure => ({
  value,
  why: value === null ? "no-variation" : null,
  n,
  interval: interval ? intervalOf(interval) : null,
  intervalWhy: interval ? null : "too-few",
});

const moved = (value: number | null, by: number): number | null => (value === null ? null : value + by);
const movedEnds = (ends: Ends | undefined, by: number): Ends | undefined => ends && [ends[0] + by, ends[1] + by];

/** Alpha whose ordinal figure is as given; the other levels are off by amounts of their own. */
export function alphas(value: number | null, interval?: Ends, { units = 20, inputs = 10 } = {}): AlphaFigures {
  const at = (by: number): AlphaFigure => ({ ...figure(moved(value, by), movedEnds(interval, by), units * 3), units, inputs });
  return { nominal: at(-0.21), ordinal: at(0), interval: at(0.017), ratio: at(-0.043) };
}

/** The same as the mean over so many criteria. */
export function meanAlphas(
  value: number | null,
  interval: Ends | undefined,
  definedCriteria: number,
  totalCriteria: number,
): MeanAlphaFigures {
  const { nominal, ordinal, interval: atInterval, ratio } = alphas(value, interval, { units: 20 * definedCriteria });
  const of = (one: AlphaFigure) => ({ ...one, definedCriteria, totalCriteria });
  return { nominal: of(nominal), ordinal: of(ordinal), interval: of(atInterval), ratio: of(ratio) };
}

/** Coefficients whose tau-b is as given; the others are larger, as they are in life. */
export function correlations(value: number | null, interval?: Ends, n = 40): CorrelationFigures {
  const at = (by: number) => figure(moved(value, by), movedEnds(interval, by), n);
  return { n, pearson: at(0.09), spearman: at(0.06), kendallTauB: at(0) };
}

export function grouped(value: number | null, definedGroups = 9, totalGroups = 10): GroupedFigures {
  const at = (by: number) => ({ value: moved(value, by), why: value === null ? "constant-input" : null, definedGroups, totalGroups });
  return { pearson: at(0.08), spearman: at(0.05), kendallTauB: at(0) };
}

/** What was done to so many lines. */
export function rates(accept: number, revise: number, remove: number, add: number): ActionRates {
  const n = accept + revise + remove + add;
  const of = (count: number) => {
    const share = n === 0 ? null : count / n;
    const interval = share === null || count === 0 ? null : intervalOf([Math.max(0, share - 0.1), Math.min(1, share + 0.08)]);
    return { count, share, interval, intervalWhy: interval ? null : "degenerate-replicates" };
  };
  return { n, accept: of(accept), revise: of(revise), remove: of(remove), add: of(add) };
}

/** Two raters: the mean over criteria is as given (nominal, ordinal, interval), pooled above it, each criterion below. */
function pairOf(
  criteria: FixtureCriterion[],
  a: string,
  b: string,
  [nominal, ordinal, interval]: [number | null, number | null, number | null],
  units = 20,
): TaskReport["agreement"]["pairs"][number] {
  const at = (by: number, n = units) => {
    const one = (value: number | null): AlphaFigure => ({ ...figure(moved(value, by), undefined, n * 2), units: n, inputs: 10 });
    return { nominal: one(nominal), ordinal: one(ordinal), interval: one(interval) };
  };
  const counts = { definedCriteria: criteria.length, totalCriteria: criteria.length };
  const mean = at(0);
  const measure = (value: number | null, why: string | null = null) => ({ value, why, n: units - 1 });
  return {
    a,
    b,
    // Kappa is undefined on the second criterion.
    measures: Object.fromEntries(
      criteria.map(({ name }, index) => [
        name,
        {
          quadraticKappa: index === 1 ? measure(null, "no-variation") : measure(moved(interval, 0.011 - index / 100)),
          exact: measure(moved(nominal, 0.013 - index / 100)),
          tauB: measure(moved(ordinal, -0.061 - index / 100), ordinal === null ? "constant-input" : null),
        },
      ]),
    ),
    ...at(0.04),
    perCriterion: Object.fromEntries(criteria.map(({ name }, index) => [name, at(-0.02 * (index + 1), units - 1)])),
    meanOverCriteria: {
      nominal: { ...mean.nominal, ...counts },
      ordinal: { ...mean.ordinal, ...counts },
      interval: { ...mean.interval, ...counts },
    },
  };
}

/** A rater without anything particular to its kind. */
export const plainRater = { judgeKind: null, metric: null, panel: null };

/** A criterion of the fixture: agreement among people and how far the judge is from them. */
export interface FixtureCriterion {
  name: string;
  min?: number;
  max?: number;
  labels?: string[];
  agreement: AlphaFigures;
  bias?: Figure;
}

/** Three annotators and one judge on 20 samples of 10 inputs, unless `changes` say otherwise. */
export function fixtureReport(criteria: FixtureCriterion[], changes: Partial<TaskReport> = {}): TaskReport {
  const byCriterion = <T>(value: (criterion: FixtureCriterion, index: number) => T) =>
    Object.fromEntries(criteria.map((each, index) => [each.name, value(each, index)]));
  const units = criteria.length * 20;
  return {
    task: "Explanations",
    filter: {},
    taskId: "5c2b2a0e-5d0e-4f0e-9a52-3a8f0a7a1b01",
    kind: "pointwise",
    inputName: "question",
    outputName: "answer",
    adjudicated: null,
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
      items: 96,
    },
    excluded: { shown: "without", people: [], otherWay: null },
    raters: [
      { id: "r1", name: "Ada", kind: "annotator", ...plainRater },
      { id: "r2", name: "Ben", kind: "annotator", ...plainRater },
      { id: "r3", name: "Chloe", kind: "annotator", ...plainRater },
      { id: "r4", name: "model-x", kind: "judge", ...plainRater, judgeKind: "endpoint" },
    ],
    criteria: criteria.map(({ name, min = 1, max = 5, labels = null }) => ({ name, min, max, labels, overall: false })),
    agreement: {
      pooled: { why: null, annotators: alphas(0.61, [0.51, 0.69]), withJudge: { "model-x": alphas(0.63, [0.53, 0.72]) } },
      meanOverCriteria: {
        annotators: meanAlphas(0.47, [0.36, 0.58], criteria.length, criteria.length),
        withJudge: { "model-x": meanAlphas(0.49, [0.39, 0.59], criteria.length, criteria.length) },
      },
      perCriterion: byCriterion(({ agreement }, index) => ({
        annotators: agreement,
        withJudge: { "model-x": alphas(moved(agreement.ordinal.value, 0.023 + index / 1000)) },
      })),
      pairs: [
        pairOf(criteria, "Ada", "Ben", [0.4, 0.7, 0.72]),
        pairOf(criteria, "Ada", "Chloe", [0.3, null, 0.5], 8),
        pairOf(criteria, "Ada", "model-x", [0.51, 0.91, 0.93]),
        pairOf(criteria, "Ben", "model-x", [0.22, -0.1, -0.2]),
      ],
    },
    verdict: byCriterion(({ agreement }) => verdictOf(agreement.ordinal)),
    correlation: {
      "model-x": {
        pooled: correlations(0.8, [0.7, 0.88]),
        perCriterion: byCriterion((_, index) => correlations(0.75 - index / 50, [0.6, 0.83], 41 + index)),
        sampleMean: correlations(0.9, undefined, 20),
        textLevel: {
          allGroups: grouped(0.71),
          perCriterion: byCriterion((_, index) => grouped(0.65 - index / 50)),
          meanOverCriteria: grouped(0.77, 8),
        },
        systemLevel: { perCriterion: byCriterion(() => correlations(null)), meanOverCriteria: correlations(null) },
        pairwise: { judgeAnnotator: grouped(0.62, 3, 3), annotatorAnnotator: grouped(0.56, 2, 3) },
      },
    },
    bias: { "model-x": { pooled: figure(0.1, [0.02, 0.18]), perCriterion: byCriterion(({ bias }) => bias ?? figure(null)) } },
    actions: {
      "model-x": {
        overall: rates(75, 13, 6, 2),
        conclusion: rates(20, 5, 0, 0),
        score: rates(18, 7, 0, 0),
        evidence: rates(32, 0, 6, 2),
        explanation: rates(5, 1, 0, 0),
        perCriterion: byCriterion(() => rates(35, 6, 3, 1)),
        perAnnotator: { Ada: rates(30, 0, 0, 0), Ben: rates(20, 6, 4, 0), Chloe: rates(20, 6, 2, 2) },
        acceptedTogether: { count: 5, share: 5 / 75, interval: null, intervalWhy: "too-few" },
        reasons: { "wrong-score": 6, "made-up": 3 },
      },
    },
    scores: {
      perCriterion: byCriterion(() => ({
        annotators: { n: 60, mean: 3.5, histogram: { "2": 6, "3": 24, "4": 24, "5": 6 } },
        "model-x": { n: 20, mean: 4.1, histogram: { "3": 4, "4": 10, "5": 6 } },
      })),
      change: { "model-x": byCriterion(() => ({ up: 3, down: 9, same: 48, changed: 12 })) },
      bySystem: { "system one": { "model-x": 4.2, annotators: 3.6 }, "system two": { "model-x": 4, annotators: null } },
      onCommonUnits: {
        "model-x": {
          "system one": {
            pooled: { annotators: 3.5, judge: 4.25, difference: figure(0.75, [0.4, 1.1], 38) },
            perCriterion: byCriterion((_, index) => ({
              annotators: 3.3 + index,
              judge: 3.9 + index,
              difference: figure(0.6, [0.2, 1], 19 - index),
            })),
          },
          "system two": {
            pooled: { annotators: null, judge: null, difference: { ...figure(null), why: "no-units", n: 0 } },
            perCriterion: byCriterion(() => ({ annotators: null, judge: null, difference: { ...figure(null), why: "no-units", n: 0 } })),
          },
        },
      },
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
    influence: null,
    pairs: null,
    labels: {},
    checks: { dropped: [], feedback: [] },
    chapters: {
      verdict: {},
      people: { perCriterion: {}, raters: {} },
      judges: { besidePeople: {}, altCurves: {}, ranking: {}, protocols: null, consistency: {} },
      scores: {},
      bias: {},
      influence: { effects: [], behaviours: [] },
      criteria: { pairs: [] },
      next: { precision: {}, samples: { waiting: 0, seed: 1, drawn: [] } },
    },
    warnings: [],
    ...changes,
  };
}

/** Of the systems of a study with this criterion, whether a repeat would rank them alike. */
export const fixtureStability = {
  ...{ resamples: 2000, seed: 1 },
  perCriterion: { Clarity: { value: 0.913, why: null, n: 17, systems: 4, pairs: 6, ordered: 5 } },
} satisfies TaskReport["scores"]["stability"];
