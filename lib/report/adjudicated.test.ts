import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredMean, correlate } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";

type Label = ReportData["adjudications"][number];

const data = reportDataFixture();
const scores = (sample: number, criterion: number) => {
  const found = data.ratings.filter((rating) => rating.sample === sample && rating.criterion === criterion);
  const judge = found.find(({ rater }) => data.raters[rater]?.kind === "judge")?.score ?? 0;
  const people = found.filter(({ rater }) => data.raters[rater]?.kind === "annotator").map(({ score }) => score);
  return { judge, people: people.sort((a, b) => a - b) };
};
/** Labels of every other sample's first criterion: each adjudicator begins with the median and ends at the highest rating. */
const labels = data.samples.flatMap((_, sample): Label[] => {
  const { judge, people } = scores(sample, 0);
  const median = people[1] ?? 0;
  const [low, high] = [people[0] ?? 0, people[2] ?? 0];
  return sample % 2 === 1 ? [] : [{ sample, criterion: 0, first: median, final: high, judgeScore: judge, median, range: high - low }];
});
const reported = () => buildReport({ ...data, adjudications: labels });

test("a report without labels has no such series", () => {
  expect(buildReport(data).adjudicated).toBeNull();
});

test("labels change no figure of people's agreement, of correlation or of bias", () => {
  const { adjudicated: _, ...with_ } = reported();
  const { adjudicated: __, ...without } = buildReport(data);
  expect(with_).toEqual(without);
});

test("the judge and people's mean are each compared with the labels over the adjudicated units alone", () => {
  const { adjudicated } = reported();
  const judged = labels.map(({ sample }) => scores(sample, 0).judge);
  const means = labels.map(({ sample }) => scores(sample, 0).people.reduce((sum, score) => sum + score, 0) / 3);
  const final = labels.map((label) => label.final);
  const clusters = labels.map(({ sample }) => data.samples[sample]?.inputKey ?? "");
  for (const [found, own] of [
    [adjudicated?.judges.judge, judged],
    [adjudicated?.people, means],
  ] as const) {
    expect(found?.pooled.association).toMatchObject({ n: 16, value: correlate({ x: own, y: final, clusters }).spearman.value });
    const error = clusteredMean({ values: own.map((score, index) => Math.abs(score - (final[index] ?? 0))), clusters });
    expect(found?.pooled.error.value).toBeCloseTo(error.value ?? Number.NaN);
    expect(found?.pooled.error.interval?.low).toBeCloseTo(error.interval?.low ?? Number.NaN);
    expect(found?.perCriterion.Clear).toEqual(found?.pooled);
    expect(found?.perCriterion.True?.error).toMatchObject({ value: null, why: "no-units" });
  }
});

test("labels towards the judge, away from it and neither are counted against the median and against the first label", () => {
  const unit = (final: number, of: Partial<Label>): Label => ({
    sample: 0,
    criterion: 0,
    first: 3,
    judgeScore: 5,
    median: 2,
    range: 2,
    ...of,
    final,
  });
  const six = [
    unit(4, { sample: 0 }),
    unit(2, { sample: 2 }),
    unit(1, { sample: 4 }),
    unit(3, { sample: 6 }),
    unit(5, { sample: 8, judgeScore: null }),
    unit(3, { sample: 10 }),
  ];
  const { label, change } = buildReport({ ...data, adjudications: six }).adjudicated ?? {};
  const counts = (found: typeof label) => [found?.towards.count, found?.neither.count, found?.away.count];
  // Against the median 2: 4, 3 and 3 are nearer 5, 2 is not, 1 is farther; the label without a judge's score is left out.
  expect(counts(label)).toEqual([3, 1, 1]);
  expect(label?.towards).toMatchObject({ value: 0.6, n: 5, interval: { low: expect.any(Number) } });
  expect(counts(change)).toEqual([1, 2, 2]);
  const none = buildReport({ ...data, adjudications: [unit(4, { judgeScore: null })] }).adjudicated;
  expect(none?.label.towards).toMatchObject({ value: null, why: "no-judge-score", count: 0 });
});

test("says how much more people disagree on the adjudicated units than on all with two ratings", () => {
  const ranges = data.samples.flatMap((_, sample) => [0, 1].map((criterion) => scores(sample, criterion).people));
  const mean = ranges.reduce((sum, people) => sum + (people[2] ?? 0) - (people[0] ?? 0), 0) / ranges.length;
  const { offered } = reported().adjudicated ?? {};
  expect(offered?.units).toBe(64);
  expect(offered?.meanRange).toBeCloseTo(mean);
  expect(offered?.meanRangeAdjudicated).toBeCloseTo(labels.reduce((sum, { range }) => sum + range, 0) / 16);
});
