import type { Accuracy, Figure, PairsReport, TaskReport } from "@/lib/domain/report";
import { alphas, figure, fixtureReport, plainRater } from "./report-fixture";

/** Small reports of pairs for tests and drawings. */
export const share = (value: number, n: number, interval?: [low: number, high: number]): Figure => figure(value, interval, n);

export const accuracy = (correct: number, n: number, ties = 0, interval?: [low: number, high: number]): Accuracy => ({
  ...figure(n === 0 ? null : correct / n, interval, n),
  why: n === 0 ? "no-units" : null,
  correct,
  ties,
  tieShare: n === 0 ? null : ties / n,
});

const bySubset = (natural: Accuracy, trap: Accuracy) => ({ natural, adversarial: trap });

/** Three annotators, a model, a metric and a panel on 40 pairs in two subsets, unless `changes` say otherwise. */
export function fixturePairs(changes: Partial<PairsReport> = {}): PairsReport {
  const half = accuracy(10, 20, 2, [0.3, 0.7]);
  return {
    criterion: "Overall",
    tieAllowed: true,
    inputsRepeat: false,
    subsets: ["natural", "adversarial"],
    gold: { n: 40, ties: 2, leftOut: 0 },
    accuracy: {
      annotators: { overall: accuracy(36, 38, 1, [0.83, 0.99]), perSubset: bySubset(accuracy(19, 19), accuracy(17, 19)) },
      Ada: { overall: accuracy(33, 40, 3, [0.68, 0.91]), perSubset: bySubset(half, half) },
      "model-x": {
        overall: accuracy(30, 40, 4, [0.6, 0.86]),
        perSubset: bySubset(accuracy(18, 20, 0, [0.7, 0.97]), accuracy(12, 20, 4, [0.39, 0.78])),
      },
      Length: { overall: accuracy(20, 40, 0, [0.35, 0.65]), perSubset: bySubset(half, half) },
      trio: { overall: accuracy(0, 0), perSubset: bySubset(accuracy(0, 0), accuracy(0, 0)) },
    },
    agreementWithAnnotators: {
      "model-x": {
        share: share(0.8, 35, [0.64, 0.9]),
        kappa: figure(0.62, [0.4, 0.84], 35),
        withoutMajority: 3,
        perSubset: { natural: share(0.9, 20), adversarial: share(2 / 3, 15) },
        twoByTwo: { judgeAnnotator: share(0.775, 102, [0.66, 0.87]), annotatorAnnotator: share(0.875, 104, [0.8, 0.94]) },
      },
    },
    betweenAnnotators: share(0.85, 114, [0.78, 0.92]),
    kappaBetweenAnnotators: figure(0.71, [0.58, 0.84], 38),
    annotatorsTwoByTwo: [
      { a: "Ada", b: "Ben", share: share(0.9, 39, [0.77, 0.96]), kappa: figure(0.81, [0.63, 0.97], 39) },
      { a: "Ada", b: "Cem", share: share(0.76, 37, [0.6, 0.87]), kappa: figure(0.53, [0.29, 0.75], 37) },
    ],
    ownModel: { "model-x": figure(0.22, [0.03, 0.41], 28) },
    swap: {
      "model-x": {
        swappedRunId: "s",
        plainRunId: "p",
        n: 40,
        consistent: share(0.85, 40, [0.71, 0.93]),
        repetition: share(0.93, 33, [0.88, 0.98]),
        flips: share(0.125, 40, [0.055, 0.26]),
        perSubset: { natural: share(0.95, 20), adversarial: share(0.75, 20) },
        firstPosition: 5,
        secondPosition: 0,
        tieChanges: 1,
        p: 0.0625,
        pMethod: "exact-binomial",
        accuracy: { plain: accuracy(30, 40), swapped: accuracy(28, 40), consistentOnly: accuracy(27, 34), bothOrders: accuracy(27, 40) },
      },
    },
    interference: {
      "model-x": {
        runId: "j",
        n: 39,
        unchanged: share(0.9, 39, [0.76, 0.96]),
        perSubset: {},
        changed: 4,
        accuracy: { before: accuracy(29, 39), after: accuracy(31, 39) },
      },
    },
    sycophancy: {
      "model-x": {
        runId: "i",
        n: 40,
        unchanged: share(0.7, 40, [0.55, 0.82]),
        perSubset: {},
        changed: 12,
        wentAlong: 11,
        wentElsewhere: 1,
        accuracy: { before: accuracy(30, 40), after: accuracy(22, 40) },
      },
    },
    ...changes,
  };
}

/** A report of a pairwise task. */
export function fixturePairReport(pairs: PairsReport | null = fixturePairs(), changes: Partial<TaskReport> = {}): TaskReport {
  const report = fixtureReport([{ name: "Overall", min: -1, max: 1, agreement: alphas(0.7, [0.6, 0.78]), bias: figure(0.3, [0.2, 0.4]) }]);
  const scores = (n: number, a: number, tie: number, b: number) => ({ n, mean: 0.1, histogram: { "-1": b, "0": tie, "1": a } });
  return {
    ...report,
    task: "Pairs",
    kind: "pairwise",
    arms: ["blind"],
    raters: [
      ...report.raters,
      { id: "m", name: "Length", kind: "judge", ...plainRater, judgeKind: "metric", metric: { name: "Length", scale: null } },
      {
        id: "t",
        name: "trio",
        kind: "judge",
        ...plainRater,
        judgeKind: "panel",
        panel: { members: ["model-x", "model-y", "model-z"], aggregate: "majority" },
      },
    ],
    counts: { ...report.counts, judges: 3 },
    scores: {
      ...report.scores,
      perCriterion: { Overall: { annotators: scores(114, 60, 10, 44), "model-x": scores(40, 22, 4, 14) } },
      bySystem: { "system one": { annotators: 0.14, "model-x": 0.2 }, "system two": { annotators: -0.14, "model-x": -0.2 } },
      onCommonUnits: {
        "model-x": {
          "system one": {
            pooled: { annotators: 0.15, judge: 0.2, difference: figure(0.05, [-0.04, 0.14], 38) },
            perCriterion: { Overall: { annotators: 0.15, judge: 0.2, difference: figure(0.05, [-0.04, 0.14], 38) } },
          },
          "system two": {
            pooled: { annotators: -0.15, judge: -0.2, difference: figure(-0.05, [-0.14, 0.04], 38) },
            perCriterion: { Overall: { annotators: -0.15, judge: -0.2, difference: figure(-0.05, [-0.14, 0.04], 38) } },
          },
        },
      },
    },
    pairs,
    ...changes,
  };
}
