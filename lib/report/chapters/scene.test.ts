import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { altTest, icc, judgeError, signedError } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import {
  altTestOf,
  altTestsIn,
  asFigure,
  biasIn,
  byCriterion,
  byJudge,
  errorIn,
  givenIn,
  hasRated,
  iccIn,
  isNominal,
  meanScores,
  scaleOf,
  sceneOf,
  scoresIn,
  scoringJudges,
} from "./scene";

/** Numbers, labels, and a metric on its own scale. */
function study(): ReportData {
  const base = reportDataFixture({ criteria: { Clear: [1, 5], Cause: [0, 1] }, rates: (name, sample) => name !== "Cleo" || sample > 9 });
  const metric = { name: "ROUGE", scale: { min: 0, max: 1, step: null } };
  return {
    ...base,
    criteria: base.criteria.map((one) => (one.name === "Cause" ? { ...one, labels: ["no", "yes"] } : one)),
    raters: [...base.raters, { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric, panel: null }],
  };
}
const rowsOf = ({ ratings, samples }: ReportData, raters: number[], criterion = 0) =>
  samples.map((_, sample) =>
    raters.map(
      (rater) => ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? null,
    ),
  );
const inputs = ({ samples }: ReportData) => samples.map(({ inputKey }) => inputKey);

test("labels and verdicts on pairs have no distances, scores of one output have", () => {
  const table = ratingTable(study());
  expect([isNominal(table, 0), isNominal(table, 1)]).toEqual([false, true]);
  const pairs = ratingTable({ ...study(), task: { ...study().task, kind: "pairwise" } });
  expect([isNominal(pairs, 0), isNominal(pairs, 1)]).toEqual([true, true]);
});

test("values are listed by criterion and by judge, without metrics on a scale of their own", () => {
  const table = ratingTable(study());
  expect(byCriterion(table, (criterion) => criterion + 10)).toEqual({ Clear: 10, Cause: 11 });
  expect(scoringJudges(table)).toEqual([3]);
  expect(byJudge(table, (judge) => judge * 2)).toEqual({ judge: 6 });
});

test("means of scores leave out who did not rate, and equal means of different people are equal numbers", () => {
  const rows = [
    [1, 2, 4, 5],
    [null, 3, null, 5],
    [null, null, null, 5],
    [0.1, 0.2, 0.3, 5],
    [0.2, 0.2, 0.2, 5],
    [0.1, null, 0.2, 5],
  ];
  const base = reportDataFixture({ inputs: 3, criteria: { Clear: [0, 5] } });
  const ratings = base.ratings.flatMap((one) => {
    const score = rows[one.sample]?.[one.rater] ?? null;
    return score === null ? [] : [{ ...one, score }];
  });
  const table = ratingTable({ ...base, ratings });
  const means = meanScores(table, [0, 1, 2, 3, 4, 5], [0, 1, 2]);
  expect(means).toEqual([7 / 3, 3, null, 0.2, 0.2, 0.15]);
  expect(sceneOf(table, 0).people).toEqual(means);
  expect(meanScores(table, [0, 3], [1])).toEqual([2, 0.2]);
  expect(meanScores(table, [0, 3], [])).toEqual([null, null]);
});

test("whole numbers too large to add up exactly still have the mean nearest to the true one", () => {
  const large = Number.MAX_SAFE_INTEGER;
  const base = reportDataFixture({ inputs: 1, criteria: { Clear: [0, large] } });
  // Opposite signs must not hide how large they are.
  const scores = [large, large - 1, -large];
  const ratings = base.ratings.map((one) => ({ ...one, score: scores[one.rater] ?? 0 }));
  expect(meanScores(ratingTable({ ...base, ratings }), [0], [0, 1, 2])).toEqual([(large - 1) / 3]);
});

test("a scene has the units of its criterion, people's means and their scores", () => {
  const data = study();
  const scene = sceneOf(ratingTable(data), 0);
  expect(scene.units).toEqual(data.samples.map((_, sample) => sample * 2));
  const rows = rowsOf(data, [0, 1, 2]);
  expect(scoresIn(scene, 2)).toEqual(rows.map(([, , cleo]) => cleo));
  const given = (row: (number | null)[]) => row.filter((score) => score !== null);
  expect(rows.map((_, place) => givenIn(scene)(place))).toEqual(rows.map(given));
  scene.people.forEach((mean, at) => {
    const own = given(rows[at] ?? []);
    expect(mean).toBeCloseTo(own.reduce((sum, score) => sum + score, 0) / own.length, 12);
  });
  expect(scaleOf(scene)).toMatchObject({ min: 1, max: 5 });
  expect(scaleOf({ ...scene, criterion: 7 })).toEqual({ min: -Infinity, max: Infinity });
  // Asked again, and for another criterion.
  expect(sceneOf(scene.table, 1).units[0]).toBe(1);
  expect(sceneOf(scene.table, 0)).toBe(scene);
});

test("errors of a judge have inputs as clusters", () => {
  const data = study();
  const scene = sceneOf(ratingTable(data), 0);
  const columns = { human: scene.people, judge: scoresIn(scene, 3), clusters: inputs(data) };
  expect(biasIn(scene, 3).value).toBeCloseTo(signedError(columns).value ?? Number.NaN, 12);
  expect(biasIn(scene, 3).interval?.low).toBeCloseTo(signedError(columns).interval?.low ?? Number.NaN, 12);
  const expected = judgeError(columns);
  expect(errorIn(scene, 3).signed.interval?.high).toBeCloseTo(expected.signed.interval?.high ?? Number.NaN, 12);
  expect(errorIn(scene, 3).blandAltman?.low).toBeCloseTo(expected.blandAltman?.low ?? Number.NaN, 12);
});

test("reliability is over the people who rated the criterion at all", () => {
  const rates = (name: string, sample: number, criterion: string) => name !== "Bob" || (criterion === "True" && sample > 2);
  const data = reportDataFixture({ rates });
  const [clear, truth] = [0, 1].map((criterion) => sceneOf(ratingTable(data), criterion));
  if (!clear || !truth) throw new Error("both criteria have a scene");
  expect([0, 1, 2].map((rater) => hasRated(clear, rater))).toEqual([true, false, true]);
  expect([0, 1, 2].map((rater) => hasRated(truth, rater))).toEqual([true, true, true]);
  for (const [scene, ratings] of [
    [clear, rowsOf(data, [0, 2], 0)],
    [truth, rowsOf(data, [0, 1, 2], 1)],
  ] as const) {
    const [found, expected] = [iccIn(scene), icc({ ratings: [...ratings] })];
    expect(found.iccA1.value).toBeCloseTo(expected.iccA1.value ?? Number.NaN, 12);
    expect(found.iccAk.n).toBe(expected.iccAk.n);
  }
});

test.each([
  ["the usual price is a fifth", {}, 0.2, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]],
  ["a plan's price is that of the verdict", { epsilon: 0.05 }, 0.05, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]],
  ["a plan's price between or beyond them is one more", { epsilon: 0.125 }, 0.125, [0, 0.05, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3]],
] as const)("the test of a judge is at each price, of numbers by distance and of labels by hits; %s", (_, plan, own, all) => {
  const base = study();
  const data = { ...base, task: { ...base.task, ...plan } };
  const table = ratingTable(data);
  for (const [criterion, score] of [
    [0, "rmse"],
    [1, "accuracy"],
  ] as const) {
    const at = (epsilon: number) =>
      altTest({
        ratings: rowsOf(data, [0, 1, 2], criterion),
        judge: rowsOf(data, [3], criterion).map(([own]) => own ?? null),
        ...{ clusters: inputs(data), annotatorIds: ["Ann", "Bob", "Cleo"], score, epsilon },
      });
    const found = altTestsIn(sceneOf(table, criterion), 3);
    expect(found.map(({ epsilon }) => epsilon)).toEqual(all);
    expect(found.map(({ winningRate, perAnnotator }) => [winningRate, perAnnotator])).toEqual(
      found.map(({ epsilon }) => [at(epsilon).winningRate, at(epsilon).perAnnotator]),
    );
    expect(altTestOf(sceneOf(table, criterion), 3).epsilon).toBe(own);
  }
});

test("a figure keeps its interval or says why there is none", () => {
  const interval = { low: 0, high: 1, confidence: 0.95, method: "t", resamples: null, seed: null };
  const of = { value: 0.5, why: null, n: 7 };
  expect(asFigure({ ...of, interval, intervalWhy: null, more: 1 } as never)).toEqual({ ...of, interval, intervalWhy: null });
  expect(asFigure({ ...of, interval: null, intervalWhy: "too-few" })).toEqual({ ...of, interval: null, intervalWhy: "too-few" });
  expect(asFigure(of)).toEqual({ ...of, interval: null, intervalWhy: "not-requested" });
  const none = { value: null, why: "no-units", n: 0 };
  expect(asFigure({ ...none, intervalWhy: "too-few" })).toEqual({ ...none, interval: null, intervalWhy: "undefined-estimate" });
  expect(asFigure({ ...of, interval, intervalWhy: "stale" }).intervalWhy).toBeNull();
});
