import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { gwetAc, icc, meanAlpha, raterBehaviour, raterSeverity, rawAgreement, spearman } from "@/lib/stats";
import { inputsOf as inputs, matrixOf as matrix } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "../build-report";
import { ratingTable } from "../rating-table";
import { people } from "./people";

const peopleOf = (data: ReportData) => people(ratingTable(data));

test("each criterion has its own agreement and reliability, all of them different", () => {
  const data = reportDataFixture();
  const { Clear, True } = peopleOf(data).perCriterion;
  const ratings = matrix(data, [0, 1, 2], 0);
  const { iccA1, iccAk } = icc({ ratings });
  expect(Clear).toMatchObject({
    rawAgreement: { value: rawAgreement({ ratings }).value },
    gwet: { value: gwetAc({ ratings, weights: "quadratic" }).value },
    oneRater: { value: iccA1.value, interval: iccA1.interval },
    meanOfRaters: { value: iccAk.value, n: 32 },
    ...{ raters: 3, dropped: 0 },
  });
  const values = [Clear, True].flatMap((one) =>
    [one?.rawAgreement, one?.gwet, one?.oneRater, one?.meanOfRaters].map((figure) => figure?.value),
  );
  expect(new Set(values).size).toBe(8);
});

test("several outputs of one input are one cluster of the intervals of agreement", () => {
  const data = reportDataFixture();
  const once = { ...data, samples: data.samples.map((sample, place) => ({ ...sample, inputKey: `i${place}` })) };
  const [shared, own] = [data, once].map((each) => peopleOf(each).perCriterion.Clear);
  expect([shared?.rawAgreement.value, shared?.gwet.value]).toEqual([own?.rawAgreement.value, own?.gwet.value]);
  expect(shared?.rawAgreement.interval).not.toEqual(own?.rawAgreement.interval);
  expect(shared?.gwet.interval).not.toEqual(own?.gwet.interval);
});

test("reliability counts the units it leaves out, and the people who rated the criterion at all", () => {
  const rates = (name: string, sample: number, criterion: string) =>
    !(name === "Cleo" && criterion === "True") && !(name === "Bob" && sample < 5);
  const { Clear, True } = peopleOf(reportDataFixture({ rates })).perCriterion;
  expect(Clear).toMatchObject({ raters: 3, dropped: 5, oneRater: { n: 27 } });
  expect(True).toMatchObject({ raters: 2, dropped: 5 });
});

test("units that nobody rated are not counted as left out of reliability", () => {
  const rates = (name: string, sample: number) => name === "judge" || (sample < 20 && !(name === "Bob" && sample < 5));
  expect(peopleOf(reportDataFixture({ rates })).perCriterion.Clear).toMatchObject({ dropped: 5, oneRater: { n: 15 } });
});

test("strata sort units by people's range, and judges are measured within each", () => {
  // Ranges 0, 1, 3 on a scale of 1 to 5; the judge is off by +2, -0.5 and +1.
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob"] });
  const scores = [
    [3, 3, 5],
    [4, 5, 4],
    [1, 4, 4],
    [2, 2, 2],
  ];
  const ratings = base.ratings.map((one) => ({ ...one, score: scores[one.sample]?.[one.rater] ?? 0 }));
  const { Clear } = peopleOf({ ...base, ratings }).perCriterion;
  const [unanimous, mild, split] = Clear?.strata ?? [];
  expect(Clear?.strata.map(({ name, units }) => [name, units])).toEqual([
    ["unanimous", 2],
    ["mild", 1],
    ["split", 1],
  ]);
  expect(unanimous?.judges.judge).toMatchObject({ bias: { value: 1, n: 2 }, absoluteError: { value: 1 }, close: { value: 0.5 } });
  expect(mild?.judges.judge).toMatchObject({ bias: { value: -0.5, n: 1 }, absoluteError: { value: 0.5 }, close: { value: 1 } });
  expect(split?.judges.judge).toMatchObject({ bias: { value: 1.5 }, close: { value: 0 } });
});

test("within each stratum judge and people are correlated, an input's outputs together", () => {
  const data = reportDataFixture({ inputs: 40, annotators: ["Ann", "Bob"], criteria: { Clear: [1, 5] } });
  const rows = matrix(data, [0, 1, 2], 0);
  const rangeOf = ([a = 0, b = 0]: (number | null)[]) => Math.abs(Number(a) - Number(b));
  const expected = [(range: number) => range === 0, (range: number) => range === 1, (range: number) => range > 1].map((is) => {
    const places = [...rows.keys()].filter((place) => is(rangeOf(rows[place] ?? [])));
    const of = <T>(column: readonly T[]) => places.map((place) => column[place] as T);
    const { value, n, interval } = spearman({
      ...{ x: of(rows.map((row) => row[2] ?? null)), y: of(rows.map(([a, b]) => (Number(a) + Number(b)) / 2)), clusters: of(inputs(data)) },
    });
    return [value, n, interval];
  });
  const { strata } = peopleOf(data).perCriterion.Clear ?? {};
  const found = strata?.map(({ judges }) => judges.judge?.spearman);
  expect(found?.map((figure) => [figure?.value, figure?.n, figure?.interval])).toEqual(expected);
  expect(new Set(expected.map(([value]) => value)).size).toBe(3);
  expect(expected.filter(([, , interval]) => interval !== null).length).toBeGreaterThan(1);
});

test("labels are unanimous, have a majority or none, and are right or wrong instead of near or far", () => {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [0, 2] } });
  const scores = [
    [0, 0, 0, 0],
    [0, 1, 1, 0],
    [0, 1, 2, 0],
    [1, 1, 1, 0],
  ];
  const ratings = base.ratings.map((one) => ({ ...one, score: scores[one.sample]?.[one.rater] ?? 0 }));
  const criteria = base.criteria.map((criterion) => ({ ...criterion, labels: ["a", "b", "c"] }));
  const { strata, oneRater } = peopleOf({ ...base, criteria, ratings }).perCriterion.Clear ?? {};
  expect(strata?.map(({ units, judges }) => [units, judges.judge?.close.value, judges.judge?.bias.why])).toEqual([
    [2, 0.5, "labels"],
    [1, 0, "labels"],
    [1, null, "no-units"],
  ]);
  expect(oneRater).toMatchObject({ value: null, why: "labels" });
});

test("each person's row is from their own ratings", () => {
  const data = reportDataFixture();
  data.ratings = data.ratings.map((one) => ({
    ...one,
    durationMs: 1000 * (one.rater + 2) * (one.sample + 1),
    day: 100 - one.sample,
  }));
  const { raters } = peopleOf(data);
  const units = data.samples.flatMap((_, sample) => [0, 1].map((criterion) => matrix(data, [0, 1, 2], criterion)[sample] ?? []));
  const { raters: severities } = raterSeverity({ ratings: units, clusters: inputs(data).flatMap((input) => [input, input]) });
  ["Ann", "Bob", "Cleo"].forEach((name, place) => {
    const own = [0, 1].map((criterion) => matrix(data, [place], criterion).flat().reverse());
    const [clear, true_] = own.map((scores) => raterBehaviour({ scores, scalePoints: 5 }));
    expect(raters[name]).toMatchObject({
      ratings: 64,
      medianSeconds: (place + 2) * 16.5,
      severity: { value: severities[place]?.severity.value },
      longestRun: Math.max(clear?.longestRun ?? 0, true_?.longestRun ?? 0),
      entropy: ((clear?.entropyNormalised.value ?? 0) + (true_?.entropyNormalised.value ?? 0)) / 2,
      draftKept: { why: "no-drafts" },
      retest: { why: "no-repeats" },
    });
    expect(raters[name]?.close.value).toBeCloseTo(1 - (severities[place]?.outsideOne ?? 0), 12);
  });
  expect(new Set(Object.values(raters).map(({ withOthers }) => withOthers.value)).size).toBe(3);
});

test("alpha without a person is that of the others, less that of all", () => {
  const data = reportDataFixture();
  const tables = (raters: number[]) => [0, 1].map((criterion) => matrix(data, raters, criterion));
  const of = (raters: number[]) => meanAlpha({ tables: tables(raters), clusters: inputs(data) }).ordinal.value ?? 0;
  const { raters } = peopleOf(data);
  expect(raters.Bob?.alphaWithout.value).toBeCloseTo(of([0, 2]) - of([0, 1, 2]), 12);
  expect(raters.Cleo?.alphaWithout.value).toBeCloseTo(of([0, 1]) - of([0, 1, 2]), 12);
  expect(peopleOf(reportDataFixture({ annotators: ["Ann", "Bob"] })).raters.Ann?.alphaWithout.why).toBe("too-few-people");
});

test("second scores are set against the first of the same person", () => {
  const repeat = (rater: number, sample: number, before: number, after: number) => ({ rater, sample, criterion: 0, before, after });
  const repeats = [repeat(0, 1, 3, 3), repeat(0, 2, 4, 4), repeat(0, 3, 2, 3), repeat(1, 1, 5, 4)];
  const { raters } = peopleOf({ ...reportDataFixture(), repeats });
  expect([raters.Ann?.retest, raters.Bob?.retest].map((figure) => [figure?.value, figure?.n])).toEqual([
    [2 / 3, 3],
    [0, 1],
  ]);
  // Samples 2 and 3 are outputs of one input.
  expect([raters.Ann?.retest, raters.Bob?.retest].map((figure) => figure?.interval?.method)).toEqual(["t", "wilson"]);
});

test("points on different scales are not averaged into a severity", () => {
  const { raters } = peopleOf(reportDataFixture({ criteria: { Clear: [1, 5], Long: [0, 100] } }));
  expect(raters.Ann?.severity).toMatchObject({ value: null, why: "mixed-scales" });
  expect(raters.Ann?.withOthers.value).not.toBeNull();
});

test("scores with hundreds of different decimals have no raw agreement, and the report has all else", () => {
  const data = reportDataFixture({ inputs: 60 });
  const ratings = data.ratings.map((rating, at) => ({ ...rating, score: rating.score + at / 4096 }));
  const { chapters, agreement } = buildReport({ ...data, ratings, criteria: data.criteria.map((one) => ({ ...one, step: null })) });
  const none = { value: null, why: "too-many-values" };
  expect(chapters?.people.perCriterion.Clear).toMatchObject({ rawAgreement: none, gwet: none, oneRater: { why: null } });
  expect(agreement.perCriterion.Clear?.annotators.interval.why).toBeNull();
});

/** One criterion, an input for each sample; `rows[sample]` has everybody's score, the judge's last, null where missing. */
function table(rows: (number | null)[][], scale: [number, number] = [1, 5]): ReportData {
  const names = ["Ann", "Bob", "Cleo", "Dia"].slice(0, (rows[0]?.length ?? 1) - 1);
  const base = reportDataFixture({ inputs: rows.length, criteria: { Clear: scale }, annotators: names });
  return {
    ...base,
    samples: base.samples.filter((_, sample) => sample % 2 === 0).map((sample, place) => ({ ...sample, inputKey: `i${place}` })),
    ratings: rows.flatMap((row, sample) =>
      row.flatMap((score, rater) =>
        score === null
          ? []
          : [{ rater, sample, criterion: 0, score, arm: rater === names.length ? null : "blind", startedAt: null, durationMs: null }],
      ),
    ),
  };
}

test("who is close to the others counts the units that somebody else rated, one point away included", () => {
  const { raters } = peopleOf(
    table([
      [1, 2, 2, 3],
      [3, null, 1, 3],
      [5, 3, null, 3],
      [2, null, null, 3],
    ]),
  );
  // Ann is 1 from 2, 2 from 1 and from 3; Bob .5 from 1.5 and 2 from 5; Cleo .5 from 1.5 and 2 from 3.
  expect(["Ann", "Bob", "Cleo"].map((name) => [raters[name]?.close.value, raters[name]?.close.n])).toEqual([
    [1 / 3, 3],
    [1 / 2, 2],
    [1 / 2, 2],
  ]);
  const alone = peopleOf(
    table([
      [1, 3],
      [2, 3],
    ]),
  ).raters.Ann;
  expect(alone?.close).toMatchObject({ value: null, why: "no-pairable-units" });
  const pairs = table(
    [
      [1, -1, 1],
      [1, 1, 1],
    ],
    [-1, 1],
  );
  const { Ann } = peopleOf({ ...pairs, task: { ...pairs.task, kind: "pairwise" } }).raters;
  expect([Ann?.severity.why, Ann?.close.why]).toEqual(["labels", "labels"]);
});

test("a run of equal scores is by day, then by sample, and variety is of the points of the scale, where it has points", () => {
  const data = table([4, 1, 4, 1, 4, 1].map((score) => [score, 2, 3]));
  const days = [1, 4, 2, 5, 3, 6];
  const dated = data.ratings.map((one) => ({
    ...one,
    day: days[one.sample] ?? 0,
    ...(one.sample < 2 && { durationMs: 1000 * (one.sample + 3) }),
  }));
  const { Ann } = peopleOf({ ...data, ratings: dated }).raters;
  expect([Ann?.longestRun, Ann?.medianSeconds, Ann?.ratings]).toEqual([3, 3.5, 6]);
  expect(Ann?.entropy).toBeCloseTo(Math.log(2) / Math.log(5), 12);
  const order = [0, 2, 4, 1, 3, 5];
  const bySample = table([4, 4, 4, 1, 1, 1].map((score) => [score, 2, 3]));
  const listed = order.flatMap((sample) => bySample.ratings.filter((one) => one.sample === sample)).map((one) => ({ ...one, day: 7 }));
  expect(peopleOf({ ...bySample, ratings: listed }).raters.Ann?.longestRun).toBe(3);
  const continuous = data.criteria.map((criterion) => ({ ...criterion, step: null }));
  expect(peopleOf({ ...data, criteria: continuous }).raters.Ann).toMatchObject({ entropy: null, longestRun: 1 });
});

test("strata go by a quarter of the scale, hold the units with two ratings or more, and judge those that the judge scored too", () => {
  const { strata } =
    peopleOf(
      table(
        [
          [5, 5, 5, 6],
          [5, 7, null, 7],
          [5, 8, 6, 7],
          [9, null, null, 5],
          [4, 4, null, null],
          [7, 7, 7, 9],
        ],
        [3, 11],
      ),
    ).perCriterion.Clear ?? {};
  const found = strata?.map(({ name, units, judges }) => [
    name,
    units,
    judges.judge?.bias.n,
    judges.judge?.bias.value,
    judges.judge?.close.value,
  ]);
  expect(found).toEqual([
    ["unanimous", 3, 2, 1.5, 0.5],
    ["mild", 1, 1, 1, 1],
    ["split", 1, 1, expect.closeTo(2 / 3, 12), 1],
  ]);
  expect(strata?.[0]?.judges.judge?.close.interval?.method).toBe("wilson");
});

test("a point from people's mean is close, and a quarter of the scale a mild difference, in decimals too", () => {
  expect([2.2 - 1.2 > 1, 0.55 - 0.3 > 0.25]).toEqual([true, true]);
  const [unanimous] = peopleOf(table([[1.2, 1.2, 2.2], [1.2, 1.2, 2.3]])).perCriterion.Clear?.strata ?? []; // biome-ignore format: one row
  expect(unanimous?.judges.judge?.close.value).toBe(0.5);
  const strata = peopleOf(table([[0.3, 0.55, 0], [0.3, 0.6, 0]], [0, 1])).perCriterion.Clear?.strata; // biome-ignore format: one row
  expect(strata?.map(({ name, units }) => [name, units])).toEqual([
    ["unanimous", 0],
    ["mild", 1],
    ["split", 1],
  ]);
});

test("a majority of labels is of those given", () => {
  const data = table(
    [
      [1, 1, 2, null, 1],
      [2, 1, 1, null, 2],
      [0, 2, null, null, 2],
    ],
    [0, 2],
  );
  const { strata, meanOfRaters } =
    peopleOf({ ...data, criteria: data.criteria.map((criterion) => ({ ...criterion, labels: ["a", "b", "c"] })) }).perCriterion.Clear ?? {};
  expect(strata?.map(({ units, judges }) => [units, judges.judge?.close.value])).toEqual([
    [0, null],
    [2, 0.5],
    [1, null],
  ]);
  expect(strata?.map(({ judges }) => judges.judge?.spearman?.why)).toEqual(["no-units", "labels", "no-units"]);
  expect(meanOfRaters?.why).toBe("labels");
});

test("of the people who rated a criterion agreement is theirs alone, from ratings made without a draft where it has any", () => {
  const partly = reportDataFixture({ rates: (name, _, criterion) => !(name === "Cleo" && criterion === "True") });
  const { True } = peopleOf(partly).perCriterion;
  const two = matrix(partly, [0, 1], 1);
  expect(True?.rawAgreement.value).toBeCloseTo(rawAgreement({ ratings: two }).value ?? Number.NaN, 12);
  expect(True?.gwet.value).toBeCloseTo(gwetAc({ ratings: two, weights: "quadratic" }).value ?? Number.NaN, 12);
  const data = reportDataFixture();
  const ratings = data.ratings.map((one) => (one.rater < 3 && (one.criterion === 1 || one.sample < 12) ? { ...one, arm: "drafted" } : one));
  const mixed = peopleOf({ ...data, ratings }).perCriterion;
  const blind = peopleOf({ ...data, ratings: data.ratings.filter(({ rater, sample }) => rater === 3 || sample >= 12) }).perCriterion;
  expect(mixed.Clear?.rawAgreement).toEqual(blind.Clear?.rawAgreement);
  expect(mixed.Clear?.oneRater).toEqual(blind.Clear?.oneRater);
  expect(mixed.True?.rawAgreement).toEqual(peopleOf(data).perCriterion.True?.rawAgreement);
});

test("alpha without a person leaves out labels beside numbers, and is nominal where there are only labels", () => {
  const data = reportDataFixture();
  const labels = ["0", "a", "b", "c", "d", "e"];
  const labelled = (which: number[]) =>
    peopleOf({
      ...data,
      criteria: data.criteria.map((criterion, at) => (which.includes(at) ? { ...criterion, min: 0, max: 5, labels } : criterion)),
    }).raters.Bob?.alphaWithout.value;
  const of = (raters: number[], criteria: number[]) => meanAlpha({ tables: criteria.map((criterion) => matrix(data, raters, criterion)) });
  const [two, three] = [
    [0, 2],
    [0, 1, 2],
  ];
  expect(labelled([1])).toBeCloseTo((of(two, [0]).ordinal.value ?? 0) - (of(three, [0]).ordinal.value ?? 0), 12);
  expect(labelled([0, 1])).toBeCloseTo((of(two, [0, 1]).nominal.value ?? 0) - (of(three, [0, 1]).nominal.value ?? 0), 12);
});

test("reliability and strata are of all ratings where the verdict is, since those made without a draft have no unit in common", () => {
  const base = reportDataFixture();
  // One of the three rates each sample blind, and the others beside a draft.
  const ratings = base.ratings.map((one) => (one.rater === 3 || one.rater === one.sample % 3 ? one : { ...one, arm: "drafted" }));
  const data = { ...base, ratings };
  const report = buildReport(data);
  expect(report.chapters.verdict.Clear?.basis).toBe("with-draft");
  const { Clear } = report.chapters.people.perCriterion;
  expect(Clear?.rawAgreement).toMatchObject({ value: rawAgreement({ ratings: matrix(data, [0, 1, 2], 0) }).value, n: 32 });
  expect(Clear).toMatchObject({ meanOfRaters: { n: 32 }, raters: 3 });
  expect(Clear?.strata.reduce((sum, { units }) => sum + units, 0)).toBe(32);
});
