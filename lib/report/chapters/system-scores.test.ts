import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { softPairwiseAccuracy } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import {
  sixRows as complete,
  type Rows,
  fourRows as rows,
  sixInputs as six,
  twoInputs as small,
  scoredSamples as study,
  sixSystems as systems,
} from "@/lib/testing/scored-samples";
import { ratingTable } from "../rating-table";
import { scores } from "./scores";
import { verdict } from "./verdict";

const scoresOf = (data: ReportData) => scores(ratingTable(data)).judge?.Clear;

test("systems have both means over the same units, and pairs in order are counted", () => {
  const { systems } = scoresOf(small(rows)) ?? {};
  expect(systems?.rows.map(({ system, judge: own, people }) => [system, own.value, people.value])).toEqual([
    ["one", 3, 2.25],
    ["two", 4, 4],
  ]);
  expect(systems).toMatchObject({ accuracy: { value: 1, n: 1 }, signsDiffer: false });
  const soft = softPairwiseAccuracy({
    human: [
      [3, 1.5],
      [3, 5],
    ],
    metric: [
      [5, 1],
      [3, 5],
    ],
  });
  expect(systems?.soft.value).toBe(soft.value);
  expect(scoresOf(small(rows, ["one", "one", "one", "one"]))?.systems.accuracy).toMatchObject({ value: null, why: "one-system" });
});

test("opposite ways between systems and within inputs are noticed", () => {
  // Within each input the judge orders outputs as people do; between systems it does not.
  const data = small(
    [
      [1, 1, 4],
      [2, 2, 5],
      [4, 4, 1],
      [5, 5, 2],
    ],
    ["one", "one", "two", "two"],
  );
  expect(scoresOf(data)?.systems).toMatchObject({ signsDiffer: true, accuracy: { value: 0 } });
});

/** People and the judge go the same way between systems and within inputs, but find opposite inputs hard. */
const crossed = (judged = [1, 2, 4, 5]) => small([4, 5, 1, 2].map((score, at) => [score, score, judged[at] ?? 0]));

test("so are opposite ways over all units, which hide that both go the same way within inputs; none is no way", () => {
  expect(scoresOf(crossed())?.systems).toMatchObject({ signsDiffer: true, accuracy: { value: 1 } });
  expect(scoresOf(crossed([4, 5, 1, 2]))?.systems.signsDiffer).toBe(false);
  // Over all units, the four correlate not at all.
  expect(scoresOf(crossed([3, 5, 4, 5]))?.systems.signsDiffer).toBe(false);
});

test("the verdict flags a judge of such correlations", () => {
  const flags = (data: ReportData) => verdict(ratingTable(data)).Clear?.judgeFlags.judge;
  expect(flags(crossed())).toEqual(["signs-differ"]);
  expect(flags(crossed([3, 4, 2, 3]))).toEqual([]);
  expect(flags(crossed([2, 5, 4, 5]))).toEqual(["judge-at-top", "signs-differ"]);
  const labelled = crossed().criteria.map((criterion) => ({ ...criterion, min: 0, max: 5, labels: ["0", "a", "b", "c", "d", "e"] }));
  expect(flags({ ...crossed(), criteria: labelled })).toEqual([]);
});

test("systems whose means are equal on paper tie, whatever their scores' thirds round to", () => {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob", "Cleo"] });
  // By people 7/3 and 15/3 make 11/3, and so do 9/3 and 13/3.
  const people = [
    [2, 2, 3],
    [3, 3, 3],
    [5, 5, 5],
    [4, 4, 5],
  ];
  const found = (judged: number[]) => {
    const scoreOf = (rater: number, sample: number) => (rater === 3 ? judged[sample] : people[sample]?.[rater]) ?? 0;
    return scoresOf({ ...base, ratings: base.ratings.map((one) => ({ ...one, score: scoreOf(one.rater, one.sample) })) })?.systems;
  };
  expect(found([2, 3, 5, 4])).toMatchObject({ accuracy: { value: 1, n: 1 }, signsDiffer: false });
  expect(found([2, 4, 5, 4])).toMatchObject({ accuracy: { value: 0, n: 1 }, signsDiffer: false });
});

test("systems are listed by name, samples without one left out, and several outputs of an input count as their mean", () => {
  const rows: Rows = [
    [2, 2, 1],
    [4, 4, 2],
    [5, 3, 3],
    [5, 5, 4],
    [1, 1, 2],
    [2, 4, 5],
    [4, 4, 1],
    [1, 1, 5],
  ];
  const found = scoresOf(study(rows, ["a", "a", "a", "b", "b", "c", "c", "c"], ["two", "two", "one", "two", "one", "two", "one", null]));
  expect(found?.systems.rows.map(({ system, judge: own, people }) => [system, own.value, own.n, people.value])).toEqual([
    ["one", 2, 3, 3],
    ["two", 3, 4, 3.5],
  ]);
  // By input: people give one 4, 1, 4 and two 3, 5, 3; the judge 3, 2, 1 and 1.5, 4, 5.
  const soft = softPairwiseAccuracy({
    human: [
      [4, 1, 4],
      [3, 5, 3],
    ],
    metric: [
      [3, 2, 1],
      [1.5, 4, 5],
    ],
  });
  expect(found?.systems.soft).toMatchObject({ value: soft.value, n: 1, interval: null, intervalWhy: "few-fixed" });
  expect(found?.systems.accuracy).toMatchObject({ value: 1, n: 1, interval: null, intervalWhy: "few-fixed" });
});

test("several outputs of an input whose means are equal on paper tell two systems apart no more than equal scores do", () => {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob", "Cleo"] });
  // By people 7/3 and 15/3 of system one, 9/3 and 13/3 of system two.
  const people = [
    [2, 2, 3],
    [3, 3, 3],
    [5, 5, 5],
    [4, 4, 5],
  ];
  const samples = base.samples.map((sample) => ({ ...sample, inputKey: "i0" }));
  const ratings = base.ratings.map((one) => ({ ...one, score: one.rater === 3 ? 4 : (people[one.sample]?.[one.rater] ?? 0) }));
  expect(scoresOf({ ...base, samples, ratings })?.systems.soft).toMatchObject({ value: 1, n: 1 });
});

test("systems that share no input have no soft accuracy, and say so rather than why it has no interval", () => {
  const apart = study(complete.slice(0, 4), ["a", "b", "c", "d"], ["one", "two", "one", "two"]);
  expect(scoresOf(apart)?.systems).toMatchObject({
    soft: { value: null, why: "too-few", intervalWhy: "undefined-estimate" },
    accuracy: { n: 1, intervalWhy: "few-fixed" },
  });
});

test("three systems make three pairs, and no correlation between them goes no way", () => {
  const inputKeys = ["a", "a", "a", "b", "b", "b"];
  const three = ["x", "y", "z", "x", "y", "z"];
  // Means by the judge 1, 2, 3 and by people 2, 1, 2: one pair of three in order, one the other way round, one tied by people alone.
  const rows = [
    [2, 2, 1],
    [1, 1, 2],
    [2, 2, 3],
    [2, 2, 1],
    [1, 1, 2],
    [2, 2, 3],
  ];
  const { systems: found } = scoresOf(study(rows, inputKeys, three)) ?? {};
  expect(found).toMatchObject({ accuracy: { value: expect.closeTo(1 / 3, 12), n: 3 }, soft: { n: 3 }, signsDiffer: false });
  const one = scoresOf(study(rows, inputKeys, []))?.systems;
  expect(one).toMatchObject({ rows: [], accuracy: { why: "one-system" }, soft: { value: null, why: "one-system" }, signsDiffer: false });
});

test("soft pairwise accuracy comes with the intervals, and until then says so", () => {
  const data = study(complete, six, systems);
  const { soft, accuracy } = scores(ratingTable(data, { interval: "none" })).judge?.Clear?.systems ?? {};
  expect(soft).toMatchObject({ value: null, why: "being-computed" });
  expect(accuracy).toEqual(scoresOf(data)?.systems.accuracy);
});
