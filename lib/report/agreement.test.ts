import { expect, test } from "vitest";
import type { AlphaFigure } from "@/lib/domain/report";
import type { ReportData } from "@/lib/domain/report-data";
import { krippendorffAlpha } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { agreement, agreementOfPairs, alphasOf, pooledAgreement, pooledLater } from "./agreement";
import { measuresOfTwo } from "./pair-measures";
import { ratingTable } from "./rating-table";

const levels = ["nominal", "ordinal", "interval", "ratio"] as const;
const [people, judge] = [[0, 1, 2], 3];

/** One person rates a sixth of it, two leave out the last inputs of one criterion, and the judge knows only half of the other. */
const uneven = () =>
  reportDataFixture({
    rates: (name, sample, criterion) =>
      name === "Ann" ||
      (name === "Bob" && (criterion === "Clear" || sample < 25)) ||
      (name === "Cleo" && (sample % 6 === 0 || (criterion === "True" && sample > 28))) ||
      (name === "judge" && (criterion === "True" || sample < 16)),
  });

/** The ratings of a criterion, row by row, without the table that the report makes of them. */
const rowsOf = ({ ratings, samples }: ReportData, raters: number[], criterion: number) =>
  samples.map((_, sample) =>
    raters.map(
      (rater) => ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? null,
    ),
  );
const isPairable = (row: (number | null)[]) => row.filter((score) => score !== null).length > 1;

function expectAlpha(
  found: AlphaFigure | undefined,
  data: ReportData,
  raters: number[],
  criteria: number[],
  level: (typeof levels)[number],
) {
  const rows = criteria.flatMap((criterion) => rowsOf(data, raters, criterion));
  const inputs = criteria.flatMap(() => data.samples.map(({ inputKey }) => inputKey));
  const alpha = krippendorffAlpha({ ratings: rows, level, clusters: inputs });
  expect(found?.value).toBeCloseTo(alpha.value ?? Number.NaN, 12);
  expect(found).toMatchObject({
    n: rows
      .filter(isPairable)
      .flat()
      .filter((score) => score !== null).length,
    units: rows.filter(isPairable).length,
    inputs: new Set(inputs.filter((_, at) => isPairable(rows[at] ?? []))).size,
    ...{ why: null, intervalWhy: null },
  });
  expect(found?.interval?.low).toBeCloseTo(alpha.interval?.low ?? Number.NaN, 10);
  expect(found?.interval?.high).toBeCloseTo(alpha.interval?.high ?? Number.NaN, 10);
}

test.each(levels)("%s alpha of each criterion and of all together is of its own ratings, with the judge or without", (level) => {
  const data = uneven();
  const table = ratingTable(data);
  const { perCriterion } = agreement(table);
  const pooled = pooledAgreement(table);
  for (const [found, criteria] of [
    [perCriterion.Clear, [0]],
    [perCriterion.True, [1]],
    [pooled, [0, 1]],
  ] as const) {
    expectAlpha(found?.annotators[level], data, people, [...criteria], level);
    expectAlpha(found?.withJudge.judge?.[level], data, [...people, judge], [...criteria], level);
  }
  expect(pooled.why).toBeNull();
});

test("the mean over criteria is of their alphas, and counts units, inputs and criteria of all of them", () => {
  const data = uneven();
  const { meanOverCriteria, perCriterion } = agreement(ratingTable(data));
  for (const [mean, raters, of] of [
    [meanOverCriteria.annotators, people, (name: string) => perCriterion[name]?.annotators],
    [meanOverCriteria.withJudge.judge, [...people, judge], (name: string) => perCriterion[name]?.withJudge.judge],
  ] as const)
    for (const level of levels) {
      const [clear, truth] = [of("Clear")?.[level], of("True")?.[level]];
      expect(mean?.[level].value).toBeCloseTo(((clear?.value ?? Number.NaN) + (truth?.value ?? Number.NaN)) / 2, 12);
      const inputs = [0, 1].flatMap((criterion) =>
        rowsOf(data, [...raters], criterion).flatMap((row, at) => (isPairable(row) ? [data.samples[at]?.inputKey] : [])),
      );
      expect(mean?.[level]).toMatchObject({
        ...{ definedCriteria: 2, totalCriteria: 2, why: null, intervalWhy: null },
        units: (clear?.units ?? 0) + (truth?.units ?? 0),
        n: (clear?.n ?? 0) + (truth?.n ?? 0),
        inputs: new Set(inputs).size,
      });
    }
});

test("people's own alpha of a criterion keeps its interval where none is wanted, and nothing else does", () => {
  const table = ratingTable(uneven(), { interval: "none" });
  const { perCriterion, meanOverCriteria } = agreement(table);
  expect(perCriterion.Clear?.annotators.ordinal.interval).not.toBeNull();
  for (const figure of [
    perCriterion.Clear?.withJudge.judge?.ordinal,
    meanOverCriteria.annotators.ordinal,
    meanOverCriteria.withJudge.judge?.ordinal,
    pooledAgreement(table).annotators.ordinal,
    alphasOf(table, 0, [0, 1]).ordinal,
  ])
    expect(figure).toMatchObject({ value: expect.any(Number), interval: null, intervalWhy: "not-requested" });
});

/** With a third criterion of labels and a metric on a scale of its own. */
function withLabels(): ReportData {
  const data = uneven();
  const metric = {
    id: "m",
    name: "ROUGE",
    kind: "judge",
    judgeKind: "metric",
    metric: { name: "ROUGE", scale: { min: 0, max: 1, step: null } },
  };
  return {
    ...data,
    criteria: [...data.criteria, { id: "l", name: "Cause", min: 0, max: 2, step: 1, labels: ["a", "b", "c"], overall: false }],
    raters: [...data.raters, { ...metric, panel: null } as ReportData["raters"][number]],
    ratings: [
      ...data.ratings,
      ...data.ratings
        .filter(({ criterion, rater }) => criterion === 0 && rater < 3)
        .map((one) => ({ ...one, criterion: 2, score: (one.score + (one.sample % 5 === 0 ? one.rater : 0)) % 3 })),
    ],
    metricScores: data.samples.map((_, sample) => ({ rater: 4, sample, score: sample / 32 })),
  };
}

const none = (why: string) => ({ value: null, why, n: 0, interval: null, units: 0, inputs: 0 });

test("labels have a nominal alpha alone, which enters the nominal mean alone", () => {
  const data = withLabels();
  const table = ratingTable(data);
  const { perCriterion, meanOverCriteria } = agreement(table);
  expectAlpha(perCriterion.Cause?.annotators.nominal, data, people, [2], "nominal");
  for (const level of ["ordinal", "interval", "ratio"] as const) {
    expect(perCriterion.Cause?.annotators[level]).toMatchObject(none("labels"));
    const numbers = agreement(ratingTable(uneven())).meanOverCriteria.annotators[level];
    expect(meanOverCriteria.annotators[level]).toEqual({ ...numbers, totalCriteria: 3 });
    expectAlpha(pooledAgreement(table).annotators[level], data, people, [0, 1], level);
  }
  const all = ["Clear", "True", "Cause"].map((name) => perCriterion[name]?.annotators.nominal.value ?? Number.NaN);
  expect(meanOverCriteria.annotators.nominal.value).toBeCloseTo(all.reduce((sum, one) => sum + one, 0) / 3, 12);
  expect(meanOverCriteria.annotators.nominal).toMatchObject({ definedCriteria: 3, totalCriteria: 3 });
});

test("a judge has no alpha with people on a criterion that it left out, nor a metric on a scale of its own", () => {
  const { perCriterion, meanOverCriteria } = agreement(ratingTable(withLabels()));
  expect(perCriterion.Cause?.withJudge.judge?.nominal).toMatchObject(none("not-rated"));
  // The mean with the judge leaves that criterion out.
  const rated = [perCriterion.Clear, perCriterion.True].map((one) => one?.withJudge.judge?.nominal.value ?? Number.NaN);
  expect(meanOverCriteria.withJudge.judge?.nominal).toMatchObject({ definedCriteria: 2, totalCriteria: 3 });
  expect(meanOverCriteria.withJudge.judge?.nominal.value).toBeCloseTo(((rated[0] ?? 0) + (rated[1] ?? 0)) / 2, 12);
  for (const level of levels) {
    expect(perCriterion.Clear?.withJudge.ROUGE?.[level]).toMatchObject(none("own-scale"));
    expect(meanOverCriteria.withJudge.ROUGE?.[level]).toMatchObject({ ...none("own-scale"), definedCriteria: 0, totalCriteria: 3 });
  }
});

test("a judge that rated nothing, and a report without criteria, say why there is no mean", () => {
  const silent = reportDataFixture({ rates: (name) => name !== "judge" });
  const { meanOverCriteria } = agreement(ratingTable(silent));
  expect(meanOverCriteria.withJudge.judge?.ordinal).toMatchObject({ ...none("not-rated"), definedCriteria: 0, totalCriteria: 2 });
  expect(meanOverCriteria.annotators.ordinal.why).toBeNull();
  const bare = agreement(ratingTable({ ...silent, criteria: [], ratings: [] }));
  expect(bare.meanOverCriteria.annotators.ordinal).toMatchObject({ ...none("no-pairable-units"), definedCriteria: 0, totalCriteria: 0 });
  const labels = reportDataFixture({ criteria: { Cause: [0, 1] } });
  const named = { ...labels, criteria: labels.criteria.map((one) => ({ ...one, labels: ["a", "b"] })) };
  const ofLabels = agreement(ratingTable(named)).meanOverCriteria.annotators;
  expect(ofLabels.ordinal).toMatchObject({ ...none("labels"), definedCriteria: 0, totalCriteria: 1 });
  expect(ofLabels.nominal).toMatchObject({ value: expect.any(Number), definedCriteria: 1 });
});

test("until it is computed, pooled agreement says so, or why there will be none", () => {
  const later = pooledLater(ratingTable(uneven()));
  expect(later.why).toBeNull();
  for (const level of levels)
    for (const alpha of [later.annotators, later.withJudge.judge]) expect(alpha?.[level]).toMatchObject(none("being-computed"));
  const mixed = ratingTable(reportDataFixture({ criteria: { Clear: [1, 5], Long: [0, 9] } }));
  for (const pooled of [pooledLater(mixed), pooledAgreement(mixed)]) {
    expect(pooled.why).toBe("mixed-scales");
    for (const alpha of [pooled.annotators, pooled.withJudge.judge]) expect(alpha?.interval).toMatchObject(none("mixed-scales"));
  }
});

test("every two raters have alphas of their own, of each criterion, all together and as a mean", () => {
  const data = uneven();
  const pairs = agreementOfPairs(ratingTable(data));
  const names = ["Ann", "Bob", "Cleo", "judge"];
  expect(pairs.map(({ a, b }) => `${a} ${b}`)).toEqual(["Ann Bob", "Ann Cleo", "Ann judge", "Bob Cleo", "Bob judge", "Cleo judge"]);
  for (const pair of pairs) {
    const two = [names.indexOf(pair.a), names.indexOf(pair.b)];
    for (const level of ["nominal", "ordinal", "interval"] as const) {
      const alpha = (criteria: number[]) =>
        krippendorffAlpha({ ratings: criteria.flatMap((criterion) => rowsOf(data, two, criterion)), level }).value ?? Number.NaN;
      expect(pair[level].value).toBeCloseTo(alpha([0, 1]), 12);
      expect(pair.perCriterion.Clear?.[level].value).toBeCloseTo(alpha([0]), 12);
      expect(pair.perCriterion.True?.[level].value).toBeCloseTo(alpha([1]), 12);
      expect(pair.meanOverCriteria[level].value).toBeCloseTo((alpha([0]) + alpha([1])) / 2, 12);
    }
    for (const alphas of [pair, pair.perCriterion.Clear, pair.meanOverCriteria]) expect(alphas).not.toHaveProperty("ratio");
    expect(Object.keys(pair.measures ?? {})).toEqual(["Clear", "True"]);
  }
});

test("a judge is listed beside everybody, people only beside whom they share a unit with", () => {
  const from = { Ann: 0, Bob: 8, Cleo: 4, judge: 8 };
  const data = reportDataFixture({ rates: (name, sample) => sample >= from[name as "Ann"] && sample < from[name as "Ann"] + 8 });
  const pairs = agreementOfPairs(ratingTable(data));
  expect(pairs.map(({ a, b, measures }) => [a, b, measures?.Clear?.exact.n])).toEqual([
    ["Ann", "Cleo", 4],
    ["Ann", "judge", 0],
    ["Bob", "Cleo", 4],
    ["Bob", "judge", 8],
    ["Cleo", "judge", 4],
  ]);
});

test("any two of many people agree as far as they do by all units, though each has rated few", () => {
  const names = Array.from({ length: 12 }, (_, place) => `P${place}`);
  // Each rates three runs of samples, so that two share some, or none at all; the judge rates all.
  const data = reportDataFixture({
    inputs: 40,
    annotators: names,
    rates: (name, sample, criterion) =>
      name === "judge" ||
      [0, 1, 3].some((by) => (Math.floor(sample / 3) + by) % 12 === names.indexOf(name)) !== (criterion === "True" && sample === 7),
  });
  const table = ratingTable(data);
  const pairs = agreementOfPairs(table);
  const unitsOf = (name: string) =>
    data.ratings.flatMap(({ rater, sample, criterion }) => (data.raters[rater]?.name === name ? [`${sample} ${criterion}`] : []));
  const all = data.raters.flatMap(({ name: a }, index) => data.raters.slice(index + 1).map(({ name: b }) => [a, b] as const));
  const common = all.filter(([a, b]) => b === "judge" || unitsOf(a).some((unit) => unitsOf(b).includes(unit)));
  expect(pairs.map(({ a, b }) => [a, b])).toEqual(common);
  expect([all.length, common.length < 70]).toEqual([78, true]);
  for (const { a, b, perCriterion, meanOverCriteria: _, measures, ...pooled } of pairs) {
    const two = [a, b].map((name) => data.raters.findIndex((rater) => rater.name === name));
    const [one = -1, other = -1] = two;
    const shared = rowsOf(data, two, 0).filter(isPairable);
    expect(measures, `${a} ${b}`).toEqual(measuresOfTwo(table, one, other, [...data.samples.keys()]));
    expect(measures?.Clear?.tauB.n, `${a} ${b}`).toBe(shared.length);
    expect(alphasOf(table, 0, two), `${a} ${b}`).toMatchObject(perCriterion.Clear ?? {});
    expect(pooledAgreement({ ...table, annotators: two }).annotators, `${a} ${b}`).toMatchObject(pooled);
  }
});
