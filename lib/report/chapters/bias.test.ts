import { expect, test } from "vitest";
import { outputFormats } from "@/lib/domain/output-format";
import type { ReportData } from "@/lib/domain/report-data";
import { adjustPValues, correlate, kendall, meanCorrelation, selfPreference, verbosity } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { isOwnModel } from "../own-model";
import { ratingTable } from "../rating-table";
import { judgeBiases } from "./bias";
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

test("the judge follows people where they prefer its own model's output, or where they prefer the other: over pairs of an input's outputs, ties left out", () => {
  const base = study();
  // Of the first input people like both alike, and the judge does not.
  const tied = (one: ReportData["ratings"][number]) => (one.rater < 3 ? 3 : 5 - one.sample);
  const data = { ...base, ratings: base.ratings.map((one) => (one.sample < 2 ? { ...one, score: tied(one) } : one)) };
  const [clear, means] = [of(data, 3), people(data)];
  // Samples 2k and 2k + 1 are an input's outputs, the first of the judge's own model.
  const pairs = Array.from({ length: 16 }, (_, input) => {
    const [own, other] = [2 * input, 2 * input + 1];
    return {
      input: `i${input}`,
      human: Math.sign((means[own] ?? 0) - (means[other] ?? 0)),
      judge: Math.sign((clear[own] ?? 0) - (clear[other] ?? 0)),
    };
  }).filter(({ human, judge }) => human !== 0 && judge !== 0);
  const [own, other] = [1, -1].map((side) => pairs.filter(({ human }) => human === side)) as [typeof pairs, typeof pairs];
  const follows = (some: typeof pairs) => some.map(({ human, judge }) => Number(human === judge));
  const expected = selfPreference({
    ...{ errorOnOwn: follows(own), errorOnOther: follows(other) },
    ...{ ownClusters: own.map(({ input }) => input), otherClusters: other.map(({ input }) => input) },
  });
  const { opportunity } = biasesOf(data)?.perCriterion.Clear ?? {};
  expect(opportunity).toMatchObject({ value: expect.closeTo(expected.value ?? 9, 12), n: pairs.length, why: null });
  expect(opportunity?.interval?.low).toBeCloseTo(Math.max(-1, expected.interval?.low ?? 9), 12);
  expect([own.length > 1, other.length > 1, pairs.length < 16]).toEqual([true, true, true]);
  const apart = { ...data, samples: data.samples.map((sample, at) => ({ ...sample, inputKey: `i${at}` })) };
  expect(biasesOf(apart)?.perCriterion.Clear?.opportunity).toMatchObject({ value: null, why: "no-two-outputs" });
});

test("outputs that share one input by the thousand are not paired", () => {
  const base = reportDataFixture({ inputs: 1100, annotators: ["Ann"], criteria: { Clear: [1, 5] } });
  const data = {
    ...base,
    raters: base.raters.map((rater) => ({ ...rater, model: "one" })),
    samples: base.samples.map((sample, at) => ({ ...sample, inputKey: "i", system: at % 2 === 0 ? "one" : "two" })),
  };
  expect(biasesOf(data)?.perCriterion.Clear?.opportunity).toMatchObject({ value: null, why: "too-many-pairs", n: 1_210_000 });
});

test("outputs of a form are set against all others, where twenty have it and twenty have not, and corrected over these tests of the judge", () => {
  const base = reportDataFixture({ inputs: 24, rates: (name, sample) => name !== "judge" || sample !== 40 });
  const [bold, list] = [1 << outputFormats.indexOf("bold"), 1 << outputFormats.indexOf("list")];
  // Bold: 24 of 48, of which the judge left out one; lists: 19; code: all but 19. Of the last sample it is not known.
  const code = 1 << outputFormats.indexOf("code");
  const formatOf = (at: number) => (at === 47 ? null : (at % 2 === 0 ? bold : 0) + (at < 19 ? list : 0) + (at < 28 ? code : 0));
  const data = { ...base, samples: base.samples.map((sample, at) => ({ ...sample, format: formatOf(at) })) };
  const perCriterion = biasesOf(data)?.perCriterion ?? {};
  const errors = errorsOf(data);
  const places = base.samples.map((_, at) => at).filter((at) => at !== 40 && at !== 47);
  const side = (is: boolean) => places.filter((at) => (at % 2 === 0) === is);
  const expected = meanOf(side(true).map((at) => errors[at] ?? 0)) - meanOf(side(false).map((at) => errors[at] ?? 0));
  expect(perCriterion.Clear?.formats?.map(({ format, difference }) => [format, difference.n, difference.value])).toEqual([
    ["bold", 23, expect.closeTo(expected, 12)],
  ]);
  const all = Object.values(perCriterion).flatMap(({ formats }) => formats ?? []);
  expect(all).toHaveLength(2);
  expect(all.map(({ q }) => q)).toEqual(adjustPValues({ pValues: all.map(({ p }) => p), method: "bh" }).adjusted);
  expect(biasesOf(base)?.perCriterion.Clear).not.toHaveProperty("formats");
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

test("judge and people are correlated within each group, an input's outputs together, and not at all where all scores are the same", () => {
  const data = study();
  const { Clear } = biasesOf(data)?.perCriterion ?? {};
  const parts = [
    [0, 20],
    [20, 32],
  ] as const;
  const expected = parts.map(
    ([from, to]) =>
      kendall({ x: of(data, 3).slice(from, to), y: people(data).slice(from, to), clusters: inputs(data).slice(from, to) }).tauB,
  );
  expect(Clear?.subgroups.map(({ tauB }) => [tauB?.value, tauB?.interval, tauB?.n])).toEqual(
    expected.map(({ value, interval, n }) => [value, interval, n]),
  );
  expect(expected.map(({ n, interval }) => [n, interval === null])).toEqual([
    [20, false],
    [12, false],
  ]);
  expect(new Set(expected.map(({ value }) => value)).size).toBe(2);
  const constant = data.ratings.map((one) => (one.rater === 3 && one.sample < 20 ? { ...one, score: 3 } : one));
  const [easy, small] = biasesOf({ ...data, ratings: constant })?.perCriterion.Clear?.subgroups ?? [];
  expect(easy?.tauB).toMatchObject({ value: null, why: "constant-input", n: 20 });
  expect(small?.tauB?.value).toBe(expected[1]?.value);
});

test("without lengths or own outputs, nothing is claimed of them", () => {
  const { Clear } = judgeBiases(ratingTable(reportDataFixture())).judge?.perCriterion ?? {};
  expect(Clear).toMatchObject({
    perDoubling: { why: "no-lengths" },
    ownModel: { why: "no-own-outputs" },
    opportunity: { why: "no-own-outputs" },
  });
});

test("a model is known by its name and by longer ones", () => {
  expect([isOwnModel("gpt-4", "gpt-4-0613"), isOwnModel("GPT-4", "gpt-4"), isOwnModel("gpt-40", "gpt-4")]).toEqual([true, true, false]);
  expect([isOwnModel("gpt-4-0613", "GPT-4"), isOwnModel("my-gpt-4", "gpt-4"), isOwnModel("gpt-4", "my-gpt-4")]).toEqual([
    true,
    false,
    false,
  ]);
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

/** Errors of the judge by hand: its score minus people's mean. */
const errorsOf = (data: ReportData) => of(data, 3).map((score, unit) => score - (people(data)[unit] ?? 0));
const meanOf = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const biasesOf = (data: ReportData) => judgeBiases(ratingTable(data)).judge;

test("samples that the judge or people left out have no part in any bias", () => {
  const data = study();
  const [sample] = data.samples;
  if (!sample) throw new Error("the study has samples");
  // Samples with a long output from the judge's own model, in a hard subset, where the judge would be far off.
  const more = [32, 33].map((at) => ({ ...sample, id: `s${at}`, externalId: `s${at}`, inputKey: "late", length: 90_000, subset: "hard" }));
  const gaps = [0, 1, 2, 3].flatMap((rater) =>
    [0, 1].map((criterion) => ({
      ...{ rater, criterion, sample: rater < 3 ? 32 : 33, score: rater < 3 ? 1 : 5, arm: rater < 3 ? "blind" : null, durationMs: null },
    })),
  );
  expect(biasesOf({ ...data, samples: [...data.samples, ...more], ratings: [...data.ratings, ...gaps] })).toEqual(biasesOf(data));
});

test("halo is over samples with both scores of both sides", () => {
  const data = study();
  // The judge left out the first sample on one criterion, people the second on the other.
  const left = (one: ReportData["ratings"][number]) =>
    !(one.rater === 3 && one.sample === 0 && one.criterion === 1) && !(one.rater < 3 && one.sample === 1 && one.criterion === 0);
  const { halo } = biasesOf({ ...data, ratings: data.ratings.filter(left) }) ?? {};
  const rho = (x: number[], y: number[]) => correlate({ x: x.slice(2), y: y.slice(2) }).spearman.value ?? 9;
  expect(halo?.judge.value).toBeCloseTo(rho(of(data, 3), of(data, 3, 1)), 12);
  expect(halo?.people.value).toBeCloseTo(rho(people(data), people(data, 1)), 12);
  expect(halo?.judge.n).toBe(1);
  const sides = [
    [halo?.judge, of(data, 3), of(data, 3, 1)],
    [halo?.people, people(data), people(data, 1)],
  ] as const;
  for (const [figure, x, y] of sides) {
    const own = correlate({ x: x.slice(2), y: y.slice(2), clusters: inputs(data).slice(2) }).spearman.interval;
    expect(figure?.interval).toEqual({ ...own, low: expect.closeTo(own?.low ?? 9, 11), high: expect.closeTo(own?.high ?? 9, 11) });
  }
  const pair = (x: number[], y: number[]) => [{ x: x.slice(2), y: y.slice(2), clusters: inputs(data).slice(2) }];
  const apart = { pairs: pair(of(data, 3), of(data, 3, 1)), minus: pair(people(data), people(data, 1)), statistic: "spearman" as const };
  expect(halo?.difference.interval?.low).toBeCloseTo(meanCorrelation(apart).interval?.low ?? 9, 11);
});

test("halo leaves out pairs of criteria with a constant one, and says why there is none", () => {
  const data = reportDataFixture({ criteria: { Clear: [1, 5], True: [1, 5], Short: [1, 5] } });
  const constant = (rater: (of: number) => boolean) => ({
    ...data,
    ratings: data.ratings.map((one) => (one.criterion === 2 && rater(one.rater) ? { ...one, score: 3 } : one)),
  });
  expect(biasesOf(data)?.halo.judge.n).toBe(3);
  for (const side of [(rater: number) => rater === 3, (rater: number) => rater < 3]) {
    const { judge, people: theirs } = biasesOf(constant(side))?.halo ?? {};
    const clear = correlate({ x: of(data, 3), y: of(data, 3, 1) }).spearman.value;
    expect([judge?.n, theirs?.n, judge?.value]).toEqual([1, 1, clear]);
  }
  const none = { value: null, n: 0, interval: null };
  const single = biasesOf(reportDataFixture({ criteria: { Clear: [1, 5] } }))?.halo;
  const two = reportDataFixture({ rates: (name, _, criterion) => name !== "judge" || criterion === "Clear" });
  for (const [halo, why] of [
    [single, "one-criterion"],
    [biasesOf(two)?.halo, "no-units"],
  ] as const)
    expect(halo).toMatchObject({ judge: { ...none, why }, people: { ...none, why }, difference: { ...none, why } });
});

test("outputs whose length is not known or zero tell nothing of length, and those of one length no slope", () => {
  const data = study();
  const lengths = (length: (place: number) => number | null) => ({
    ...data,
    samples: data.samples.map((sample, place) => ({ ...sample, length: length(place) })),
  });
  const long = data.samples.map(({ length }) => length ?? 0);
  const { Clear } = biasesOf(lengths((place) => (place < 3 ? null : place < 5 ? 0 : (long[place] ?? 0))))?.perCriterion ?? {};
  const expected = verbosity({
    length: long.slice(5),
    ...{ human: people(data).slice(5), judge: of(data, 3).slice(5), clusters: inputs(data).slice(5) },
  });
  expect(Clear?.perDoubling).toMatchObject({ value: expect.closeTo((expected.slope.value ?? 9) * Math.LN2, 12), n: 27 });
  expect(Clear?.partial.value).toBeCloseTo(expected.partial.value ?? 9, 12);
  const high = (expected.slope.interval?.high ?? 9) * Math.LN2;
  expect(Clear?.perDoubling.interval?.high).toBeCloseTo(high, 12);
  const same = biasesOf(lengths(() => 700))?.perCriterion.Clear;
  expect(same?.perDoubling).toMatchObject({ value: null, interval: null, why: expect.any(String) });
  const unknown = biasesOf(lengths(() => 0))?.perCriterion.Clear;
  for (const figure of [unknown?.perDoubling, unknown?.partial]) expect(figure).toMatchObject({ value: null, why: "no-lengths" });
});

test("self-preference and groups compare samples that have a system or a group with the others that have one", () => {
  const data = study();
  const samples = data.samples.map((sample, place) => ({
    ...sample,
    system: place < 4 ? null : sample.system,
    subset: place < 6 ? null : place < 28 ? "easy" : "hard",
  }));
  const { Clear } = biasesOf({ ...data, samples })?.perCriterion ?? {};
  const errors = errorsOf(data);
  const pick = (is: (place: number) => boolean) => meanOf(errors.filter((_, place) => is(place)));
  const own = pick((place) => place > 3 && place % 2 === 0) - pick((place) => place > 3 && place % 2 === 1);
  expect(Clear?.ownModel).toMatchObject({ value: expect.closeTo(own, 12), n: 14 });
  const gap = pick((place) => place > 5 && place < 28) - pick((place) => place > 27);
  // A single small group keeps its name.
  expect(Clear?.subgroups.map(({ by, group, difference }) => [by, group, difference.n, difference.value])).toEqual([
    ["subset", "easy", 22, expect.closeTo(gap, 12)],
    ["subset", "hard", 4, expect.closeTo(-gap, 12)],
  ]);
  // Of one side there are too few units for an interval.
  for (const { difference, p, q } of Clear?.subgroups ?? [])
    expect([difference.interval, difference.intervalWhy, p, q]).toEqual([null, "small-group", null, null]);
});

test("groups of twenty or more are not taken together, and where all are the judge's own there is nothing to compare", () => {
  const data = study();
  const forty = reportDataFixture({ inputs: 20 });
  const large = biasesOf(forty)?.perCriterion.Clear?.subgroups;
  expect(large?.map(({ group, difference }) => [group, difference.n])).toEqual([
    ["one", 20],
    ["two", 20],
  ]);
  // Outputs of one input depend on each other.
  const [errors, clusters] = [errorsOf(forty), inputs(forty)];
  const ofSystem = <T>(list: readonly T[], system: string) => list.filter((_, place) => forty.samples[place]?.system === system);
  const expected = selfPreference({
    ...{ errorOnOwn: ofSystem(errors, "one"), errorOnOther: ofSystem(errors, "two") },
    ...{ ownClusters: ofSystem(clusters, "one"), otherClusters: ofSystem(clusters, "two") },
  });
  expect(large?.[0]?.difference.interval?.low).toBeCloseTo(expected.interval?.low ?? 9, 10);
  expect(large?.[0]?.p).toBeCloseTo(expected.p ?? 9, 10);
  const samples = data.samples.map((sample) => ({ ...sample, system: "gpt-4" }));
  const { ownModel, opportunity } = biasesOf({ ...data, samples })?.perCriterion.Clear ?? {};
  for (const figure of [ownModel, opportunity]) expect(figure).toMatchObject({ value: null, why: "no-own-outputs" });
});

test("labels and verdicts on pairs have no bias, halo or redundancy", () => {
  const data = reportDataFixture({ criteria: { Clear: [1, 5], Cause: [0, 1], True: [1, 5] } });
  const named = { ...data, criteria: data.criteria.map((one) => (one.name === "Cause" ? { ...one, labels: ["no", "yes"] } : one)) };
  const found = biasesOf(named);
  expect(Object.keys(found?.perCriterion ?? {})).toEqual(["Clear", "True"]);
  expect(found?.halo.judge.n).toBe(1);
  expect(redundancy(ratingTable(named)).map(({ a, b }) => [a, b])).toEqual([["Clear", "True"]]);
  const pairs = { ...data, task: { ...data.task, kind: "pairwise" as const } };
  expect(judgeBiases(ratingTable(pairs))).toEqual({});
  expect(redundancy(ratingTable(pairs))).toEqual([]);
});

test("where some people rated without a draft, biases and redundancy are of their ratings", () => {
  const data = study();
  const drafted = (rater: (of: number) => boolean) => ({
    ...data,
    ratings: data.ratings.map((one) => (one.rater < 3 && rater(one.rater) ? { ...one, arm: "drafted" } : one)),
  });
  const ann = { ...data, ratings: data.ratings.filter(({ rater }) => rater === 0 || rater === 3) };
  const mixed = drafted((rater) => rater > 0);
  expect(biasesOf(mixed)).toEqual(biasesOf(ann));
  expect(redundancy(ratingTable(mixed))).toEqual(redundancy(ratingTable(ann)));
  const all = drafted(() => true);
  expect([biasesOf(all), redundancy(ratingTable(all))]).toEqual([biasesOf(data), redundancy(ratingTable(data))]);
});
