import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { meansAtEqualLength } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { type IntervalWish, ratingTable } from "../rating-table";
import { judgeBiases } from "./bias";

type Sample = ReportData["samples"][number];

const base = reportDataFixture();
const changed = (data: ReportData, change: (sample: Sample, place: number) => Partial<Sample>): ReportData => ({
  ...data,
  samples: data.samples.map((sample, place) => ({ ...sample, ...change(sample, place) })),
});
const systemsOf = (data: ReportData, wanted: IntervalWish = {}) =>
  judgeBiases(ratingTable(data, wanted)).judge?.perCriterion.Clear?.systems ?? expect.unreachable();
/** The scores of some raters for a sample on the first criterion. */
const scoresOf = (data: ReportData, sample: number, isOf: (rater: number) => boolean) =>
  data.ratings.flatMap((one) => (one.sample === sample && one.criterion === 0 && isOf(one.rater) ? one.score : []));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Two outputs of each of 16 inputs, those of "two" the longer. */
const length = (place: number) => (100 + ((place * 37) % 83) * 9) * (place % 2 === 0 ? 1 : 3);
const study = changed(base, (_, place) => ({ length: length(place), system: place % 2 === 0 ? "one" : "two" }));

test("systems' means are given at equal length, the highest first, beside the judge's and people's as they are", () => {
  // Of two samples the length or the system is not known.
  const data = changed(study, (sample, place) => ({ length: place === 5 ? 0 : sample.length, system: place === 8 ? null : sample.system }));
  const kept = [...data.samples.keys()].filter((place) => place !== 5 && place !== 8);
  const judged = (place: number) => mean(scoresOf(data, place, (rater) => rater === 3));
  const expected = meansAtEqualLength({
    score: kept.map(judged),
    length: kept.map(length),
    system: kept.map((place) => data.samples[place]?.system ?? ""),
    clusters: kept.map((place) => data.samples[place]?.inputKey ?? ""),
  });
  const found = systemsOf(data);
  expect(found).toHaveLength(2);
  for (const { system, people, judge, atEqualLength } of found) {
    const own = expected.systems.find((one) => one.system === system);
    expect(judge).toBeCloseTo(own?.mean ?? Number.NaN, 12);
    expect(atEqualLength.value).toBeCloseTo(own?.atEqualLength.value ?? Number.NaN, 12);
    expect(atEqualLength.interval?.high).toBeCloseTo(own?.atEqualLength.interval?.high ?? Number.NaN, 12);
    expect(atEqualLength.n).toBe(15);
    const ofSystem = kept.filter((place) => data.samples[place]?.system === system);
    expect(people).toBeCloseTo(mean(ofSystem.map((place) => mean(scoresOf(data, place, (rater) => rater < 3)))), 12);
  }
  const [first, second] = found.map(({ atEqualLength }) => atEqualLength.value ?? Number.NaN);
  expect(first).toBeGreaterThan(second ?? Number.NaN);
  const renamed = changed(data, ({ system }) => ({ system: system && (system === "one" ? "two" : "one") }));
  expect(systemsOf(renamed).map(({ atEqualLength }) => atEqualLength.value)).toEqual([first, second]);
  expect(systemsOf(data, { interval: "none" })[0]?.atEqualLength).toMatchObject({ value: first, intervalWhy: "not-requested" });
});

test("no means at equal length of one system, of more than a hundred, or of inputs with one output each", () => {
  expect(systemsOf(study)).toHaveLength(2);
  expect(systemsOf(changed(study, () => ({ system: "one" })))).toEqual([]);
  expect(systemsOf(changed(study, (_, place) => ({ inputKey: `own ${place}` })))).toEqual([]);
  const large = reportDataFixture({ inputs: 110 });
  const ofSystems = (systems: number) =>
    systemsOf(changed(large, (_, place) => ({ length: 100 + place ** 2, system: `s${place % systems}` }))).length;
  expect([ofSystems(100), ofSystems(101)]).toEqual([100, 0]);
});
