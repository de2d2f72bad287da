import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { exactMean, toNumber } from "./exact-mean";
import { asNumbers, humanScores, numbers, raterScores, sampleMeans } from "./human-scores";
import { ratingTable } from "./rating-table";

/** Two samples and three criteria, the second of labels, and a metric on its own scale; scores by [sample][criterion][Ann, Bob, judge]. */
function data(): ReportData {
  const scores = [
    [
      [1, 2, 5],
      [1, 1, 1],
      [3, null, 4],
    ],
    [
      [null, null, 3],
      [0, 1, 0],
      [2, 5, null],
    ],
  ];
  const base = reportDataFixture({ inputs: 1, criteria: { Clear: [1, 5], Cause: [0, 1], True: [1, 5] }, annotators: ["Ann", "Bob"] });
  const [clear, cause, truth] = base.criteria;
  if (!clear || !cause || !truth) throw new Error("the fixture has three criteria");
  const metric = { name: "ROUGE", scale: { min: 0, max: 1, step: null } };
  return {
    ...base,
    criteria: [clear, { ...cause, labels: ["no", "yes"] }, truth],
    raters: [...base.raters, { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric, panel: null }],
    ratings: base.ratings.flatMap((one) => {
      const score = scores[one.sample]?.[one.criterion]?.[one.rater] ?? null;
      return score === null ? [] : [{ ...one, score }];
    }),
    metricScores: [
      { rater: 3, sample: 0, score: 0.25 },
      { rater: 3, sample: 1, score: 0.75 },
    ],
  };
}

// Units by sample, then criterion.
test("people's score of a unit is the mean of those who rated it, and labels have none", () => {
  const scores = humanScores(ratingTable(data()));
  expect(numbers(scores)).toEqual([1.5, null, 3, null, null, 3.5]);
  expect(Array.from(asNumbers(scores))).toEqual([1.5, Number.NaN, 3, Number.NaN, Number.NaN, 3.5]);
});

test("equal means of different people are equal numbers", () => {
  const { ratings } = data();
  const thirds = ratingTable({ ...data(), ratings: ratings.map((one) => ({ ...one, score: one.rater === 0 ? 0.1 : 0.2 })) });
  const [mean] = humanScores(thirds);
  expect(mean && toNumber(mean)).toBe(0.15);
});

test("a rater's scores are its own, and a metric's one score of a sample stands at each of its units with numbers", () => {
  const table = ratingTable(data());
  expect(numbers(raterScores(table, 0))).toEqual([1, null, 3, null, null, 2]);
  expect(numbers(raterScores(table, 2))).toEqual([5, null, 4, 3, null, null]);
  expect(numbers(raterScores(table, 3))).toEqual([0.25, null, 0.25, 0.75, null, 0.75]);
  // Asked again, in another order.
  expect([1, 0].map((rater) => numbers(raterScores(table, rater))[0])).toEqual([2, 1]);
  expect(numbers(humanScores(table))[0]).toBe(1.5);
});

test("two columns have means of a sample over the criteria that both have", () => {
  const table = ratingTable(data());
  const { a, b } = sampleMeans(table, raterScores(table, 2), humanScores(table));
  // First sample: 5 and 1.5, 4 and 3; of the second the judge left out one criterion, and people the other.
  expect([numbers(a), numbers(b)]).toEqual([
    [4.5, null],
    [2.25, null],
  ]);
  // Nothing of the next sample enters.
  const column = [1, 2, 3, 4, 5, 6].map((score) => exactMean([score]));
  const own = sampleMeans(table, column, column);
  expect([numbers(own.a), numbers(own.b)]).toEqual([
    [2, 5],
    [2, 5],
  ]);
});
