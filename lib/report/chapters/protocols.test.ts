import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { correlate, meanCorrelation, pearson } from "@/lib/stats";
import { column, inputsOf as inputs, meanOf } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { judges } from "./judges";

const judgesOf = (data: ReportData) => judges(ratingTable(data));

test("ways of evaluating are set against people without a draft, and nobody against themselves", () => {
  const data = reportDataFixture();
  const people = data.ratings.filter(({ rater }) => rater < 3);
  const higher = (score: number, rater: number) => Math.min(5, score + (rater === 1 ? 1 : 0));
  const arms: ReportData["arms"] = {
    runs: [{ id: "a", judge: "judge" }],
    ratings: people.flatMap((one) => [
      { ...one, arm: "blind" as const, run: null },
      { ...one, arm: "drafted" as const, run: 0, score: higher(one.score, one.rater) },
    ]),
    drafts: [],
  };
  const found = judgesOf({ ...data, arms }).protocols;
  expect(found?.columns.map(({ name, kind, draftsOf }) => [name, kind, draftsOf])).toEqual([
    ["judge", "judge", undefined],
    ["judge with people", "with-draft", "judge"],
  ]);
  const blind = [0, 1, 2].map((rater) => column(data, rater));
  const drafted = blind.map((own, rater) => own.map((score) => higher(score ?? 0, rater)));
  const r = (x: (number | null)[], y: (number | null)[]) => pearson({ x, y }).value ?? 0;
  expect(found?.columns[0]?.perCriterion.Clear?.value).toBeCloseTo(r(column(data, 3), meanOf(blind)), 12);
  expect(found?.columns[1]?.perCriterion.Clear?.value).toBeCloseTo(r(meanOf(drafted), meanOf(blind)), 12);
  const others = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => (a === b ? [] : [r(drafted[a] ?? [], blind[b] ?? [])])));
  expect(found?.columns[1]?.pairwise.Clear).toMatchObject({ n: 6 });
  expect(found?.columns[1]?.pairwise.Clear?.value).toBeCloseTo(others.reduce((sum, one) => sum + one, 0) / 6, 12);
  expect(found?.betweenPeople.Clear?.n).toBe(3);
});

test("where nobody rated without a draft, nothing is compared with them", () => {
  const data = reportDataFixture();
  const drafted = { ...data, ratings: data.ratings.map((one) => (one.arm === null ? one : { ...one, arm: "drafted" })) };
  const found = judgesOf(drafted);
  expect(found.protocols).toBeNull();
  expect(found.altCurves.judge?.Clear).toEqual({ points: [], perPerson: [], why: "no-blind-ratings" });
});

test("people with each run's draft are set against people without one, of blind-then-drafted by their final scores", () => {
  const data = reportDataFixture();
  const people = data.ratings.filter(({ rater }) => rater < 3);
  const drafted = (own: number) => Math.min(5, own + 1);
  const final = (own: number, sample: number) => (sample % 3 === 0 ? 3 : own);
  // Bob's scores without a draft are the first ones of two; nobody rated with the third run's draft.
  const arms: ReportData["arms"] = {
    runs: ["a", "b", "c"].map((id) => ({ id, judge: `judge ${id}` })),
    ratings: people.flatMap((one) => [
      ...(one.rater === 1
        ? [
            { ...one, arm: "final" as const, run: 1, score: final(one.score, one.sample) },
            { ...one, arm: "first" as const, run: 1 },
          ]
        : [{ ...one, arm: "blind" as const, run: null }]),
      ...(one.rater === 0 ? [{ ...one, arm: "drafted" as const, run: 0, score: drafted(one.score) }] : []),
    ]),
    drafts: [],
  };
  const found = judgesOf({ ...data, arms }).protocols;
  expect(found?.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ["judge", "judge"],
    ["judge a with people", "with-draft"],
    ["judge b with people", "with-draft"],
  ]);
  const blind = meanOf([0, 1, 2].map((rater) => column(data, rater)));
  const r = (x: (number | null)[], y: (number | null)[] = blind) => correlate({ x, y, clusters: inputs(data) }).pearson;
  const ofAnn = column(data, 0).map((own) => drafted(own ?? 0));
  const ofBob = column(data, 1).map((own, sample) => final(own ?? 0, sample));
  for (const [place, expected] of [
    [1, r(ofAnn)],
    [2, r(ofBob)],
  ] as const) {
    const of = found?.columns[place]?.perCriterion.Clear;
    expect(of).toMatchObject({ n: 32, value: expect.closeTo(expected.value ?? 9, 12) });
    expect(of?.interval?.low).toBeCloseTo(expected.interval?.low ?? 9, 10);
  }
  // Ann with the draft against Bob and Cleo without it.
  const pairs = [1, 2].map((rater) => r(ofAnn, column(data, rater)).value ?? 9);
  expect(found?.columns[1]?.pairwise.Clear).toMatchObject({
    ...{ n: 2, value: expect.closeTo(((pairs[0] ?? 0) + (pairs[1] ?? 0)) / 2, 12), intervalWhy: null },
  });
  const pair = (x: (number | null)[], y: (number | null)[]) => ({ x, y, clusters: inputs(data) });
  const expected = meanCorrelation({ pairs: [1, 2].map((rater) => pair(ofAnn, column(data, rater))) }).interval;
  expect(found?.columns[1]?.pairwise.Clear?.interval?.low).toBeCloseTo(expected?.low ?? 9, 11);
  const own = [0, 1, 2].map((rater) => column(data, rater)) as [(number | null)[], (number | null)[], (number | null)[]];
  const ofPeople = meanCorrelation({ pairs: [pair(own[0], own[1]), pair(own[0], own[2]), pair(own[1], own[2])] }).interval;
  expect(found?.betweenPeople.Clear?.interval?.high).toBeCloseTo(ofPeople?.high ?? 9, 11);
  const between = [r(column(data, 0), column(data, 1)), r(column(data, 0), column(data, 2)), r(column(data, 1), column(data, 2))];
  expect(found?.betweenPeople.Clear?.value).toBeCloseTo(between.reduce((sum, { value }) => sum + (value ?? 9), 0) / 3, 12);
});

test("of equal scores it is said that there is nothing to correlate, not that nobody rated the same", () => {
  const data = reportDataFixture();
  const found = judgesOf({ ...data, ratings: data.ratings.map((one) => ({ ...one, score: 3 })) }).protocols;
  expect(found?.betweenPeople.Clear).toMatchObject({ value: null, why: "constant-input" });
  expect(found?.columns[0]?.pairwise.Clear).toMatchObject({ value: null, why: "constant-input" });
});

test("with one person, or without a judge or draft, there is nothing to set against people", () => {
  const alone = reportDataFixture({ annotators: ["Ann"] });
  const found = judgesOf(alone).protocols;
  expect(found?.betweenPeople.Clear).toMatchObject({ value: null, why: "no-pairable-units", n: 0 });
  expect(found?.columns[0]?.pairwise.Clear).toMatchObject({ n: 1 });
  const data = reportDataFixture();
  const people = { ...data, raters: data.raters.slice(0, 3), ratings: data.ratings.filter(({ rater }) => rater < 3) };
  expect(judgesOf(people).protocols).toBeNull();
  const pairs = { ...data, task: { ...data.task, kind: "pairwise" as const } };
  expect(judgesOf(pairs).protocols).toBeNull();
});

test("labels are not correlated, and where no interval is wanted no way of evaluating has one", () => {
  const base = reportDataFixture();
  const [clear = expect.unreachable(), truth = expect.unreachable()] = base.criteria;
  const people = base.ratings.filter(({ rater }) => rater < 3);
  const data: ReportData = {
    ...base,
    criteria: [clear, { ...truth, labels: ["a", "b", "c", "d", "e", "f"] }],
    arms: {
      runs: [{ id: "a", judge: "judge" }],
      ratings: people.flatMap((one) => [
        { ...one, arm: "blind" as const, run: null },
        { ...one, arm: "drafted" as const, run: 0, score: Math.min(5, one.score + 1) },
      ]),
      drafts: [],
    },
  };
  const figures = (wanted: { interval?: "none" }) => {
    const { columns, betweenPeople } = judges(ratingTable(data, wanted)).protocols ?? expect.unreachable();
    return [...columns.flatMap(({ perCriterion, pairwise }) => [perCriterion, pairwise]), betweenPeople];
  };
  const [found, without] = [figures({}), figures({ interval: "none" })];
  expect(found.map((of) => of.True?.why)).toEqual(Array(5).fill("labels"));
  expect(found.every((of) => of.Clear?.interval)).toBe(true);
  expect(without.map((of) => [of.Clear?.value, of.Clear?.interval])).toEqual(found.map((of) => [of.Clear?.value, null]));
});
