import type { Figure, TaskReport } from "@/lib/domain/report";
import type { CriterionVerdict, Standing } from "@/lib/domain/report-verdict";
import { alphas, correlations, figure, fixtureReport, meanAlphas } from "./report-fixture";

// One report of drafted and blind ratings whose figures differ by what they are of: headline, command line and comparison must show the same ones.

/** What ratings without a draft come to, by what the page calls it; all ratings' figures are in the report's other parts. */
export const undraftedFigures = {
  alpha: 0.31,
  withJudge: 0.36,
  tauB: 0.22,
  bias: 0.87,
  spearman: 0.27,
  mean: 0.325,
  meanWithJudge: 0.375,
  pooled: 0.345,
};
const all = { alpha: 0.91, bias: 0.12, tauB: 0.75, pearson: 0.84 };

const standing: Standing = {
  agreement: alphas(undraftedFigures.alpha, [0.21, 0.41], { units: 24 }),
  reaches: { tentative: 0.01, reliable: 0, why: null, resamples: 2000, seed: 1 },
  judges: {
    "model-x": {
      withJudge: alphas(undraftedFigures.withJudge, [0.26, 0.46], { units: 26 }),
      change: figure(0.05, [-0.02, 0.12], 36),
      spearman: figure(0.25, [0.05, 0.45], 36),
      tauB: figure(undraftedFigures.tauB, [0.02, 0.42], 36),
      bias: figure(undraftedFigures.bias, [0.67, 1.07], 36),
    },
  },
};
const whole: Standing = { ...standing, agreement: alphas(all.alpha, [0.86, 0.96]) };

const verdict: CriterionVerdict = {
  ...{ level: "ordinal", basis: "without-draft", used: standing, all: whole, gap: figure(0.6, [0.5, 0.7]) },
  ...{ altTest: {}, sharpened: {}, ceiling: figure(0.6), flags: [], judgeFlags: {} },
};

/** Two criteria alike, blind and drafted ratings, and a metric beside the judge, whose scores have a scale of their own. */
export function mixedReport(changes: Partial<TaskReport> = {}): TaskReport {
  const criterion = (name: string) => ({ name, agreement: alphas(all.alpha, [0.86, 0.96]), bias: figure(all.bias, [0.02, 0.22]) });
  const base = fixtureReport([criterion("Clarity"), criterion("Truth")], { arms: ["blind", "drafted"] });
  const metric = {
    id: "r5",
    name: "Length",
    kind: "judge" as const,
    judgeKind: null,
    metric: { name: "length", scale: { min: 0, max: 900 } },
    panel: null,
  };
  const ranked = (name: string, found: Figure) => ({ name, figure: found, groups: ["a"] });
  const ranking = {
    statistic: "spearman" as const,
    judges: [ranked("model-x", figure(undraftedFigures.spearman, [0.07, 0.47], 36)), ranked("Length", figure(0.11, [-0.1, 0.3], 36))],
    pairs: [],
  };
  const { mean, meanWithJudge, pooled } = undraftedFigures;
  return {
    ...base,
    agreement: {
      ...base.agreement,
      used: {
        pooled: { why: null, annotators: alphas(pooled), withJudge: { "model-x": alphas(pooled + 0.05) } },
        meanOverCriteria: {
          annotators: meanAlphas(mean, [0.225, 0.425], 2, 2),
          withJudge: { "model-x": meanAlphas(meanWithJudge, undefined, 2, 2) },
        },
      },
    },
    raters: [...base.raters, metric],
    correlation: {
      ...base.correlation,
      Length: {
        ...base.correlation["model-x"],
        perCriterion: { Clarity: correlations(0.44, [0.34, 0.54]) },
      } as TaskReport["correlation"][string],
    },
    chapters: {
      ...base.chapters,
      verdict: { Clarity: verdict, Truth: verdict },
      judges: { ...base.chapters.judges, ranking: { Clarity: ranking, Truth: ranking } },
    },
    ...changes,
  };
}
