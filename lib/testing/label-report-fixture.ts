import type { LabelFigures, TaskReport } from "@/lib/domain/report";
import { alphas, figure, fixtureReport } from "./report-fixture";

/** Two criteria, the second with labels, three of them. */
const plain = fixtureReport([
  { name: "Clarity", agreement: alphas(0.71, [0.6, 0.8]) },
  { name: "Cause", min: 0, max: 2, labels: ["made up", "close to home", "other"], agreement: alphas(0.52, [0.4, 0.62]) },
]);
const none = { ...figure(null), why: "labels" };

/** How people and a judge label the second. */
export const fixtureLabels: LabelFigures = {
  labels: ["made up", "close to home", "other"],
  annotators: {
    rawAgreement: figure(0.73, [0.61, 0.84], 19),
    kappa: { ...figure(null), why: "unequal-ratings" },
    perLabel: { "made up": figure(0.66, [0.5, 0.79]), "close to home": figure(0.34, [0.1, 0.55]), other: figure(null) },
    confusion: [
      [8, 3, 1],
      [3, 6, 2],
      [1, 2, 4],
    ],
  },
  withJudge: {
    "model-x": {
      rawAgreement: figure(0.61, [0.48, 0.72], 17),
      kappa: figure(0.42, [0.2, 0.6], 17),
      withoutMajority: 2,
      confusion: [
        [7, 1, 0],
        [5, 2, 0],
        [1, 0, 1],
      ],
      altTest: { winningRate: null, advantageProbability: null, passed: null, epsilon: 0.2, n: 0, eligible: 0, why: "no-blind-ratings" },
    },
  },
};

/** A report of both. */
export const fixtureLabelReport: TaskReport = {
  ...plain,
  labels: { Cause: fixtureLabels },
  bias: { "model-x": { pooled: figure(0.1, [0.02, 0.18]), perCriterion: { Clarity: figure(0.2, [0.1, 0.3]), Cause: none } } },
  scores: {
    ...plain.scores,
    perCriterion: {
      ...plain.scores.perCriterion,
      Cause: {
        annotators: { n: 60, mean: null, histogram: { "made up": 30, "close to home": 21, other: 9 } },
        "model-x": { n: 20, mean: null, histogram: { "made up": 13, "close to home": 3, other: 4 } },
      },
    },
    change: { "model-x": { Clarity: { up: 3, down: 9, same: 48, changed: 12 }, Cause: { up: null, down: null, same: 41, changed: 19 } } },
  },
};
