import type { TaskReport } from "@/lib/domain/report";
import { alphas, figure, fixtureReport, meanAlphas } from "./report-fixture";

/** What the figures of these reports rest on. */
export const provenance = {
  ...{ task: "T", arms: "blind", level: "ordinal", selection: [], computedAt: "2026-11-22T23:30:00.000Z", dataVersion: "9f8e" },
  software: "Redline 0.1.0",
};

/** A report with a bit of everything but pairs. */
export const fullReport = fixtureReport(
  [
    { name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.8]) },
    { name: "Truth", agreement: alphas(null) },
  ],
  { planted: { "model-x": { arms: ["drafted"], all: figure(0.6, [0.3, 0.9], 30), people: { P1: figure(0.4, [0.1, 0.7], 15) } } } },
);

/** A report in which nothing was rated. */
export const emptyReport = fixtureReport([{ name: "Clarity", agreement: alphas(null) }], {
  ...{ arms: [], correlation: {}, actions: {}, bias: {}, scores: { ...fullReport.scores, onCommonUnits: {} } },
  agreement: {
    pooled: { why: null, annotators: alphas(null), withJudge: {} },
    meanOverCriteria: { annotators: meanAlphas(null, undefined, 0, 1), withJudge: {} },
    ...{ perCriterion: {}, pairs: [] },
  },
  counts: { ...fullReport.counts, annotators: 0, ratings: 0 },
});

/** Scores with limits of agreement. */
export const limits = {
  "model-x": {
    Clarity: {
      blandAltman: { bias: figure(0.5) },
      ...{ calibration: { recalibrated: figure(null) }, ties: { accuracy: figure(null) }, systems: { soft: figure(null) } },
    },
  },
} as unknown as TaskReport["chapters"]["scores"];

/** Raw agreement, kappas and the test on labels; null: undefined. */
export const labelled = (kappa: number | null, withJudge: number | null, winningRates: (number | null)[] = []): TaskReport => ({
  ...fullReport,
  criteria: fullReport.criteria.map((one) => ({ ...one, labels: ["yes", "no"] })),
  labels: {
    Clarity: {
      annotators: { kappa: figure(kappa) },
      withJudge: Object.fromEntries(
        [...winningRates, null].map((winningRate, at) => [
          `judge ${at}`,
          { kappa: figure(at === 0 ? withJudge : null), altTest: { winningRate, epsilon: at === 1 ? 0.1 : 0.2 } },
        ]),
      ),
    },
  } as unknown as TaskReport["labels"],
});
