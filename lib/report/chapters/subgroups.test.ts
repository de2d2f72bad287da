import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { adjustPValues, kendall, selfPreference } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { judgeBiases } from "./bias";

/** 66 samples of 33 inputs, rated by three people. */
const base = reportDataFixture({ inputs: 33 });
const samplesLike = (columns: (at: number) => Record<string, string> | undefined): ReportData => ({
  ...base,
  samples: base.samples.map((sample, at) => {
    const own = columns(at);
    return { ...sample, system: null, ...(own && { columns: own }) };
  }),
});
const dayOf = (date: string) => Date.parse(date) / 86_400_000;
/** Of people's ratings, the day by rater and sample; a judge has none. */
const ratedOn = (data: ReportData, date: (rater: number, sample: number) => string): ReportData => ({
  ...data,
  ratings: data.ratings.map((one) => (one.rater === 3 ? one : { ...one, day: dayOf(date(one.rater, one.sample)) })),
});
const plain = samplesLike(() => undefined);

const biasOf = (data: ReportData, wanted: { interval?: "none" } = {}) => judgeBiases(ratingTable(data, wanted)).judge;
const groupsOf = (data: ReportData, wanted?: { interval?: "none" }) =>
  (biasOf(data, wanted)?.perCriterion.Clear?.subgroups ?? []).map(({ by, column, group, difference }) => [
    column ?? by,
    group,
    difference.n,
  ]);

const score = (data: ReportData, rater: number, sample: number) =>
  data.ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === 0)?.score ?? 0;
const people = (data: ReportData, sample: number) => [0, 1, 2].reduce((sum, rater) => sum + score(data, rater, sample), 0) / 3;
const error = (data: ReportData, sample: number) => score(data, 3, sample) - people(data, sample);
const input = (data: ReportData, sample: number) => data.samples[sample]?.inputKey ?? "";

/** What the difference and tau-b of a group of samples are by hand. */
function expectedOf(data: ReportData, own: (sample: number) => boolean, other: (sample: number) => boolean) {
  const [inGroup, outside] = [own, other].map((is) => data.samples.map((_, at) => at).filter(is)) as [number[], number[]];
  const difference = selfPreference({
    ...{ errorOnOwn: inGroup.map((at) => error(data, at)), errorOnOther: outside.map((at) => error(data, at)) },
    ...{ ownClusters: inGroup.map((at) => input(data, at)), otherClusters: outside.map((at) => input(data, at)) },
  });
  const clusters = inGroup.map((at) => input(data, at));
  const { tauB } = kendall({ x: inGroup.map((at) => score(data, 3, at)), y: inGroup.map((at) => people(data, at)), clusters });
  return { value: difference.value, p: difference.p, tauB: tauB.value, n: inGroup.length };
}

test("every column that samples have makes groups of its values, in their order, small ones taken together, against all others that have one", () => {
  const languageOf = (at: number) => (at < 24 ? "fr" : at < 45 ? "de" : at < 52 ? "it" : at < 57 ? "en" : undefined);
  const data = samplesLike((at) => {
    const language = languageOf(at);
    return { turn: at % 3 === 0 ? "10" : "9", area: at % 5 < 2 ? "law" : "art", ...(language !== undefined && { language }) };
  });
  expect(groupsOf(data)).toEqual([
    ["area", "art", 39],
    ["area", "law", 27],
    ["language", "de", 21],
    ["language", "fr", 24],
    ["language", "small groups", 12],
    ["turn", "9", 44],
    ["turn", "10", 22],
  ]);
  const { perCriterion } = biasOf(data) ?? expect.unreachable();
  expect(new Set(perCriterion.Clear?.subgroups.map(({ by }) => by))).toEqual(new Set(["column"]));
  const parts = [
    [(at: number) => at % 5 > 1, (at: number) => at % 5 < 2],
    [(at: number) => at % 5 < 2, (at: number) => at % 5 > 1],
    [(at: number) => languageOf(at) === "de", (at: number) => at < 24 || (at > 44 && at < 57)],
    [(at: number) => at < 24, (at: number) => at > 23 && at < 57],
    [(at: number) => at > 44 && at < 57, (at: number) => at < 45],
    [(at: number) => at % 3 !== 0, (at: number) => at % 3 === 0],
    [(at: number) => at % 3 === 0, (at: number) => at % 3 !== 0],
  ] as const;
  const found = perCriterion.Clear?.subgroups.map(({ difference, p, tauB }) => ({
    ...{ value: difference.value, p, why: difference.intervalWhy, tauB: tauB?.value, n: difference.n },
  }));
  const expected = parts.map(([own, other]) => expectedOf(data, own, other));
  // Twelve units are too few for a test.
  const tested = (one: (typeof expected)[number]) =>
    one.n < 20 ? { p: null, why: "small-group" } : { p: expect.closeTo(one.p ?? 9, 12), why: null };
  expect(found).toEqual(expected.map((one) => ({ ...one, value: expect.closeTo(one.value ?? 9, 12), ...tested(one) })));
  expect(new Set(expected.map(({ value }) => value)).size).toBe(7);
  const all = Object.values(perCriterion).flatMap(({ subgroups }) => subgroups);
  expect(all).toHaveLength(14);
  expect(all.map(({ q }) => q)).toEqual(adjustPValues({ pValues: all.map(({ p }) => p), method: "bh" }).adjusted);
});

test("a column may be called like what every object has, and one of a single group, or of small ones alone, makes none", () => {
  const data = samplesLike((at) => ({
    ...(at < 40 && { constructor: at < 20 ? "x" : "y" }),
    ...(at < 5 && { few: at < 3 ? "a" : "b" }),
    single: "all",
  }));
  expect(groupsOf(data)).toEqual([
    ["constructor", "x", 20],
    ["constructor", "y", 20],
  ]);
});

test("units are grouped by the month in which people first rated them, whenever they rated them again, in order", () => {
  const first = (sample: number) => (sample < 26 ? "2026-02-28" : sample < 43 ? "2025-12-31" : sample < 65 ? "2026-03-01" : "2026-04-01");
  // The second person rated everything first; the others long after.
  const data = ratedOn(plain, (rater, sample) => (rater === 1 ? first(sample) : `2026-09-0${rater + 1}`));
  expect(groupsOf(data)).toEqual([
    ["month", "2026-02", 26],
    ["month", "2026-03", 22],
    ["month", "small groups", 18],
  ]);
  const [february] = biasOf(data)?.perCriterion.Clear?.subgroups ?? [];
  const expected = expectedOf(
    data,
    (at) => at < 26,
    (at) => at > 25,
  );
  expect([february?.difference.value, february?.p]).toEqual([expect.closeTo(expected.value ?? 9, 12), expect.closeTo(expected.p ?? 9, 12)]);
});

test("within one month they are grouped by day, and not at all where it was one day or nobody knows when", () => {
  const data = ratedOn(plain, (_, sample) => (sample < 37 ? "2026-03-31" : "2026-03-02"));
  expect(groupsOf(data)).toEqual([
    ["day", "2026-03-02", 29],
    ["day", "2026-03-31", 37],
  ]);
  const same = ratedOn(plain, () => "2026-03-31");
  expect(biasOf(same)).toEqual(biasOf(plain));
  expect(groupsOf(same)).toEqual([]);
  // Of the last samples it is not known: they are in no group, and outside none.
  const partly = { ...data, ratings: data.ratings.map((one) => (one.sample > 60 ? { ...one, day: null } : one)) };
  expect(groupsOf(partly)).toEqual([
    ["day", "2026-03-02", 24],
    ["day", "2026-03-31", 37],
  ]);
});

test("a reader of values waits neither for groups of columns nor for those of time", () => {
  const dated = ratedOn(plain, (_, sample) => (sample < 30 ? "2026-05-01" : "2026-06-01"));
  const samples = dated.samples.map((sample, at) => ({
    ...{ ...sample, subset: at < 29 ? "easy" : "hard", columns: { turn: at < 28 ? "1" : "2" } },
  }));
  const sizes = { subset: [29, 37], turn: [28, 38], month: [30, 36] };
  expect(groupsOf({ ...dated, samples }).map(([, , n]) => n)).toEqual(Object.values(sizes).flat());
  expect(groupsOf({ ...dated, samples }, { interval: "none" }).map(([, , n]) => n)).toEqual(sizes.subset);
});

test("only the ratings that the figure rests on say when: those made without a draft, where there are any", () => {
  const dated = ratedOn(plain, (rater, sample) => (rater === 0 ? (sample < 30 ? "2026-05-01" : "2026-06-01") : "2026-01-01"));
  const data = { ...dated, ratings: dated.ratings.map((one) => (one.rater === 1 || one.rater === 2 ? { ...one, arm: "drafted" } : one)) };
  expect(groupsOf(data)).toEqual([
    ["month", "2026-05", 30],
    ["month", "2026-06", 36],
  ]);
});

test("which columns are left out is said, where any are", () => {
  const columnsLeftOut = ["year", "zone"];
  expect(biasOf({ ...plain, task: { ...plain.task, columnsLeftOut } })?.columnsLeftOut).toEqual(columnsLeftOut);
  expect(biasOf(plain)).not.toHaveProperty("columnsLeftOut");
});

test("a single small group is listed in order, and kinds of groups of which none can be tested are left out", () => {
  const languages = (small: string, few: number, others: number) =>
    groupsOf(
      samplesLike((at) => (at < few ? { language: small } : at < few + others ? { language: at % 2 === 0 ? "de" : "fr" } : undefined)),
    );
  expect(languages("en", 6, 50)).toEqual([
    ["language", "de", 25],
    ["language", "en", 6],
    ["language", "fr", 25],
  ]);
  const two = (few: number) => groupsOf(samplesLike((at) => ({ language: at < few ? "en" : "de" })));
  expect(two(19)).toEqual([]);
  expect(two(20)).toEqual([
    ["language", "de", 46],
    ["language", "en", 20],
  ]);
});

test("systems and subsets are listed in the order of the samples, also where none can be tested", () => {
  const data = samplesLike(() => undefined);
  const inSubsets = (few: number) =>
    groupsOf({ ...data, samples: data.samples.map((sample, at) => ({ ...sample, subset: at < few ? "late" : "early" })) });
  expect(inSubsets(30)).toEqual([
    ["subset", "late", 30],
    ["subset", "early", 36],
  ]);
  expect(inSubsets(7)).toEqual([
    ["subset", "early", 59],
    ["subset", "late", 7],
  ]);
});

test("a value called like small groups together is a group of its own, and said to be one value", () => {
  const bySize = (value: (at: number) => string) =>
    ratedGroups({
      ...plain,
      samples: plain.samples.map((sample, at) => ({ ...sample, system: value(at), columns: { language: value(at) } })),
    });
  const ratedGroups = (data: ReportData) =>
    (biasOf(data)?.perCriterion.Clear?.subgroups ?? []).map(({ by, group, isValue, difference }) => [by, group, isValue, difference.n]);
  const large = bySize((at) => (at < 26 ? "small groups" : at < 48 ? "de" : at < 58 ? "it" : "en"));
  const expected = (by: string) => [
    [by, "small groups", true, 26],
    [by, "de", undefined, 22],
    [by, "small groups", undefined, 18],
  ];
  const [[, ...named], [first, second, third]] = [["", ...expected("system")], expected("column")];
  expect(large).toEqual([...named, second, first, third]);
  // One small group is not taken together with others; several are, whatever they are called.
  const small = bySize((at) => (at < 26 ? "de" : at < 52 ? "en" : "small groups"));
  expect(small.filter(([, group]) => group === "small groups")).toEqual([
    ["system", "small groups", true, 14],
    ["column", "small groups", true, 14],
  ]);
  const together = bySize((at) => (at < 26 ? "de" : at < 52 ? "en" : at < 58 ? "it" : "small groups"));
  expect(together.filter(([, group]) => group === "small groups")).toEqual([
    ["system", "small groups", undefined, 14],
    ["column", "small groups", undefined, 14],
  ]);
});
