import { describe, expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { ratesOfTwoJudges, twoJudgesActedOn } from "@/lib/testing/acted-drafts";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";

const judgeOf = (name: string): ReportData["raters"][number] => ({
  ...{ id: name, name, kind: "judge", judgeKind: "endpoint", metric: null, panel: null },
});

describe("what people did with the drafts of two judges", () => {
  const [ann, bob] = [0, 1];
  const [judge, another] = [3, 4];
  const [clear, truth] = [0, 1];
  type Entry = ReportData["actionCounts"][number];
  const acted = (annotator: number, of: number, criterion: number, itemKind: string, accept: number, rest: Partial<Entry> = {}): Entry => ({
    ...{ annotator, judge: of, criterion, input: 0, itemKind, accept, together: 0, revise: 0, remove: 0, add: 0 },
    ...rest,
  });
  const data = (): ReportData => {
    const small = reportDataFixture({ inputs: 2 });
    return {
      ...small,
      raters: [...small.raters, judgeOf("another"), judgeOf("idle")],
      actionCounts: [
        acted(bob, judge, clear, "conclusion", 1, { together: 1 }),
        acted(ann, judge, clear, "score", 2, { input: 1 }),
        acted(ann, judge, truth, "evidence", 4, { remove: 1 }),
        acted(bob, judge, truth, "explanation", 8, { input: 2 }),
        acted(ann, another, clear, "score", 16, { together: 5 }),
      ],
      reasonCounts: [
        { annotator: 0, judge, criterion: 0, sample: 0, reason: "wrong-score", count: 2 },
        { annotator: 0, judge: another, criterion: 0, sample: 0, reason: "made-up", count: 1 },
      ],
    };
  };

  test("is counted for each judge by kind of line, criterion and annotator, and not at all for a judge without drafts", () => {
    const { actions } = buildReport(data());
    expect(Object.keys(actions)).toEqual(["judge", "another"]);
    const { overall, conclusion, score, evidence, explanation, perCriterion, perAnnotator } = actions.judge ?? {};
    expect([overall, conclusion, score, evidence, explanation].map((rates) => rates?.accept.count)).toEqual([15, 1, 2, 4, 8]);
    expect(overall?.n).toBe(16);
    expect(Object.entries(perCriterion ?? {}).map(([name, rates]) => [name, rates.accept.count, rates.n])).toEqual([
      ["Clear", 3, 3],
      ["True", 12, 13],
    ]);
    expect(Object.entries(perAnnotator ?? {}).map(([name, rates]) => [name, rates.accept.count, rates.n])).toEqual([
      ["Ann", 6, 7],
      ["Bob", 9, 9],
    ]);
    expect(actions.another?.overall.n).toBe(16);
    expect(Object.keys(actions.another?.perAnnotator ?? {})).toEqual(["Ann"]);
  });

  test("has each judge's own shares, with intervals over the inputs that its drafts are of", () => {
    const { actions } = buildReport({ ...data(), ...reportDataFixture(), raters: data().raters, actionCounts: twoJudgesActedOn });
    const digits = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toFixed(12)) : value);
    const rounded = (of: unknown) => JSON.parse(JSON.stringify(of, digits));
    expect(rounded({ judge: actions.judge?.overall, another: actions.another?.overall })).toEqual(rounded(ratesOfTwoJudges));
  });

  test("lists the reasons by how often they were given, whoever gave them first", () => {
    const reason = (annotator: number, name: string, count: number) => ({
      ...{ annotator, judge, criterion: 0, sample: 0, reason: name, count },
    });
    const reasonCounts = [reason(ann, "unclear", 2), reason(ann, "made-up", 1), reason(ann, "biased", 3), reason(bob, "made-up", 4)];
    const { reasons } = buildReport({ ...data(), reasonCounts }).actions.judge ?? {};
    expect(Object.entries(reasons ?? {})).toEqual([
      ["made-up", 5],
      ["biased", 3],
      ["unclear", 2],
    ]);
  });

  test("gives each reason's share of all reasons with an interval over inputs, those in words alone among them", () => {
    const reason = (sample: number, name: string, count: number, of = judge) => ({
      ...{ annotator: ann, judge: of, criterion: 0, sample, reason: name, count },
    });
    const reasonCounts = [
      // Samples 0 and 1 are of one input, 4 and 6 of others.
      ...[reason(0, "made-up", 2), reason(1, "made-up", 1), reason(1, "own words", 4), reason(4, "own words", 1)],
      ...[reason(4, "made-up", 1), reason(6, "made-up", 2), reason(6, "own words", 2), reason(6, "own words", 9, another)],
      ...[reason(0, "unclear", 1), reason(4, "unclear", 1), reason(6, "unclear", 1)],
    ];
    const { reasons, reasonShares } =
      buildReport({ ...data(), ...reportDataFixture(), raters: data().raters, actionCounts: twoJudgesActedOn, reasonCounts }).actions
        .judge ?? {};
    expect(reasons).toEqual({ "made-up": 6, unclear: 3 });
    expect(Object.entries(reasonShares ?? {}).map(([name, { count, share }]) => [name, count, share])).toEqual([
      ["own words", 7, 7 / 16],
      ["made-up", 6, 6 / 16],
      ["unclear", 3, 3 / 16],
    ]);
    const ends = Object.values(reasonShares ?? {}).map(({ interval }) => [interval?.low, interval?.high].map((end) => end?.toFixed(9)));
    expect(ends).toEqual([
      ["0.233723078", "0.641276922"],
      ["0.316778022", "0.433221978"],
      ["0.000000000", "0.407283146"],
    ]);
  });

  test("keeps each judge's reasons and each judge's lines accepted together", () => {
    const { judge: one, another: other } = buildReport(data()).actions;
    expect([one?.reasons, other?.reasons]).toEqual([{ "wrong-score": 2 }, { "made-up": 1 }]);
    expect(one?.acceptedTogether).toMatchObject({ count: 1, share: 1 / 15 });
    expect(other?.acceptedTogether).toMatchObject({ count: 5, share: 5 / 16 });
  });
});

describe("a judge", () => {
  test("that has rated nothing has no alpha, over all criteria or on one", () => {
    const { agreement } = buildReport(reportDataFixture({ rates: (rater) => rater !== "judge" }));
    const none = { value: null, why: "not-rated", n: 0, units: 0, inputs: 0 };
    expect(agreement.pooled.withJudge.judge?.interval).toEqual(expect.objectContaining(none));
    expect(agreement.perCriterion.Clear?.withJudge.judge?.interval).toEqual(expect.objectContaining(none));
    for (const level of ["nominal", "ordinal", "interval", "ratio"] as const) {
      expect(agreement.meanOverCriteria.withJudge.judge?.[level]).toMatchObject({ ...none, definedCriteria: 0, totalCriteria: 2 });
    }
    expect(agreement.meanOverCriteria.annotators.ordinal).toMatchObject({ definedCriteria: 2, totalCriteria: 2 });
  });

  test("is measured against people only where somebody rated the unit", () => {
    const data = reportDataFixture({ rates: (rater, sample) => (rater === "judge" ? sample < 28 : sample >= 8) });
    const score = (sample: number, criterion: number, rater: number) =>
      data.ratings.find((each) => each.sample === sample && each.criterion === criterion && each.rater === rater)?.score ?? Number.NaN;
    const errors = Array.from({ length: 20 }, (_, index) => index + 8).map(
      (sample) => score(sample, 0, 3) - (score(sample, 0, 0) + score(sample, 0, 1) + score(sample, 0, 2)) / 3,
    );
    const { perCriterion, pooled } = buildReport(data).bias.judge ?? {};
    expect(perCriterion?.Clear?.n).toBe(20);
    expect(perCriterion?.Clear?.value).toBeCloseTo(errors.reduce((sum, error) => sum + error, 0) / 20, 12);
    expect(pooled?.n).toBe(40);
  });

  test("is correlated with a pair of people only where both vary; without a pair there is nothing", () => {
    const data = reportDataFixture();
    data.ratings = data.ratings.map((rating) => (rating.rater === 2 ? { ...rating, score: 3 } : rating));
    const { judgeAnnotator, annotatorAnnotator } = buildReport(data).correlation.judge?.pairwise ?? {};
    expect(judgeAnnotator?.pearson).toMatchObject({ why: null, definedGroups: 2, totalGroups: 3 });
    expect(annotatorAnnotator?.pearson).toMatchObject({ why: null, definedGroups: 1, totalGroups: 3 });
    data.ratings = data.ratings.map((rating) => (rating.rater < 2 ? { ...rating, score: 3 } : rating));
    const { pairwise } = buildReport(data).correlation.judge ?? {};
    expect(pairwise?.judgeAnnotator.pearson).toMatchObject({ value: null, why: "constant-input", definedGroups: 0, totalGroups: 3 });
    const alone = buildReport(reportDataFixture({ annotators: ["Ann"] })).correlation.judge?.pairwise;
    expect(alone?.annotatorAnnotator.pearson).toMatchObject({ value: null, why: "no-units", totalGroups: 0 });
  });

  test("with a scale of its own is on that scale alone", () => {
    const small = reportDataFixture({ inputs: 2 });
    const scale = { min: 0, max: 10, step: 5 };
    const metric = { ...judgeOf("ROUGE"), judgeKind: "metric" as const, metric: { name: "ROUGE-L", scale } };
    const metricScores = [0, 5, 5].map((score, sample) => ({ rater: 4, sample, score }));
    const report = buildReport({ ...small, raters: [...small.raters, metric], metricScores });
    expect(report.scores.ofMetrics.ROUGE).toEqual({ n: 3, mean: 10 / 3, histogram: { "0": 1, "5": 2, "10": 0 } });
    const mean = { value: null, why: "own-scale", definedCriteria: 0, totalCriteria: 2 };
    expect(report.agreement.meanOverCriteria.withJudge.ROUGE?.ordinal).toMatchObject(mean);
    expect(report.scores.onCommonUnits.ROUGE?.one?.pooled.difference).toMatchObject({ value: null, why: "own-scale" });
    expect(report.scores.onCommonUnits.ROUGE?.one?.perCriterion.Clear?.difference).toMatchObject({ value: null, why: "own-scale" });
  });
});
