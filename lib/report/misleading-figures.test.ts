import { describe, expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredShare } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";

const mixed = reportDataFixture({ criteria: { Clear: [1, 5], Long: [50, 100] } });

describe("criteria on different scales", () => {
  test("are never pooled: every figure over all of them says mixed-scales", () => {
    const { agreement, correlation, bias, scores } = buildReport(mixed);
    const undefinedFigure = { value: null, why: "mixed-scales", interval: null };
    expect(agreement.pooled.why).toBe("mixed-scales");
    expect(buildReport(reportDataFixture({ criteria: { Clear: [1, 5], Long: [1, 5] } })).agreement.pooled.why).toBeNull();
    for (const level of ["nominal", "ordinal", "interval", "ratio"] as const) {
      expect(agreement.pooled.annotators[level]).toMatchObject(undefinedFigure);
      expect(agreement.pooled.withJudge.judge?.[level]).toMatchObject(undefinedFigure);
    }
    for (const level of ["nominal", "ordinal", "interval"] as const) {
      for (const pair of agreement.pairs) expect(pair[level]).toMatchObject(undefinedFigure);
    }
    const { pooled, sampleMean, textLevel, systemLevel, pairwise } = correlation.judge ?? {};
    for (const name of ["pearson", "spearman", "kendallTauB"] as const) {
      for (const figures of [pooled, sampleMean, textLevel?.meanOverCriteria, systemLevel?.meanOverCriteria]) {
        expect(figures?.[name]).toMatchObject({ value: null, why: "mixed-scales" });
      }
      for (const figures of [pairwise?.judgeAnnotator, pairwise?.annotatorAnnotator]) {
        expect(figures?.[name]).toMatchObject({ value: null, why: "mixed-scales", totalGroups: 0 });
      }
      // Within one input and criterion nothing is mixed.
      expect(textLevel?.allGroups[name].value).not.toBeNull();
    }
    expect(bias.judge?.pooled).toMatchObject(undefinedFigure);
    expect(scores.bySystem).toEqual({ one: { annotators: null, judge: null }, two: { annotators: null, judge: null } });
    expect(scores.onCommonUnits.judge?.one?.pooled).toMatchObject({ annotators: null, judge: null, difference: undefinedFigure });
  });

  test("have figures of their own and a mean of their alphas", () => {
    const { agreement, correlation, bias, scores, verdict } = buildReport(mixed);
    const [clear, long] = [agreement.perCriterion.Clear?.annotators.ordinal.value, agreement.perCriterion.Long?.annotators.ordinal.value];
    expect(agreement.meanOverCriteria.annotators.ordinal.value).toBeCloseTo(((clear ?? 0) + (long ?? 0)) / 2, 12);
    expect(correlation.judge?.perCriterion.Long?.pearson.value).not.toBeNull();
    expect(correlation.judge?.textLevel.meanOverCriteria.pearson).toMatchObject({ interval: null, intervalWhy: "undefined-estimate" });
    expect(bias.judge?.perCriterion.Long?.value).not.toBeNull();
    expect(scores.onCommonUnits.judge?.one?.perCriterion.Long?.difference.n).toBe(16);
    expect(Object.keys(verdict)).toEqual(["Clear", "Long"]);
    expect(buildReport(mixed).warnings).toEqual([expect.objectContaining({ code: "mixed-scales", count: 2 })]);
  });

  test("hide nothing: random ratings on two scales agree by chance, where one table of them would seem to agree", () => {
    const random = reportDataFixture({ criteria: { Clear: [1, 5], Long: [50, 100] } });
    random.ratings = random.ratings.map((rating, index) => ({
      ...rating,
      score: rating.criterion === 0 ? 1 + ((index * 7919) % 5) : 50 + ((index * 7919) % 51),
    }));
    const { pooled, meanOverCriteria } = buildReport(random).agreement;
    expect(pooled.annotators.interval.value).toBeNull();
    expect(meanOverCriteria.annotators.interval.value).toBeLessThan(0.4);
  });
});

describe("a judge that has rated one criterion only, and not every sample", () => {
  const partial = reportDataFixture({ rates: (rater, sample, criterion) => rater !== "judge" || (criterion === "Clear" && sample < 20) });

  test("has no alpha, correlation or error on the other, rather than that of people", () => {
    const report = buildReport(partial);
    expect(report.agreement.perCriterion.True?.withJudge.judge?.ordinal).toMatchObject({ value: null, why: "not-rated", n: 0, units: 0 });
    expect(report.agreement.perCriterion.True?.annotators.ordinal.value).not.toBeNull();
    expect(report.agreement.perCriterion.Clear?.withJudge.judge?.ordinal.value).not.toBeNull();
    expect(report.agreement.meanOverCriteria.withJudge.judge?.ordinal).toMatchObject({
      value: report.agreement.perCriterion.Clear?.withJudge.judge?.ordinal.value,
      definedCriteria: 1,
      totalCriteria: 2,
    });
    expect(report.correlation.judge?.perCriterion.True?.pearson).toMatchObject({ value: null, n: 0 });
    expect(report.bias.judge?.perCriterion.True).toMatchObject({ value: null, why: "no-units" });
  });

  test("is compared by system on what it and people have both rated", () => {
    const report = buildReport(partial);
    const { onCommonUnits, bySystem } = report.scores;
    const clear = partial.ratings.filter(({ criterion, sample }) => criterion === 0 && sample < 20 && sample % 2 === 0);
    const mean = (of: typeof clear) => of.reduce((sum, { score }) => sum + score, 0) / of.length;
    const [people, judge] = [mean(clear.filter(({ rater }) => rater < 3)), mean(clear.filter(({ rater }) => rater === 3))];
    const one = onCommonUnits.judge?.one;
    expect(one?.pooled.annotators).toBeCloseTo(people, 12);
    expect(one?.pooled.judge).toBeCloseTo(judge, 12);
    expect(one?.pooled.difference.value).toBeCloseTo(judge - people, 12);
    expect(one?.pooled.difference).toMatchObject({ n: 10, interval: { method: "t" } });
    expect(one?.perCriterion.Clear).toEqual(one?.pooled);
    expect(one?.perCriterion.True).toMatchObject({ annotators: null, judge: null, difference: { value: null, why: "no-units" } });
    // People's mean over everything they rated is another number, and so is its distance to the judge's.
    expect(bySystem.one?.annotators).not.toBeCloseTo(people, 3);
  });

  test("is read against people on the units that both it and two people have rated", () => {
    const report = buildReport(partial);
    const restricted = reportDataFixture({ rates: (_, sample, criterion) => criterion === "Clear" && sample < 20 });
    const alone = buildReport(restricted).correlation.judge?.pairwise;
    expect(report.correlation.judge?.pairwise).toEqual(alone);
    const everything = buildReport(reportDataFixture()).correlation.judge?.pairwise;
    expect(everything?.annotatorAnnotator.pearson.value).not.toBeCloseTo(alone?.annotatorAnnotator.pearson.value ?? 0, 3);
  });
});

describe("one annotator more, who rated three samples", () => {
  const rates = (rater: string, sample: number) => rater !== "Dan" || sample < 3;
  const annotators = ["Ann", "Bob", "Cleo"];
  const without = reportDataFixture({ annotators });
  const withStray = reportDataFixture({ annotators: [...annotators, "Dan"], rates });

  test("was not asked for the rest: nothing is missing", () => {
    expect(buildReport(withStray).counts).toMatchObject({ annotators: 4, ratings: 32 * 2 * 3 + 6, missing: 0 });
  });

  test("changes no verdict where people have rated enough, and no verdict comes from their three samples alone", () => {
    const codes = (data: ReportData) => Object.values(buildReport(data).verdict).map(({ code }) => code);
    expect(codes(withStray)).toEqual(codes(without));
    const pair = reportDataFixture({ annotators: ["Ann", "Dan"], rates });
    expect(buildReport(pair).verdict.Clear).toMatchObject({ code: "too-few", sentence: expect.stringContaining("3 units of 2 inputs") });
  });
});

test("a rating is missing where a criterion that the annotator rates was left out on a sample that they rated", () => {
  const gaps = reportDataFixture({ rates: (rater, sample, criterion) => !(rater === "Ann" && sample === 4 && criterion === "True") });
  expect(buildReport(gaps).counts.missing).toBe(1);
  // Bob rates Clear only: nobody asked him for the other.
  const divided = reportDataFixture({ rates: (rater, _, criterion) => !(rater === "Bob" && criterion === "True") });
  expect(buildReport(divided).counts.missing).toBe(0);
});

describe("what people did with the draft", () => {
  const counts = (
    input: number,
    itemKind: string,
    [accept, revise, remove, add]: [number, number, number, number],
    annotator = 0,
    criterion = 0,
  ) => ({
    annotator,
    judge: 3,
    criterion,
    input,
    itemKind,
    accept,
    together: 0,
    revise,
    remove,
    add,
  });
  const acted = {
    ...reportDataFixture(),
    actionCounts: [
      counts(0, "evidence", [2, 1, 0, 0]),
      counts(2, "evidence", [1, 0, 3, 1], 1),
      counts(0, "explanation", [0, 4, 0, 0]),
      counts(2, "explanation", [6, 1, 0, 2], 1, 1),
      counts(4, "score", [1, 2, 0, 0]),
    ],
  };

  test("counts explanations under a row of their own and not as evidence", () => {
    const { judge } = buildReport(acted).actions;
    expect(judge?.evidence).toMatchObject({ n: 8, accept: { count: 3 }, revise: { count: 1 }, remove: { count: 3 }, add: { count: 1 } });
    expect(judge?.explanation).toMatchObject({
      n: 13,
      accept: { count: 6 },
      revise: { count: 5 },
      remove: { count: 0 },
      add: { count: 2 },
    });
    expect(judge?.overall.n).toBe(8 + 13 + 3);
  });

  test("gives every share an interval that keeps an input's lines together", () => {
    const { judge } = buildReport(acted).actions;
    const { value, interval } = clusteredShare({ hits: [2, 7, 1], sizes: [7, 14, 3] });
    expect(judge?.overall.accept).toEqual({ count: 10, share: value, interval, intervalWhy: null });
    expect(judge?.perAnnotator.Bob?.remove).toMatchObject({ count: 3, share: 3 / 14, interval: null, intervalWhy: "too-few" });
    expect(judge?.perCriterion.True?.accept).toMatchObject({ count: 6, intervalWhy: "too-few" });
    expect(judge?.conclusion.accept).toEqual({ count: 0, share: null, interval: null, intervalWhy: "undefined-estimate" });
  });
});

describe("a verdict", () => {
  test("is of people's ordinal agreement on the criterion, and of nominal on pairs", () => {
    const report = buildReport(reportDataFixture({ inputs: 40 }));
    const range = (interval: { low: number; high: number } | null | undefined) =>
      `${String(interval?.low).slice(1, 5)} to ${String(interval?.high).slice(1, 5)}`;
    expect(report.verdict.Clear?.sentence).toContain(range(report.agreement.perCriterion.Clear?.annotators.ordinal.interval));
    const data = reportDataFixture({ inputs: 40 });
    const pairs = buildReport({ ...data, task: { ...data.task, kind: "pairwise" } });
    expect(pairs.verdict.Clear?.sentence).toContain(range(pairs.agreement.perCriterion.Clear?.annotators.nominal.interval));
  });

  test("needs an interval: perfect agreement has none", () => {
    const same = reportDataFixture();
    same.ratings = same.ratings.map((rating) => ({ ...rating, score: 1 + (rating.sample % 5) }));
    const report = buildReport(same);
    expect(report.agreement.perCriterion.Clear?.annotators.ordinal).toMatchObject({
      value: 1,
      interval: null,
      intervalWhy: "degenerate-replicates",
    });
    expect(report.correlation.judge?.pooled.pearson).toMatchObject({ interval: null, intervalWhy: "degenerate-replicates" });
    expect(report.bias.judge?.pooled).toMatchObject({ value: 0, interval: null, intervalWhy: "degenerate-replicates" });
    expect(report.verdict.Clear).toMatchObject({ code: "undecided", unitsNeeded: null });
  });
});
