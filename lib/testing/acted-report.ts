import type { ActionRates, TaskReport } from "@/lib/domain/report";
import type { MadeDimensions } from "@/lib/domain/report-made";
import { ratesOfTwoJudges } from "./acted-drafts";
import { alphas, figure, fixtureReport, rates } from "./report-fixture";

const base = fixtureReport(
  [
    { name: "Clarity", agreement: alphas(0.7) },
    { name: "Truth", agreement: alphas(0.6) },
    { name: "Kind", labels: ["a", "b"], agreement: alphas(0.5) },
  ],
  { arms: ["blind", "drafted"] },
);

const part = (count: number, n: number): ActionRates["accept"] => ({
  ...{ count, share: count / n, intervalWhy: null },
  interval: { low: (count - 1) / n, high: (count + 1) / n, confidence: 0.95, method: "t", resamples: null, seed: null },
});

const none = figure(null, undefined, 0);
const made: MadeDimensions[] = [
  {
    ...{ kind: "factuality", samples: 6, people: 3, actions: rates(9, 4, 2, 1) },
    ...{ kept: figure(0.62, [0.51, 0.73], 21), shift: figure(-0.24, [-0.37, -0.11], 22), distance: figure(0.48, [0.34, 0.62], 23) },
  },
  {
    ...{ kind: "adherence", samples: 2, people: 2, actions: rates(0, 0, 0, 0) },
    ...{ kept: figure(0.5, undefined, 4), shift: figure(0.25, undefined, 4), distance: figure(0.75, undefined, 4) },
  },
  { ...{ kind: "specific", samples: 1, people: 1, actions: rates(1, 0, 0, 0) }, ...{ kept: none, shift: none, distance: none } },
];

/** What people did with the drafts of two judges, and with the dimensions that one of them made for single samples: hardly a count occurs twice. */
export const actedReport: TaskReport = {
  ...base,
  actions: {
    "model-x": {
      overall: ratesOfTwoJudges.judge,
      ...{ conclusion: rates(3, 0, 0, 0), score: rates(2, 4, 0, 0), evidence: rates(8, 2, 3, 1), explanation: rates(0, 0, 0, 0) },
      perCriterion: { Clarity: rates(9, 5, 0, 1), Truth: rates(4, 1, 3, 0) },
      perAnnotator: { Ada: rates(7, 2, 3, 0), Ben: rates(6, 4, 0, 1) },
      acceptedTogether: part(1, 13),
      reasons: { "wrong-score": 5, "made-up": 4 },
    },
    "model-y": {
      overall: ratesOfTwoJudges.another,
      ...{ conclusion: rates(1, 0, 0, 0), score: rates(2, 0, 0, 0), evidence: rates(3, 0, 0, 0), explanation: rates(4, 0, 0, 0) },
      ...{ perCriterion: {}, perAnnotator: {}, reasons: {} },
      acceptedTogether: { count: 0, share: null, interval: null, intervalWhy: "no-units" },
    },
    "model-z": {
      ...{ overall: rates(0, 0, 0, 0), conclusion: rates(0, 0, 0, 0), score: rates(0, 0, 0, 0), evidence: rates(0, 0, 0, 0) },
      ...{ explanation: rates(0, 0, 0, 0), perCriterion: {}, perAnnotator: {}, reasons: {} },
      acceptedTogether: { count: 0, share: null, interval: null, intervalWhy: "no-units" },
    },
  },
  made: { "model-x": made },
  scores: {
    ...base.scores,
    change: {
      "model-x": {
        Clarity: { up: 3, down: 9, same: 48, changed: 12 },
        Truth: { up: 0, down: 4, same: 1, changed: 4 },
        Kind: { up: null, down: null, same: 37, changed: 13 },
      },
      "model-y": { Kind: { up: null, down: null, same: 6, changed: 2 } },
      "model-z": { Clarity: { up: 0, down: 0, same: 0, changed: 0 } },
    },
    changeShares: {
      "model-x": {
        Clarity: { up: part(3, 60), down: part(9, 60), same: part(48, 60), changed: part(12, 60) },
        Kind: { up: null, down: null, same: part(37, 50), changed: part(13, 50) },
      },
    },
  },
};
