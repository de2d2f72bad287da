import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { adjustPValues, correlate, selfPreference, verbosity } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { isOwnModel, judgeBiases } from "./bias";
import { redundancy } from "./criteria";

const of = ({ ratings, samples }: ReportData, rater: number, criterion = 0) =>
  samples.map(
    (_, sample) => ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? 0,
  );
const people = (data: ReportData, criterion = 0) => {
  const columns = [0, 1, 2].map((rater) => of(data, rater, criterion));
  return data.samples.map((_, unit) => columns.reduce((sum, column) => sum + (column[unit] ?? 0), 0) / 3);
};
const inputs = ({ samples }: ReportData) => samples.map(({ inputKey }) => inputKey);

/** 32 samples by systems "gpt-4" and "two", of uneven lengths, the last twelve from a subset of their own. */
function study(): ReportData {
  const data = reportDataFixture();
  return {
    ...data,
    raters: data.raters.map((rater) => (rater.kind === "judge" ? { ...rater, model: "gpt-4-0613" } : rater)),
    samples: data.samples.map((sample, place) => ({
      ...sample,
      length: 100 + ((place * 37) % 83) * 9,
      system: place % 2 === 0 ? "gpt-4" : "two",
      subset: place < 20 ? "easy" : place < 26 ? "hard" : "odd",
    })),
  };
}

test("length and own outputs sway the judge as their statistics say", () => {
  const data = study();
  const { Clear } = judgeBiases(ratingTable(data)).judge?.perCriterion ?? {};
  const expected = verbosity({
    length: data.samples.map(({ length }) => length),
    human: people(data),
    judge: of(data, 3),
    clusters: inputs(data),
  });
  expect(Clear?.perDoubling.value).toBeCloseTo(expected.perDoubling ?? 9, 12);
  expect(Clear?.perDoubling.interval?.low).toBeCloseTo((expected.slope.interval?.low ?? 9) * Math.LN2, 12);
  expect(Clear?.partial).toMatchObject({ value: expected.partial.value, n: 32 });
  const errors = of(data, 3).map((score, unit) => score - (people(data)[unit] ?? 0));
  const even = (_: unknown, place: number) => place % 2 === 0;
  const odd = (_: unknown, place: number) => place % 2 === 1;
  const own = selfPreference({
    ...{ errorOnOwn: errors.filter(even), errorOnOther: errors.filter(odd) },
    ...{ ownClusters: inputs(data).filter(even), otherClusters: inputs(data).filter(odd) },
  });
  expect(Clear?.ownModel.value).toBeCloseTo(own.value ?? 9, 12);
  expect(Clear?.ownModel.n).toBe(16);
});

test("groups are set against all others, small ones taken together, and corrected over all tests of the judge", () => {
  const { Clear, True } = judgeBiases(ratingTable(study())).judge?.perCriterion ?? {};
  // Both systems have 16 units: together they are one group, and there is nothing to compare.
  expect(Clear?.subgroups.map(({ by, group, difference }) => [by, group, difference.n])).toEqual([
    ["subset", "easy", 20],
    ["subset", "small groups", 12],
  ]);
  const all = [...(Clear?.subgroups ?? []), ...(True?.subgroups ?? [])];
  expect(all.map(({ q }) => q)).toEqual(adjustPValues({ pValues: all.map(({ p }) => p), method: "bh" }).adjusted);
  expect(Clear?.subgroups[0]?.difference.value).toBeCloseTo(-(Clear?.subgroups[1]?.difference.value ?? 9), 12);
});

test("without lengths or own outputs, nothing is claimed of them", () => {
  const { Clear } = judgeBiases(ratingTable(reportDataFixture())).judge?.perCriterion ?? {};
  expect(Clear).toMatchObject({ perDoubling: { why: "no-lengths" }, ownModel: { why: "no-own-outputs" } });
});

test("a model is known by its name and by longer ones", () => {
  expect([isOwnModel("gpt-4", "gpt-4-0613"), isOwnModel("GPT-4", "gpt-4"), isOwnModel("gpt-40", "gpt-4")]).toEqual([true, true, false]);
});

test("halo and redundancy are the correlations between criteria, of judge and people", () => {
  const data = study();
  const { halo } = judgeBiases(ratingTable(data)).judge ?? {};
  const rho = (x: number[], y: number[]) => correlate({ x, y }).spearman.value ?? 9;
  const [own, theirs] = [rho(of(data, 3), of(data, 3, 1)), rho(people(data), people(data, 1))];
  expect([halo?.judge.value, halo?.people.value, halo?.judge.n]).toEqual([own, theirs, 1]);
  expect(halo?.difference.value).toBeCloseTo(own - theirs, 12);
  const [pair] = redundancy(ratingTable(data));
  expect(pair).toMatchObject({ a: "Clear", b: "True", people: { value: theirs, n: 32 }, judges: { judge: { value: own } } });
});
