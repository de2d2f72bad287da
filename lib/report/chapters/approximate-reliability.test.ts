import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { krippendorffAlpha, spearmanBrown } from "@/lib/stats";
import { inputsOf as inputs, matrixOf as matrix } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "../build-report";
import { ratingTable } from "../rating-table";
import { people } from "./people";
import { verdict } from "./verdict";

const peopleOf = (data: ReportData) => people(ratingTable(data));

/** Six people, of whom three rate each sample, never all. */
const sixPeople = (more: { rates?: (rater: number, sample: number) => boolean; criteria?: Record<string, [number, number]> } = {}) => {
  const names = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"];
  const own = (name: string, sample: number) => (names.indexOf(name) * 2 + sample * 5 + (sample % 7)) % 6 < 3;
  const rates = (name: string, sample: number) => name === "judge" || (more.rates ?? (() => true))(names.indexOf(name), sample);
  return reportDataFixture({
    ...{ inputs: 30, annotators: names, criteria: more.criteria ?? { Clear: [1, 5], True: [1, 5] } },
    rates: (name, sample) => rates(name, sample) && (name === "judge" || more.rates !== undefined || own(name, sample)),
  });
};

test("where nobody rated everything, reliability is approximated by alpha and Spearman-Brown, with the interval of alpha transformed", () => {
  const data = sixPeople();
  const { Clear, True } = peopleOf(data).perCriterion;
  const ratings = matrix(data, [0, 1, 2, 3, 4, 5], 0);
  const counts = ratings.map((row) => row.filter((score) => score !== null).length);
  const k = counts.reduce((sum, one) => sum + one, 0) / counts.filter((one) => one > 0).length;
  expect(k).toBeGreaterThan(2);
  const { value, interval, pairableUnits } = krippendorffAlpha({ ratings, level: "interval", clusters: inputs(data) });
  const up = (share = 9) => spearmanBrown({ reliability: share, k }).value ?? 9;
  expect(Clear).toMatchObject({ oneRater: { value: null, why: "too-few", n: 0 }, meanOfRaters: { value: null, why: "too-few" } });
  expect(Clear?.approximate).toEqual({
    ratingsPerUnit: k,
    oneRater: { value, why: null, n: pairableUnits, interval, intervalWhy: null },
    meanOfRaters: {
      ...{ value: up(value ?? 9), why: null, n: pairableUnits, intervalWhy: null },
      interval: { ...interval, low: up(interval?.low), high: up(interval?.high) },
    },
    ceiling: {
      ...{ value: Math.sqrt(up(value ?? 9)), why: null, n: pairableUnits, intervalWhy: null },
      interval: { ...interval, low: Math.sqrt(up(interval?.low)), high: Math.sqrt(up(interval?.high)) },
    },
  });
  expect(True?.approximate?.oneRater.value).not.toBe(value);
  // A sample that nobody rated is none of those that the ratings are counted for.
  const unrated = { ...data, ratings: data.ratings.filter(({ sample, rater }) => sample > 0 || rater === 6) };
  const others = counts.slice(1);
  expect(peopleOf(unrated).perCriterion.Clear?.approximate?.ratingsPerUnit).toBe(
    others.reduce((sum, one) => sum + one, 0) / others.filter((one) => one > 0).length,
  );
  const plain = people(ratingTable(data, { interval: "none" })).perCriterion.Clear?.approximate;
  expect([plain?.oneRater, plain?.meanOfRaters, plain?.ceiling].map((one) => [one?.interval, one?.intervalWhy])).toEqual(
    Array(3).fill([null, "not-requested"]),
  );
  const oneInput = peopleOf({ ...data, samples: data.samples.map((sample) => ({ ...sample, inputKey: "i" })) }).perCriterion.Clear;
  expect([oneInput?.approximate?.oneRater, oneInput?.approximate?.ceiling].map((one) => [one?.interval, one?.intervalWhy])).toEqual(
    Array(2).fill([null, "too-few"]),
  );
  // The whole report gives the same.
  expect(buildReport(data).chapters.people.perCriterion.Clear?.approximate).toEqual(Clear?.approximate);
});

test("the verdict's greatest correlation is approximate where reliability is, and says so", () => {
  const ceilings = (data: ReportData) => [
    verdict(ratingTable(data)).Clear?.ceiling,
    peopleOf(data).perCriterion.Clear?.approximate?.ceiling,
  ];
  const [ceiling, expected] = ceilings(sixPeople());
  expect(expected?.value).toBeGreaterThan(0.5);
  expect(ceiling).toEqual({ ...expected, approximate: true });
  const [exact] = ceilings(reportDataFixture());
  expect(exact?.value).not.toBeNull();
  expect(exact).not.toHaveProperty("approximate");
});

test("reliability is not approximated where it is defined, of labels, or without agreement to go by", () => {
  expect(peopleOf(reportDataFixture()).perCriterion.Clear?.approximate).toBeNull();
  const two = sixPeople({ rates: (rater, sample) => sample < 2 || rater === sample % 6 });
  expect(peopleOf(two).perCriterion.Clear).toMatchObject({ oneRater: { n: 2 }, approximate: null });
  const alone = sixPeople({ rates: (rater, sample) => rater === sample % 6 });
  expect(peopleOf(alone).perCriterion.Clear).toMatchObject({ oneRater: { why: "too-few" }, approximate: null });
  // Two people who never agree rated everything: their ICC has no denominator, which alpha does not mend.
  const pair = reportDataFixture({ annotators: ["Ann", "Bob"] });
  const opposed = { ...pair, ratings: pair.ratings.map((one) => ({ ...one, score: (one.rater + one.sample) % 2 === 0 ? 1 : 5 })) };
  expect(peopleOf(opposed).perCriterion.Clear).toMatchObject({ meanOfRaters: { why: "not-identifiable" }, approximate: null });
  const data = sixPeople();
  const named = { ...data, criteria: data.criteria.map((one) => ({ ...one, labels: ["a", "b", "c", "d", "e"] })) };
  expect(peopleOf(named).perCriterion.Clear).toMatchObject({ oneRater: { why: "labels" }, approximate: null });
  expect(peopleOf({ ...data, task: { ...data.task, kind: "pairwise" } }).perCriterion.Clear?.approximate).toBeNull();
});

test("where the formula has no value for the mean of so many people, the greatest correlation is missing for the same reason", () => {
  // Nine units are rated 1 and 5 by two of twelve people, and a tenth by all of them, half and half: alpha is below -1/2 with three ratings on average.
  const names = Array.from({ length: 12 }, (_, rater) => `P${rater}`);
  const data = reportDataFixture({
    inputs: 5,
    annotators: names,
    criteria: { Clear: [1, 5] },
    rates: (name, sample) => sample === 9 || names.indexOf(name) < 2,
  });
  const opposed = { ...data, ratings: data.ratings.map((one) => ({ ...one, score: one.rater % 2 === 0 ? 1 : 5 })) };
  const { approximate } = peopleOf(opposed).perCriterion.Clear ?? {};
  expect(approximate?.ratingsPerUnit).toBe(3);
  expect(approximate?.oneRater.value).toBeLessThan(-1 / 2);
  const { why } = spearmanBrown({ reliability: approximate?.oneRater.value ?? 9, k: 3 });
  expect(why).not.toBeNull();
  for (const figure of [approximate?.meanOfRaters, approximate?.ceiling])
    expect(figure).toMatchObject({ value: null, why, n: 10, interval: null });
});

test("people who agree less than by chance leave no greatest correlation, and where the formula has no end there is no interval", () => {
  // Each unit has one 1 and one 5, of two people in turn.
  const data = sixPeople({ rates: (rater, sample) => rater === sample % 6 || rater === (sample + 1) % 6 });
  const opposed = { ...data, ratings: data.ratings.map((one) => ({ ...one, score: (one.rater + one.sample) % 2 === 0 ? 1 : 5 })) };
  const turned = { ...opposed, ratings: opposed.ratings.map((one) => (one.sample === 0 ? { ...one, score: 1 } : one)) };
  const { approximate } = peopleOf(turned).perCriterion.Clear ?? {};
  expect(approximate?.oneRater.value).toBeLessThan(-0.9);
  expect(approximate?.ratingsPerUnit).toBe(2);
  expect(approximate?.ceiling).toMatchObject({ value: null, why: "no-reliability", interval: null });
  expect(approximate?.meanOfRaters.value).toBeLessThan(-10);
  // The lower end of alpha is below -1, where two ratings' formula ends.
  expect(approximate?.oneRater.interval?.low).toBeLessThan(-1);
  expect(approximate?.meanOfRaters).toMatchObject({ n: 60, interval: null, intervalWhy: "not-identifiable" });
});
