import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { correlate, meanCorrelation } from "@/lib/stats";
import { inArm } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";
import { correlation } from "./correlation";
import { ratingTable } from "./rating-table";

const systems = ["zeta", "one", "two", "alpha", "two"];
/** Outputs of four systems; Bob and Cleo leave out some, so that some units have one annotator and some of the judge's none. */
const fixture = reportDataFixture({
  rates: (rater, sample, criterion) =>
    (rater !== "Ann" || sample % 8 !== 5) &&
    (rater !== "Bob" || sample % 4 > 0) &&
    (rater !== "Cleo" || (sample % 5 > 0 && criterion === "Clear")) &&
    (rater !== "judge" || sample % 7 > 0),
});
const data: ReportData = {
  ...fixture,
  samples: fixture.samples.map((sample, index) => ({ ...sample, system: systems[index % systems.length] ?? null })),
};
const report = () => buildReport(data).correlation.judge;

/** Rounded, because equal means of means are not always equal doubles, and would not tie. */
const mean = (values: number[]): number | null =>
  values.length === 0 ? null : Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(12));
const scoreOf = (sample: number, criterion: number, rater: number) =>
  data.ratings.find((one) => one.sample === sample && one.criterion === criterion && one.rater === rater)?.score ?? null;
const people = [0, 1, 2];
const [judge, places] = [3, data.samples.map((_, sample) => sample)];
const human = (sample: number, criterion: number) => mean(people.flatMap((rater) => scoreOf(sample, criterion, rater) ?? []));
const inputs = data.samples.map(({ inputKey }) => inputKey);
/** Each sample's two means over the criteria that both have scored. */
const sampleMeans = places.map((sample) => {
  const both = [0, 1].filter((criterion) => scoreOf(sample, criterion, judge) !== null && human(sample, criterion) !== null);
  return [both.map((criterion) => scoreOf(sample, criterion, judge) ?? 0), both.map((criterion) => human(sample, criterion) ?? 0)].map(
    mean,
  );
});
const coefficients = ["pearson", "spearman", "kendallTauB"] as const;

test("units and whole samples are correlated with intervals over inputs", () => {
  const clear = { x: places.map((sample) => scoreOf(sample, 0, judge)), y: places.map((sample) => human(sample, 0)) };
  const whole = { x: sampleMeans.map(([own = null]) => own), y: sampleMeans.map(([, theirs = null]) => theirs) };
  for (const [found, columns] of [
    [report()?.perCriterion.Clear, clear],
    [report()?.sampleMean, whole],
  ] as const) {
    const [wanted, alone] = [correlate({ ...columns, clusters: inputs }), correlate(columns)];
    expect(found?.n).toBe(wanted.n);
    for (const name of coefficients) {
      expect(found?.[name].value).toBeCloseTo(wanted[name].value ?? Number.NaN, 10);
      expect(found?.[name].interval?.low).toBeCloseTo(wanted[name].interval?.low ?? Number.NaN, 10);
      expect(found?.[name].interval?.low).not.toBeCloseTo(alone[name].interval?.low ?? Number.NaN, 4);
    }
  }
});

test("within inputs the means of the criteria are correlated output by output", () => {
  const [x, y] = [sampleMeans.map(([own = null]) => own), sampleMeans.map(([, theirs = null]) => theirs)];
  const wanted = correlate({ x, y, groups: inputs, clusters: inputs });
  const found = report()?.textLevel.meanOverCriteria;
  for (const name of coefficients) {
    expect(found?.[name]).toMatchObject({ definedGroups: wanted[name].definedGroups, totalGroups: wanted[name].totalGroups });
    expect(found?.[name].value).toBeCloseTo(wanted[name].value ?? Number.NaN, 10);
  }
});

test("systems are correlated on their means over the samples that judge and people have scored, without an interval", () => {
  const names = [...new Set(systems)];
  const over = (of: (sample: number) => (number | null)[]) => {
    const pairs = names.map((name) => {
      const own = places.filter((sample) => data.samples[sample]?.system === name).map(of);
      const both = own.flatMap(([x = null, y = null]) => (x === null || y === null ? [] : [{ x, y }]));
      return { x: mean(both.map(({ x }) => x)), y: mean(both.map(({ y }) => y)) };
    });
    return correlate({ x: pairs.map(({ x }) => x), y: pairs.map(({ y }) => y) });
  };
  for (const [found, wanted] of [
    [report()?.systemLevel.perCriterion.Clear, over((sample) => [scoreOf(sample, 0, judge), human(sample, 0)])],
    [report()?.systemLevel.perCriterion.True, over((sample) => [scoreOf(sample, 1, judge), human(sample, 1)])],
    [report()?.systemLevel.meanOverCriteria, over((sample) => sampleMeans[sample] ?? [])],
  ] as const) {
    expect(found?.n).toBe(4);
    for (const name of coefficients) expect(found?.[name].value).toBeCloseTo(wanted[name].value ?? Number.NaN, 10);
  }
});

test("two by two, every pair of raters is over the units that the judge and two people have scored, and the mean is of the pairs", () => {
  const common = places.flatMap((sample) =>
    [0, 1].flatMap((criterion) => {
      const own = [...people, judge].map((rater) => scoreOf(sample, criterion, rater));
      return own[3] !== null && own.slice(0, 3).filter((score) => score !== null).length > 1 ? [{ own, input: inputs[sample] ?? "" }] : [];
    }),
  );
  const clusters = common.map(({ input }) => input);
  const between = (a: number, b: number) => ({
    ...{ x: common.map(({ own }) => own[a] ?? null), y: common.map(({ own }) => own[b] ?? null), clusters },
  });
  const { judgeAnnotator, annotatorAnnotator } = report()?.pairwise ?? {};
  for (const [found, pairs] of [
    [judgeAnnotator, people.map((rater) => between(judge, rater))],
    [annotatorAnnotator, [between(0, 1), between(0, 2), between(1, 2)]],
  ] as const) {
    for (const name of coefficients) {
      expect(found?.[name]).toMatchObject({ why: null, definedGroups: 3, totalGroups: 3 });
      expect(found?.[name].value).toBeCloseTo(mean(pairs.map((pair) => correlate(pair)[name].value ?? Number.NaN)) ?? Number.NaN, 10);
      // Over inputs, each left out of all pairs at once.
      const statistic = name === "kendallTauB" ? "kendall" : name;
      const { low, high } = meanCorrelation({ pairs, statistic }).interval ?? expect.unreachable();
      expect(found?.[name]).toMatchObject({ interval: { low: expect.closeTo(low, 10), high: expect.closeTo(high, 10) } });
    }
  }
});

test("two by two, values alone come without intervals, and are the same", () => {
  const alone = correlation(ratingTable(data, { interval: "none" })).judge?.pairwise;
  for (const of of ["judgeAnnotator", "annotatorAnnotator"] as const)
    for (const name of coefficients) {
      const { value, definedGroups } = report()?.pairwise[of][name] ?? expect.unreachable();
      expect(alone?.[of][name]).toMatchObject({ value, definedGroups, interval: null, intervalWhy: "not-requested" });
    }
});

test("two by two, people who share no two units are counted among the pairs, and why there is none is said of the first", () => {
  const study = (rates: (rater: string, sample: number) => boolean) =>
    reportDataFixture({
      ...{ criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob", "Cleo", "Dan"] },
      rates: (rater, sample) => rater === "judge" || rates(rater, sample),
    });
  const between = (of: ReportData) => correlation(ratingTable(of)).judge?.pairwise.annotatorAnnotator;
  const apart = study((rater, sample) => (rater < "Cleo" ? sample === 0 : sample > 3));
  const own = (rater: number) =>
    apart.samples.map((_, sample) => apart.ratings.find((one) => one.rater === rater && one.sample === sample)?.score ?? null);
  const expected = correlate({ x: own(2), y: own(3) });
  for (const name of coefficients)
    expect(between(apart)?.[name]).toMatchObject({ value: expected[name].value, definedGroups: 1, totalGroups: 6 });
  const constant = (of: ReportData) => ({ ...of, ratings: of.ratings.map((one) => (one.rater < 4 ? { ...one, score: 3 } : one)) });
  for (const [of, why] of [
    [study((rater, sample) => (rater < "Cleo" ? sample === 0 : sample === 1)), "too-few"],
    [constant(apart), "too-few"],
    [constant(study((rater, sample) => (rater < "Cleo" ? sample > 3 : sample === 0))), "constant-input"],
  ] as const)
    expect(between(of)?.pearson).toMatchObject({ value: null, why, definedGroups: 0, totalGroups: 6, intervalWhy: "undefined-estimate" });
  const nobody = correlation(ratingTable(study((rater) => rater === "Ann"))).judge?.pairwise.judgeAnnotator.pearson;
  expect(nobody).toMatchObject({ value: null, why: "too-few", totalGroups: 4 });
  const alone = between(reportDataFixture({ annotators: ["Ann"] }));
  expect(alone?.pearson).toMatchObject({ value: null, why: "no-units", totalGroups: 0 });
});

test("a metric beside one criterion of numbers is pooled over it, whatever labels there are", () => {
  const [clear, truth] = data.criteria;
  if (!clear || !truth) throw new Error("The fixture has two criteria.");
  const metric = { name: "ROUGE-L", scale: { min: 0, max: 1, step: null } };
  const { ROUGE } = buildReport({
    ...data,
    criteria: [clear, { ...truth, labels: ["a", "b", "c", "d", "e"] }],
    raters: [...data.raters, { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric, panel: null }],
    metricScores: places.map((sample) => ({ rater: 4, sample, score: ((sample * 7) % 10) / 10 })),
  }).correlation;
  expect(ROUGE?.pooled.pearson.value).not.toBeNull();
  expect(ROUGE?.pooled.pearson.value).toBe(ROUGE?.perCriterion.Clear?.pearson.value);
});

/** Cleo saw the draft and gave its scores. */
const followed: ReportData = {
  ...data,
  ratings: data.ratings.map((one) =>
    one.rater === 2 ? { ...one, arm: "drafted", score: scoreOf(one.sample, one.criterion, judge) ?? one.score } : one,
  ),
};

test("where some people rated without a draft, every correlation is of their ratings, as the verdict is", () => {
  const found = buildReport(followed);
  const others = buildReport({ ...data, ratings: data.ratings.filter(({ rater }) => rater !== 2) });
  // Cleo stays a person who could have rated: two by two, her pairs are counted as undefined.
  const { pairwise, ...every } = found.correlation.judge ?? expect.unreachable();
  expect({ ...every, pairwise: null }).toEqual({ ...others.correlation.judge, pairwise: null });
  expect(pairwise.judgeAnnotator.pearson.value).toBe(others.correlation.judge?.pairwise.judgeAnnotator.pearson.value);
  const { tauB } = found.chapters.verdict.Clear?.used.judges.judge ?? {};
  expect(found.correlation.judge?.perCriterion.Clear?.kendallTauB.value).toBe(tauB?.value);
  const blind = followed.ratings.map((one) => (one.rater === 2 ? { ...one, arm: "blind" } : one));
  const asIfBlind = buildReport({ ...followed, ratings: blind }).correlation.judge;
  expect(asIfBlind?.pooled.pearson.value).toBeGreaterThan((every.pooled.pearson.value ?? 1) + 0.02);
});

test("first scores count, not the final ones that follow the draft", () => {
  const finals = data.ratings.map((one) =>
    one.rater === judge ? one : { ...one, arm: "blind-then-drafted", score: scoreOf(one.sample, one.criterion, judge) ?? one.score },
  );
  const given = data.ratings.filter(({ rater }) => rater !== judge);
  const arms: ReportData["arms"] = {
    runs: [{ id: "r", judge: "judge" }],
    ratings: given.map(({ rater, sample, criterion, score }) => ({
      ...{ rater, sample, criterion, score, arm: "first" as const, run: 0, durationMs: null },
    })),
    drafts: [],
  };
  expect(buildReport({ ...data, ratings: finals, arms }).correlation).toEqual(buildReport(data).correlation);
});

test.each(["drafted", "unstated"] as const)("where all ratings are %s, correlations are of them", (arm) => {
  expect(correlation(ratingTable(inArm(data, arm)))).toEqual(correlation(ratingTable(data)));
});

test("a criterion that nobody rated without a draft is not correlated, and says why", () => {
  const half = {
    ...data,
    ratings: data.ratings.map((one) => (one.criterion === 1 && one.rater !== judge ? { ...one, arm: "drafted" } : one)),
  };
  const found = correlation(ratingTable(half)).judge;
  const none = { value: null, why: "no-blind-ratings", n: 0 };
  expect(found?.perCriterion.True?.pearson).toMatchObject(none);
  expect(found?.systemLevel.perCriterion.True?.spearman).toMatchObject(none);
  expect(found?.textLevel.perCriterion.True?.kendallTauB).toMatchObject({ value: null, why: "no-blind-ratings", totalGroups: 0 });
  expect(found?.perCriterion.Clear).toEqual(report()?.perCriterion.Clear);
  expect(found?.pooled.n).toBe(found?.perCriterion.Clear?.n);
});
