import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { smallReportData as data, rating, withFurtherJudges } from "@/lib/testing/small-report-data";
import { buildReport } from "./build-report";

test("a metric is correlated with people on its own scale, and put beside nobody on the criterion's", () => {
  const report = buildReport(withFurtherJudges());
  expect(report.raters.find(({ name }) => name === "ROUGE")).toMatchObject({
    kind: "judge",
    judgeKind: "metric",
    metric: { name: "ROUGE-L", scale: { min: 0, max: 1 } },
  });
  // Metric 0 .5 .5 1, people's means 1 2.5 3 3: of six pairs four are concordant, none discordant, one is tied in each; tau-b = 4 /
  // sqrt(5 * 5).
  const { perCriterion, pooled } = report.correlation.ROUGE ?? {};
  expect(perCriterion?.Clear?.kendallTauB.value).toBeCloseTo(4 / 5, 12);
  expect(pooled?.n).toBe(4);
  expect(report.agreement.pooled.withJudge.ROUGE?.ordinal).toMatchObject({ value: null, why: "own-scale" });
  expect(report.agreement.pairs.find(({ a, b }) => a === "Ann" && b === "ROUGE")?.nominal).toMatchObject({ value: null, why: "own-scale" });
  expect(report.bias.ROUGE?.pooled).toMatchObject({ value: null, why: "own-scale" });
  expect(report.scores.perCriterion.Clear?.ROUGE).toEqual({ n: 0, mean: null, histogram: {}, why: "own-scale" });
  expect(report.scores.ofMetrics.ROUGE).toEqual({ n: 4, mean: 0.5, histogram: { "0": 1, "0.5": 2, "1": 1 } });
  expect(report.scores.change.ROUGE).toBeUndefined();
  expect(report.scores.bySystem.one?.ROUGE).toBe(0.25);
  expect(report.counts.judges).toBe(3);
});

test("a metric has no figure pooled over several criteria: its one score would count for each of them", () => {
  const two = withFurtherJudges();
  two.criteria.push({ id: "d", name: "True", min: 1, max: 3, step: 1, overall: false });
  two.ratings.push(...[1, 2, 2, 3].map((score, sample) => ({ ...rating(0, sample, score, null), criterion: 1 })));
  const { ROUGE } = buildReport(two).correlation;
  expect(ROUGE?.pooled).toMatchObject({ n: 0, pearson: { value: null, why: "own-scale" } });
  expect(ROUGE?.pairwise.judgeAnnotator.pearson).toMatchObject({ value: null, why: "own-scale" });
  // Ann's 1 2 2 3 rise exactly with the metric's 0 .5 .5 1.
  expect(ROUGE?.perCriterion.True?.pearson.value).toBeCloseTo(1, 12);
  expect(ROUGE?.textLevel.perCriterion.True?.kendallTauB).toMatchObject({ value: 1, definedGroups: 2, totalGroups: 2 });
});

test("a metric changes no figure of anybody else", () => {
  const [without, beside] = [buildReport(data()), buildReport(withFurtherJudges())];
  expect(beside.agreement.pooled.annotators).toEqual(without.agreement.pooled.annotators);
  expect(beside.correlation.judge).toEqual(without.correlation.judge);
  expect(beside.pairs).toBeNull();
});

test("a panel is listed with its members, and a warning says it is not independent of those in the report", () => {
  const report = buildReport(withFurtherJudges());
  expect(report.raters.find(({ name }) => name === "both")?.panel).toEqual({ members: ["judge", "gone"], aggregate: "mean" });
  expect(report.bias.both).toEqual(report.bias.judge);
  expect(report.warnings).toEqual([
    { code: "panel-and-member", message: expect.stringContaining("The scores of both are computed from those of judge,"), count: 1 },
  ]);
  const second = withFurtherJudges();
  second.raters = second.raters.map((rater) =>
    rater.panel ? { ...rater, panel: { members: ["judge", "ROUGE"], aggregate: "mean" } } : rater,
  );
  expect(buildReport(second).warnings[0]).toMatchObject({ message: expect.stringContaining("those of judge, ROUGE,"), count: 2 });
});

test("a metric that scores the task's own criteria has no scale of its own", () => {
  const base = withFurtherJudges();
  const own = base.raters.map((one) => (one.metric ? { ...one, metric: { name: "Length", scale: null } } : one));
  const shown = (raters: ReportData["raters"]) =>
    buildReport({ ...base, raters, metricScores: [] }).raters.find(({ id }) => id === "m")?.metric;
  expect(shown(own)).toEqual({ name: "Length", scale: null });
  expect(shown(base.raters)).toEqual({ name: "ROUGE-L", scale: { min: 0, max: 1 } });
});
