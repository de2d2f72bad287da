import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredMean, forecastMean } from "@/lib/stats";
import { inArm, inputsOf, matrixOf, meanOf } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { forecast } from "./forecast";

const forecastOf = (data: ReportData) => forecast(ratingTable(data));

test("each criterion's interval is foretold for fewer and more people than now, and for more units", () => {
  const data = reportDataFixture();
  const { values, perCriterion } = forecastOf(data);
  expect(values).toEqual([1, 2, 3, 4, 5]);
  for (const [criterion, name] of ["Clear", "True"].entries()) {
    const ratings = matrixOf(data, [0, 1, 2], criterion);
    const { halves } = forecastMean({ ratings, clusters: inputsOf(data), perUnit: values });
    const { mean, perUnit, why, rows } = perCriterion[name] ?? expect.unreachable();
    expect([perUnit, why, mean.n]).toEqual([3, null, 32]);
    expect(rows).toEqual([32, 64, 128].map((units, place) => ({ units, reaches: halves[place]?.map((half) => expect.closeTo(half, 12)) })));
    const now = clusteredMean({ values: ratings.map((row) => meanOf(row.map((score) => [score]))[0] ?? null), clusters: inputsOf(data) });
    expect(mean.value).toBeCloseTo(now.value ?? Number.NaN, 12);
    // Three people rate each unit now: that forecast is today's interval.
    expect(rows[0]?.reaches[2]).toBeCloseTo((mean.value ?? 0) - (mean.interval?.low ?? 0), 12);
  }
  expect(perCriterion.Clear?.rows).not.toEqual(perCriterion.True?.rows);
});

test("of many people, not all smaller numbers are tried", () => {
  const annotators = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus"];
  expect(forecastOf(reportDataFixture({ annotators })).values).toEqual([1, 2, 3, 6, 7, 8, 9]);
  expect(forecastOf(reportDataFixture({ annotators: ["Ann"] })).values).toEqual([1, 2, 3]);
  // Units that nobody rated do not count.
  expect(forecastOf(reportDataFixture({ rates: (rater, sample) => rater === "judge" || sample < 8 })).values).toEqual([1, 2, 3, 4, 5]);
  // Two or three rate each: the most of the criteria.
  const rates = (rater: string, sample: number, criterion: string) => rater !== "Cleo" || (criterion === "True" && sample % 4 > 0);
  const { values, perCriterion } = forecastOf(reportDataFixture({ rates }));
  expect([values, perCriterion.Clear?.perUnit, perCriterion.True?.perUnit]).toEqual([[1, 2, 3, 4, 5], 2, 2.75]);
});

test("it rests on ratings made without a draft where the verdict does, and on all where there are no others", () => {
  const data = reportDataFixture();
  const mixed = { ...data, ratings: data.ratings.map((one) => (one.arm && one.sample < 8 ? { ...one, arm: "drafted" as const } : one)) };
  const blind = { ...data, ratings: data.ratings.filter(({ arm, sample }) => arm === null || sample >= 8) };
  expect(forecastOf(mixed).perCriterion.Clear?.rows).toEqual(forecastOf(blind).perCriterion.Clear?.rows);
  expect(forecastOf(mixed).perCriterion.Clear?.mean.n).toBe(24);
  expect(forecastOf(inArm(data, "drafted")).perCriterion).toEqual(forecastOf(data).perCriterion);
});

test("labels, one rating of each unit, one input and no ratings have none, and say so", () => {
  const why = (data: ReportData) => {
    const { mean, perUnit, why: reason, rows } = forecastOf(data).perCriterion.Clear ?? expect.unreachable();
    return [reason, mean.value === null && mean.why, perUnit, rows.length];
  };
  const data = reportDataFixture();
  const criteria = data.criteria.map((one) => ({ ...one, labels: ["a", "b", "c", "d", "e", "f"] }));
  expect(why({ ...data, criteria })).toEqual(["labels", "labels", null, 0]);
  expect(why(reportDataFixture({ annotators: ["Ann"] }))).toEqual(["no-pairable-units", false, 1, 0]);
  expect(why(reportDataFixture({ inputs: 1 }))).toEqual(["too-few", false, 3, 0]);
  expect(why(reportDataFixture({ rates: (rater) => rater === "judge" }))).toEqual(["no-units", "no-units", null, 0]);
});
