import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredMean, correlate } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";
import { withMediansLeft } from "./medians-left";
import { asColumns } from "./rating-table";

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
  expect(label?.towards.interval?.method).toBe("wilson");
  const none = buildReport({ ...data, adjudications: [unit(4, { judgeScore: null })] }).adjudicated;
  expect(none?.label.towards).toMatchObject({ value: null, why: "no-judge-score", count: 0 });
});

test("says how much more people disagree on the adjudicated units than on all with two ratings", () => {
  const ranges = data.samples.flatMap((_, sample) => [0, 1].map((criterion) => scores(sample, criterion).people));
  const mean = ranges.reduce((sum, people) => sum + (people[2] ?? 0) - (people[0] ?? 0), 0) / ranges.length;
  const { offered } = reported().adjudicated ?? {};
  expect(offered?.units).toBe(64);
  expect(offered?.meanRange).toBeCloseTo(mean);
  expect(offered?.meanRangeAdjudicated).toBeCloseTo(labels.reduce((sum, { range }) => sum + (range ?? 0), 0) / 16);
});

test("labels without an order are right or wrong, and enter neither pooled figures nor ranges", () => {
  const kinds = ["0", "a", "b", "c", "d", "e"];
  const criteria = data.criteria.map((criterion, at) => (at === 1 ? { ...criterion, min: 0, max: 5, labels: kinds } : criterion));
  const named = data.samples.map((_, sample): Label => {
    const { judge, people } = scores(sample, 1);
    return { sample, criterion: 1, first: people[0] ?? 0, final: people[2] ?? 0, judgeScore: judge, median: people[1] ?? 0, range: 4 };
  });
  const { adjudicated } = buildReport({ ...data, criteria, adjudications: [...labels, ...named] });
  const wrong = named.filter(({ sample, final }) => scores(sample, 1).judge !== final).length;
  expect(adjudicated?.judges.judge?.perCriterion.True).toMatchObject({
    association: { value: null, why: "labels" },
    error: { value: wrong / 32, n: 32 },
  });
  // People's label is the most frequent one, where two of the three gave it.
  const majorities = named.flatMap(({ sample, final }) => {
    const [low, middle, high] = scores(sample, 1).people;
    return low === middle || middle === high ? [middle === final] : [];
  });
  expect(majorities.length).toBeLessThan(32);
  expect(adjudicated?.people.perCriterion.True?.error).toMatchObject({
    n: majorities.length,
    value: majorities.filter((isRight) => !isRight).length / majorities.length,
  });
  expect(adjudicated?.judges.judge?.pooled).toEqual(adjudicated?.judges.judge?.perCriterion.Clear);
  const { offered } = buildReport({ ...data, adjudications: labels }).adjudicated ?? {};
  expect(adjudicated?.offered.meanRangeAdjudicated).toBe(offered?.meanRangeAdjudicated);
  const ranges = data.samples.map((_, sample) => (scores(sample, 0).people[2] ?? 0) - (scores(sample, 0).people[0] ?? 0));
  expect(adjudicated?.offered).toMatchObject({ units: 64, meanRange: ranges.reduce((sum, range) => sum + range, 0) / 32 });
});

test("a metric with a scale of its own has an association with the labels and no error, and is not pooled over criteria", () => {
  const metric = { name: "ROUGE-L", scale: { min: 0, max: 1, step: null } };
  const withMetric = (of: ReportData): ReportData => ({
    ...of,
    raters: [...of.raters, { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric, panel: null }],
    metricScores: of.samples.map((_, sample) => ({ rater: of.raters.length, sample, score: ((sample * 7) % 10) / 10 })),
    adjudications: labels,
  });
  const found = buildReport(withMetric(data)).adjudicated?.judges.ROUGE;
  const none = { value: null, why: "own-scale" };
  expect(found?.pooled).toMatchObject({ association: none, error: none });
  expect(found?.perCriterion.Clear).toMatchObject({ association: { n: 16, why: null }, error: none });
  const one = { ...data, criteria: data.criteria.slice(0, 1), ratings: data.ratings.filter(({ criterion }) => criterion === 0) };
  expect(buildReport(withMetric(one)).adjudicated?.judges.ROUGE?.pooled).toEqual(found?.perCriterion.Clear);
});

test("units that a judge left out are in none of its figures, and those with one rating were not offered", () => {
  const rates = (name: string, sample: number) =>
    name === "judge" ? sample % 4 > 0 : name === "Ann" || sample % (name === "Bob" ? 3 : 6) === 0;
  const partly = { ...reportDataFixture({ rates }), adjudications: labels };
  const { adjudicated } = buildReport(partly);
  expect(adjudicated?.judges.judge?.perCriterion.Clear).toMatchObject({ association: { n: 8 }, error: { n: 8 } });
  expect(adjudicated?.offered.units).toBe(2 * 11);
  const alone = buildReport({ ...reportDataFixture({ annotators: ["Ann"] }), adjudications: labels }).adjudicated;
  expect(alone?.offered).toMatchObject({ units: 0, meanRange: null });
  const mixed = data.criteria.map((criterion, at) => ({ ...criterion, max: at === 0 ? 5 : 7 }));
  const none = { value: null, why: "mixed-scales" };
  expect(buildReport({ ...data, criteria: mixed, adjudications: labels }).adjudicated?.people.pooled).toMatchObject({
    association: none,
    error: none,
  });
});

test("where ratings are left out, labels are compared with the median and the range of those that are left", () => {
  const days = data.ratings.map((one) => ({ ...one, day: one.rater === 3 ? null : 20_000 + one.rater }));
  const raters = data.raters.map((rater) => ({ ...rater, code: rater.kind === "annotator" ? `P-${rater.name}` : null }));
  // Stored of other ratings than the data have: those of a study in which more people rated since.
  const stored = labels.map((label) => ({ ...label, median: 1, range: 9 }));
  const whole = { ...data, raters, ratings: days, adjudications: stored };
  const found = (excluded: ReportData["excluded"], filter: Parameters<typeof buildReport>[2] = {}, of: ReportData = whole) =>
    buildReport({ ...of, excluded }, "without", filter).adjudicated ?? expect.unreachable();
  /** By the definition, from the ratings of some people. */
  const expected = (people: number[]) => {
    const units = labels.map(({ sample, final, judgeScore }) => {
      const given = data.ratings.filter((one) => one.sample === sample && one.criterion === 0 && people.includes(one.rater));
      const sorted = given.map(({ score }) => score).sort((a, b) => a - b);
      const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
      const middle = ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2;
      const way = Math.sign(Math.abs(final - (judgeScore ?? 0)) - Math.abs(middle - (judgeScore ?? 0)));
      return { way, range: high - low };
    });
    const meanRange = people.length < 2 ? null : units.reduce((sum, { range }) => sum + range, 0) / units.length;
    return [...[-1, 0, 1].map((way) => units.filter((one) => one.way === way).length), meanRange];
  };
  const figures = ({ label, offered }: ReturnType<typeof found>) => [
    ...[label.towards.count, label.neither.count, label.away.count],
    offered.meanRangeAdjudicated,
  ];
  // The last of the raters is excluded: the judge comes before.
  const order = [0, 1, 3, 2];
  const lastOut = {
    ...whole,
    raters: order.flatMap((rater) => raters[rater] ?? []),
    ratings: days.map((one) => ({ ...one, rater: order.indexOf(one.rater) })),
  };
  const excluded = [{ rater: 3, reason: "slow" }];
  expect(figures(found([]))).toEqual([
    ...stored.reduce(
      (sums, { final, judgeScore }) => {
        const way = 1 + Math.sign(Math.abs(final - (judgeScore ?? 0)) - Math.abs(1 - (judgeScore ?? 0)));
        return sums.map((sum, place) => sum + Number(place === way));
      },
      [0, 0, 0],
    ),
    9,
  ]);
  expect(figures(found(excluded, {}, lastOut))).toEqual(expected([0, 1]));
  expect(figures(found([], { annotator: "P-Bob" }))).toEqual(expected([1]));
  expect(figures(found([], { to: "2024-10-05" }))).toEqual(expected([0, 1]));
  expect(figures(found([], { from: "2024-10-05" }))).toEqual(expected([1, 2]));
  const all = buildReport({ ...lastOut, excluded }, "with").adjudicated ?? expect.unreachable();
  expect(figures(all)).toEqual(expected([0, 1, 2]));
  expect(new Set([[0, 1], [1], [1, 2], [0, 1, 2]].map((people) => expected(people).join())).size).toBe(4);
  // Fields that keep all ratings of a sample keep what was stored.
  expect(found([], { judge: "judge" })).toEqual(found([]));
  const { label, change, offered } = found([], { arm: "drafted" });
  expect(label.towards).toMatchObject({ value: null, why: "no-median", count: 0 });
  expect([change.towards.n, offered.meanRangeAdjudicated]).toEqual([16, null]);
});

test("each unit's median and range are of its own ratings, on every criterion", () => {
  const units = [0, 1, 2, 3].flatMap((sample) => [0, 1].map((criterion) => ({ sample, criterion, ...scores(sample, criterion) })));
  const stored = { first: 0, final: 0, judgeScore: null, median: null, range: null };
  const adjudications = units.map(({ sample, criterion }): Label => ({ ...stored, sample, criterion }));
  const found = withMediansLeft(asColumns({ ...data, adjudications })).adjudications;
  expect(found.map(({ median, range }) => [median, range])).toEqual(
    units.map(({ people: [low = 0, middle = 0, high = 0] }) => [middle, high - low]),
  );
  expect(new Set(units.map(({ people }) => people.join())).size).toBeGreaterThan(4);
});

test("of labels that are left, the most frequent one counts, and two different ones are a point apart", () => {
  const kinds = ["0", "a", "b", "c", "d", "e"];
  const criteria = data.criteria.map((criterion) => ({ ...criterion, min: 0, max: 5, labels: kinds }));
  const one = (scores: number[]) => {
    const ratings = data.ratings.filter(({ sample, criterion, rater }) => sample > 0 || criterion > 0 || scores[rater] !== undefined);
    const own = ratings.map((rating) =>
      rating.sample === 0 && rating.criterion === 0 ? { ...rating, score: scores[rating.rater] ?? 0 } : rating,
    );
    const label: Label = { sample: 0, criterion: 0, first: 2, final: 3, judgeScore: 3, median: null, range: 0 };
    return withMediansLeft(asColumns({ ...data, criteria, ratings: own, adjudications: [label] })).adjudications[0];
  };
  expect([one([2, 4, 2]), one([2, 2, 2]), one([2, 4, 5]), one([4]), one([])].map((label) => [label?.median, label?.range])).toEqual([
    [2, 1],
    [2, 0],
    [null, 1],
    [4, null],
    [null, null],
  ]);
});
