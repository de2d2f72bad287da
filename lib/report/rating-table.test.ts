import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { encodeRatings } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import {
  anyScoreOf,
  asColumns,
  criterionOf,
  encodedRatings,
  encodedScores,
  forgetEncoded,
  hasOwnScale,
  inputRanks,
  inputsOf,
  isLabelled,
  nameOf,
  numberUnits,
  partOf,
  ratingsOf,
  ratingTable,
  sampleOf,
  scoreOf,
  unitOf,
  unitsOf,
  whyNotPooled,
} from "./rating-table";

const data = reportDataFixture({ rates: (rater, sample) => (rater.length + sample) % 4 > 0 });
// Keys whose order as text is neither their order in the study nor that of their numbers.
const samplesOf = () => data.samples.map((sample, place) => ({ ...sample, inputKey: `i${(place * 7) % 12}` }));
const tableOf = (samples = samplesOf()) => ratingTable({ ...data, samples });

test("codes of any units and raters are those of the same ratings row by row", () => {
  const table = tableOf();
  const pick = (size: number) => fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: size });
  fc.assert(
    fc.property(pick(table.units), pick(table.raters), (units, raters) => {
      const encoded = encodedRatings(table, units, raters);
      const expected = encodeRatings({ ratings: ratingsOf(table, units, raters) });
      expect([...encoded.codes]).toEqual([...expected.codes]);
      const { units: ofUnits, raters: ofRaters, values, declared } = expected;
      expect(encoded).toMatchObject({ units: ofUnits, raters: ofRaters, values, declared });
    }),
  );
});

test("inputs are numbered in the order of their keys as text, the same number for the same input", () => {
  const samples = samplesOf();
  const table = tableOf(samples);
  const numbers = inputsOf(table, unitsOf(table, 1));
  const byNumber = samples.map(({ inputKey }, place) => [numbers[place] ?? -1, inputKey] as const).sort(([a], [b]) => a - b);
  expect([...new Set(byNumber.map(([, key]) => key))]).toEqual([...new Set(samples.map(({ inputKey }) => inputKey))].sort());
  expect(new Set(byNumber.map(([number]) => number)).size).toBe(12);
});

/** Three samples, two criteria with numbers and one of labels between them, two people, a judge, and metrics with and without a scale of their own. */
function study(): ReportData {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5], Cause: [0, 2], True: [1, 5] }, annotators: ["Ann", "Bob"] });
  const metric = (id: string, scale: { min: number; max: number; step: null } | null) =>
    ({ id, name: id, kind: "judge", judgeKind: "metric", metric: { name: id, scale }, panel: null }) as const;
  return {
    ...base,
    criteria: base.criteria.map((one) => (one.name === "Cause" ? { ...one, labels: ["a", "b", "c"] } : one)),
    samples: base.samples.slice(0, 3).map((sample, at) => ({ ...sample, inputKey: ["b", "10", "b"][at] ?? "" })),
    raters: [...base.raters, metric("ROUGE", { min: 0, max: 1, step: null }), metric("Length", null)],
    ratings: base.ratings
      .filter(({ rater, sample }) => sample < 3 && !(rater === 1 && sample === 1))
      .map((one) => ({ ...one, score: 10 * one.sample + one.criterion + one.rater / 10 })),
    metricScores: [
      { rater: 3, sample: 0, score: 0.25 },
      { rater: 3, sample: 2, score: 0.75 },
      { rater: 4, sample: 1, score: 0.5 },
    ],
  };
}

test("people and judges are apart, and each score is where its sample, criterion and rater are", () => {
  const table = ratingTable(study());
  expect(table).toMatchObject({ annotators: [0, 1], judges: [2, 3, 4], raters: 5, criteria: 3, units: 9, wanted: {} });
  for (const sample of [0, 1, 2])
    for (const criterion of [0, 1, 2]) {
      const unit = unitOf(table, sample, criterion);
      expect([sampleOf(table, unit), criterionOf(table, unit)]).toEqual([sample, criterion]);
      const score = 10 * sample + criterion;
      expect([0, 1, 2, 3, 4].map((rater) => scoreOf(table, unit, rater))).toEqual([
        ...[score, sample === 1 ? null : score + 0.1, score + 0.2, null, null],
      ]);
    }
  expect(scoreOf(table, 99, 0)).toBeNull();
  expect([nameOf(table, 1), nameOf(table, 9)]).toEqual(["Bob", ""]);
});

test("a metric with a scale of its own has one score for all units of a sample, one without none", () => {
  const table = ratingTable(study());
  expect([2, 3, 4].map((rater) => hasOwnScale(table, rater))).toEqual([false, true, false]);
  expect([0, 1, 2].map((unit) => anyScoreOf(table, unit, 3))).toEqual([0.25, 0.25, 0.25]);
  expect([3, 6].map((unit) => anyScoreOf(table, unit, 3))).toEqual([null, 0.75]);
  expect([anyScoreOf(table, 3, 4), anyScoreOf(table, 3, 0), anyScoreOf(table, 3, 1)]).toEqual([null, 10, null]);
});

test("a part has some raters and samples, numbered in the order given, with the scores, names and inputs that they had", () => {
  const table = tableOf();
  const withMetric = ratingTable(study());
  const lists = (size: number) => fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: size });
  for (const whole of [table, withMetric])
    fc.assert(
      fc.property(lists(whole.raters), lists(whole.data.samples.length), (raters, samples) => {
        const part = partOf(whole, { raters, samples });
        expect([part.raters, part.units, part.annotators, part.judges]).toEqual([
          raters.length,
          samples.length * whole.criteria,
          raters.map((_, place) => place),
          [],
        ]);
        expect(raters.map((_, place) => nameOf(part, place))).toEqual(raters.map((rater) => nameOf(whole, rater)));
        expect(part.data.samples).toEqual(samples.map((sample) => whole.data.samples[sample]));
        const scores = (of: typeof whole, rater: number, sample: number) =>
          whole.data.criteria.map((_, criterion) => anyScoreOf(of, unitOf(of, sample, criterion), rater));
        const all = (of: typeof whole, by: number[], on: number[]) => by.map((rater) => on.map((sample) => scores(of, rater, sample)));
        expect(all(part, [...raters.keys()], [...samples.keys()])).toEqual(all(whole, raters, samples));
        expect(raters.map((_, place) => hasOwnScale(part, place))).toEqual(raters.map((rater) => hasOwnScale(whole, rater)));
        // The same order of inputs, without gaps.
        const ranks = [...new Set(samples.map((sample) => whole.inputs[sample] ?? -1))].sort((a, b) => a - b);
        expect(part.inputs).toEqual(samples.map((sample) => ranks.indexOf(whole.inputs[sample] ?? -1)));
      }),
    );
});

test("criteria are pooled where those with numbers have one scale", () => {
  const table = ratingTable(study());
  expect([0, 1, 2].map((criterion) => isLabelled(table, criterion))).toEqual([false, true, false]);
  expect(isLabelled(table, 7)).toBe(false);
  expect(whyNotPooled(table)).toBeNull();
  const of = (change: (one: ReportData["criteria"][number]) => object) =>
    whyNotPooled(ratingTable({ ...study(), criteria: study().criteria.map((one) => ({ ...one, ...change(one) })) }));
  expect(of(() => ({ labels: ["a"] }))).toBe("labels");
  expect(of(({ name }) => (name === "True" ? { max: 6 } : {}))).toBe("mixed-scales");
  expect(of(({ name }) => (name === "True" ? { min: 0 } : {}))).toBe("mixed-scales");
  expect(whyNotPooled(ratingTable({ ...study(), criteria: [], ratings: [] }))).toBeNull();
});

test("units are listed for all criteria, for one, and for those with numbers", () => {
  const table = ratingTable(study());
  expect(unitsOf(table)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect([unitsOf(table, 0), unitsOf(table, 1), unitsOf(table, 2)]).toEqual([
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
  ]);
  expect(numberUnits(table)).toEqual([0, 2, 3, 5, 6, 8]);
  const numbers = ratingTable(reportDataFixture({ inputs: 1 }));
  expect(numberUnits(numbers)).toEqual([0, 1, 2, 3]);
  expect(ratingsOf(table, [3, 0], [1, 0])).toEqual([
    [null, 10],
    [0.1, 0],
  ]);
});

test("inputs of any units are numbered as their samples' are", () => {
  const { samples: listed } = study();
  // As text "10" comes before "b".
  expect(inputRanks(listed)).toEqual([1, 0, 1]);
  expect(inputRanks(listed)).toBe(inputRanks(listed));
  const table = ratingTable(study());
  expect([inputsOf(table, unitsOf(table, 2)), inputsOf(table, unitsOf(table)), inputsOf(table, [5, 8])]).toEqual([
    [1, 0, 1],
    [1, 1, 1, 0, 0, 0, 1, 1, 1],
    [0, 1],
  ]);
  expect(inputsOf(table, [99])).toEqual([-1]);
});

test("data in columns are taken as they are, rows are turned into columns", () => {
  const columns = asColumns(study());
  expect([...columns.ratings.rater].slice(0, 3)).toEqual([0, 1, 2]);
  expect(asColumns(columns)).toBe(columns);
  expect(ratingTable(columns)).toMatchObject({ codes: ratingTable(study()).codes, values: ratingTable(study()).values });
});

test("more values than a byte holds have codes too, as has what is no longer remembered", () => {
  for (const size of [254, 255, 256, 300]) {
    const base = reportDataFixture({ inputs: 1, criteria: { Long: [0, 999] }, annotators: ["Ann"] });
    const [sample] = base.samples;
    const [rating] = base.ratings;
    if (!sample || !rating) throw new Error("the fixture has samples and ratings");
    const places = Array.from({ length: size }, (_, at) => at);
    const many = ratingTable({
      ...base,
      samples: places.map((at) => ({ ...sample, id: `s${at}`, externalId: `s${at}` })),
      // In an order of their own, the first value twice.
      ratings: places.flatMap((at) => [0, 1].map((rater) => ({ ...rating, rater, sample: at, score: rater === 1 ? 7 : (at * 7) % size }))),
    });
    const [units, raters] = [unitsOf(many), [0, 1]];
    const expected = encodeRatings({ ratings: ratingsOf(many, units, raters) });
    const found = encodedRatings(many, units, raters);
    expect([found.values, [...found.codes]]).toEqual([expected.values, [...expected.codes]]);
    expect(encodedRatings(many, units, [0, 1])).toBe(found);
    forgetEncoded(many, [0]);
    expect(encodedRatings(many, units, raters)).toBe(found);
    forgetEncoded(many, raters);
    expect(encodedRatings(many, units, raters)).not.toBe(found);
    expect(encodedRatings(many, units, raters)).toEqual(found);
  }
});

test("codes number the values in rising order, a missing score has none, and -0 is 0", () => {
  const { NaN: missing } = Number;
  const found = encodedScores(Float64Array.of(3, missing, -0, 3, 0, -2), 3, 2);
  expect([[...found.codes], found.values]).toEqual([
    [3, 0, 2, 3, 2, 1],
    [-2, 0, 3],
  ]);
  expect(found).toMatchObject({ units: 3, raters: 2, declared: false });
  expect(Object.is(found.values[1], 0)).toBe(true);
  expect(encodedScores(Float64Array.of(missing, missing), 1, 2)).toMatchObject({ values: [] });
  const large = encodedScores(Float64Array.of(1e6, 255, 300, 0.5, 256, 300), 6, 1);
  expect(large.values).toEqual([0.5, 255, 256, 300, 1e6]);
  expect([...large.codes]).toEqual([5, 2, 4, 1, 3, 4]);
});
