import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { gwetAc, icc, meanAlpha, raterBehaviour, raterSeverity, rawAgreement } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "../build-report";
import { ratingTable } from "../rating-table";
import { people } from "./people";

const peopleOf = (data: ReportData) => people(ratingTable(data));
const matrix = ({ ratings, samples }: ReportData, raters: number[], criterion: number) =>
  samples.map((_, sample) =>
    raters.map(
      (rater) => ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? null,
    ),
  );
const inputs = ({ samples }: ReportData) => samples.map(({ inputKey }) => inputKey);

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

test("reliability counts the units it leaves out, and the people who rated the criterion at all", () => {
  const rates = (name: string, sample: number, criterion: string) =>
    !(name === "Cleo" && criterion === "True") && !(name === "Bob" && sample < 5);
  const { Clear, True } = peopleOf(reportDataFixture({ rates })).perCriterion;
  expect(Clear).toMatchObject({ raters: 3, dropped: 5, oneRater: { n: 27 } });
  expect(True).toMatchObject({ raters: 2, dropped: 5 });
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
