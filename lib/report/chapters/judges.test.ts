import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import {
  adjustPValues,
  altTest,
  altTestDifference,
  compareJudges,
  correlationDifference,
  humanLikeness,
  krippendorffAlpha,
  pearson,
} from "@/lib/stats";
import { column, inArm, inputsOf as inputs, matrixOf, meanOf, withAnother } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { judges } from "./judges";

const judgesOf = (data: ReportData) => judges(ratingTable(data));

test("person and judge are set against the same other people on the same units", () => {
  const data = reportDataFixture();
  const [ann, bob] = judgesOf(data).besidePeople.judge?.Clear ?? [];
  const human = meanOf([column(data, 1), column(data, 2)]);
  const expected = compareJudges({ human, a: column(data, 3), b: column(data, 0), clusters: inputs(data), statistic: "pearson" });
  expect(ann).toMatchObject({
    person: "Ann",
    own: { value: expected.b.value, n: 32 },
    judge: { value: expected.a.value },
    difference: { value: expected.difference.value, interval: expected.difference.interval },
  });
  expect(bob?.own.value).not.toBe(ann?.own.value);
  for (const [figure, rater] of [
    [ann?.own, 0],
    [ann?.judge, 3],
  ] as const) {
    const alone = pearson({ x: human, y: column(data, rater), clusters: inputs(data) }).interval;
    expect(figure?.interval).toEqual({ ...alone, low: expect.closeTo(alone?.low ?? 9, 11), high: expect.closeTo(alone?.high ?? 9, 11) });
  }
});

test("every two judges' advantages are compared on the units of both, and not where everybody saw a draft", () => {
  const data = withAnother(reportDataFixture());
  const { advantages } = judgesOf(data);
  const expected = altTestDifference({
    ...{ ratings: matrixOf(data, [0, 1, 2], 1), a: column(data, 3, 1), b: column(data, 4, 1), clusters: inputs(data), score: "rmse" },
  });
  expect(advantages?.True).toEqual([
    { a: "judge", b: "another", difference: expect.objectContaining({ value: expected.value, interval: expected.interval, n: 32 }) },
  ]);
  expect(Math.abs(expected.value ?? 0)).toBeGreaterThan(0.05);
  expect(judgesOf(inArm(data, "drafted")).advantages).toEqual({ Clear: [], True: [] });
});

test("a judge's differences from all people on all criteria are corrected together, each judge's by itself", () => {
  const data = withAnother(reportDataFixture());
  const { besidePeople } = judgesOf(data);
  for (const [name, rater] of [
    ["judge", 3],
    ["another", 4],
  ] as const) {
    const found = ["Clear", "True"].flatMap((criterion) => besidePeople[name]?.[criterion] ?? []);
    const pValues = [0, 1].flatMap((criterion) =>
      [0, 1, 2].map((person) => {
        const human = meanOf([0, 1, 2].filter((other) => other !== person).map((other) => column(data, other, criterion)));
        const columns = { human, a: column(data, rater, criterion), b: column(data, person, criterion), clusters: inputs(data) };
        return correlationDifference(columns).p;
      }),
    );
    expect(found.map(({ p }) => p)).toEqual(pValues.map((p) => expect.closeTo(p ?? Number.NaN, 10)));
    const { adjusted } = adjustPValues({ pValues, method: "holm" });
    expect(found.map(({ pHolm }) => pHolm)).toEqual(adjusted.map((p) => expect.closeTo(p ?? Number.NaN, 10)));
    expect(found.filter(({ p, pHolm }) => (pHolm ?? 0) > (p ?? 1)).length).toBeGreaterThan(3);
  }
});

test("beside a person who always says the same, the judge's correlation is given, and beside such a judge the person's", () => {
  const data = reportDataFixture();
  const flat = (rater: number) => ({ ...data, ratings: data.ratings.map((one) => (one.rater === rater ? { ...one, score: 3 } : one)) });
  const others = meanOf([column(data, 1), column(data, 2)]);
  const [ofAnn, ofJudge] = [0, 3].map((rater) => judgesOf(flat(rater)).besidePeople.judge?.Clear?.[0]);
  const none = { value: null, why: "constant-input", n: 32 };
  expect(ofAnn).toMatchObject({ own: none, difference: none, judge: { why: null, n: 32 } });
  expect(ofAnn?.judge.value).toBeCloseTo(pearson({ x: others, y: column(data, 3) }).value as number, 13);
  expect(ofJudge).toMatchObject({ judge: none, difference: none, own: { why: null, n: 32 } });
  expect(ofJudge?.own.value).toBeCloseTo(pearson({ x: others, y: column(data, 0) }).value as number, 13);
});

test("beside people who all saw its draft, the judge is not said to be closer than any of them", () => {
  const data = reportDataFixture();
  const [blind, drafted] = [data, inArm(data, "drafted")].map((one) => judgesOf(one).besidePeople.judge?.Clear ?? []);
  const none = { value: null, why: "no-blind-ratings", interval: null };
  expect(drafted?.map(({ p, pHolm }) => [p, pHolm])).toEqual([0, 1, 2].map(() => [null, null]));
  expect(drafted?.map(({ own, judge, difference }) => [own, judge, difference])).toMatchObject(
    (blind ?? []).map(({ own, judge }) => [own, judge, none]),
  );
  expect(drafted).toHaveLength(3);
});

const five = (shape = {}) => reportDataFixture({ annotators: ["Ann", "Bob", "Cleo", "Dan", "Eve"], ...shape });

test("a judge's agreement is set among that of five people, on ratings made without a draft", () => {
  const data = five();
  const { likeness } = judgesOf(data);
  const ratings = (criterion: number, of = data) => matrixOf(of, [0, 1, 2, 3, 4, 5], criterion);
  for (const [criterion, name] of ["Clear", "True"].entries()) {
    const { value, interval, judgeKappa, ...rest } = humanLikeness({ ratings: ratings(criterion), judge: 5, clusters: inputs(data) });
    const { peopleKappa, spread } = rest;
    expect(likeness?.judge?.[name]).toEqual({ value, why: null, n: 5, interval, intervalWhy: null, judgeKappa, peopleKappa, spread });
    expect(interval?.method).toBe("jackknife");
  }
  expect(likeness?.judge?.Clear?.value).not.toBe(likeness?.judge?.True?.value);
  // Of people who saw a draft, what they gave does not count.
  const mixed = { ...data, ratings: data.ratings.map((one) => (one.arm && one.sample < 8 ? { ...one, arm: "drafted" as const } : one)) };
  const blind = { ...data, ratings: data.ratings.filter(({ arm, sample }) => arm === null || sample >= 8) };
  const { value } = humanLikeness({ ratings: ratings(0, blind), judge: 5, clusters: inputs(data) });
  expect(judgesOf(mixed).likeness?.judge?.Clear).toMatchObject({ value, n: 5 });
  expect(judgesOf(inArm(data, "drafted")).likeness?.judge?.Clear).toEqual({
    ...{ value: null, why: "no-blind-ratings", n: 0, interval: null, intervalWhy: "undefined-estimate" },
    ...{ judgeKappa: null, peopleKappa: null, spread: null },
  });
});

test("a judge's agreement among people's says why there is none, and is of labels too", () => {
  const why = (data: ReportData) => judgesOf(data).likeness?.judge?.Clear;
  expect(why(reportDataFixture())).toMatchObject({ value: null, why: "fewer-than-five", n: 0 });
  const same = five();
  const alike = { ...same, ratings: same.ratings.map((one) => (one.rater < 5 ? { ...one, score: 1 + (one.sample % 4) } : one)) };
  expect(why(alike)).toMatchObject({ value: null, why: "people-alike", n: 5, peopleKappa: 1, spread: 0 });
  const many = five({ inputs: 30 });
  const fine = { ...many, ratings: many.ratings.map((one, at) => ({ ...one, score: 1 + at / 1000 })) };
  expect(why(fine)).toMatchObject({ value: null, why: "too-many-values" });
  const criteria = same.criteria.map((one) => ({ ...one, labels: ["a", "b", "c", "d", "e", "f"] }));
  expect(why({ ...same, criteria })?.value).toBe(why(same)?.value);
});

test("the curve is the test at each price, and each person has their own share", () => {
  const data = reportDataFixture();
  const curve = judgesOf(data).altCurves.judge?.True;
  const at = (epsilon: number) =>
    altTest({
      ratings: data.samples.map((_, unit) => [0, 1, 2].map((rater) => column(data, rater, 1)[unit])),
      judge: column(data, 3, 1),
      clusters: inputs(data),
      score: "rmse",
      epsilon,
    });
  expect(curve?.points.map(({ epsilon }) => epsilon)).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]);
  for (const { epsilon, winningRate } of curve?.points ?? []) expect(winningRate).toBe(at(epsilon).winningRate);
  expect(curve?.perPerson.map(({ judge }) => judge)).toEqual(at(0).perAnnotator.map(({ rhoJudge }) => rhoJudge));
});

test("a judge that is asked again is compared with itself", () => {
  const scores = [
    [3, 3],
    [4, 5],
    [2, 2],
    [1, 1],
  ].map((of, sample) => ({ sample, criterion: 0, of }));
  const { consistency } = judgesOf({ ...reportDataFixture(), judgeRepeats: [{ judge: 3, runs: 2, scores }] });
  expect(consistency.judge?.Clear).toMatchObject({ runs: 2, same: { value: 0.75, n: 4 } });
  expect(consistency.judge?.Clear?.alpha.value).toBeGreaterThan(0.8);
  expect(consistency.judge?.True).toMatchObject({ runs: 2, alpha: { why: "not-rated" }, same: { why: "not-rated" } });
  const alpha = (level: "ordinal" | "nominal") => {
    const found = krippendorffAlpha({ ratings: scores.map(({ of }) => of), level, clusters: ["a", "a", "b", "b"] });
    return { value: expect.closeTo(found.value ?? 9, 12), interval: found.interval && { low: expect.closeTo(found.interval.low, 10) } };
  };
  // The samples are two of each input, so shares and alpha are clustered.
  expect(consistency.judge?.Clear).toMatchObject({ alpha: alpha("ordinal"), same: { interval: { method: "t" } } });
  const named = reportDataFixture().criteria.map((one) => ({ ...one, labels: ["a", "b", "c", "d", "e", "f"] }));
  const ofLabels = judgesOf({ ...reportDataFixture(), criteria: named, judgeRepeats: [{ judge: 3, runs: 2, scores }] }).consistency;
  expect(ofLabels.judge?.Clear?.alpha).toMatchObject(alpha("nominal"));
});

test("scores given again on a later criterion belong to their samples' inputs", () => {
  const scores = [3, 4, 2, 5, 1, 4].map((score, sample) => ({ sample: 2 * sample, criterion: 1, of: [score, sample === 2 ? 5 : score] }));
  const { consistency } = judgesOf({ ...reportDataFixture(), judgeRepeats: [{ judge: 3, runs: 2, scores }] });
  expect(consistency.judge?.True?.same).toMatchObject({ value: 5 / 6, n: 6, interval: { method: "wilson" } });
});

test("labels have no correlations of judges with people, nor an order of judges", () => {
  const base = withAnother(reportDataFixture());
  const named = {
    ...base,
    criteria: base.criteria.map((one) => (one.name === "True" ? { ...one, labels: ["a", "b", "c", "d", "e", "f"] } : one)),
  };
  const { besidePeople, ranking, altCurves, protocols } = judgesOf(named);
  expect([besidePeople.judge?.True, ranking.True]).toEqual([[], { statistic: "spearman", judges: [], pairs: [] }]);
  expect(besidePeople.judge?.Clear).toHaveLength(3);
  expect(altCurves.judge?.True?.points).toHaveLength(7);
  for (const column of protocols?.columns ?? [])
    expect([column.perCriterion.True, column.pairwise.True]).toMatchObject([
      { value: null, why: "labels" },
      { value: null, why: "labels" },
    ]);
  expect(protocols?.betweenPeople.True).toMatchObject({ value: null, why: "labels" });
});

test("each person's part in the test has their name, n and whether it was enough", () => {
  const data = reportDataFixture({ rates: (name, sample) => name !== "Cleo" || sample < 20 });
  const { perPerson, why } = judgesOf(data).altCurves.judge?.Clear ?? {};
  expect(perPerson?.map(({ name, n, eligible }) => [name, n, eligible])).toEqual([
    ["Ann", 32, true],
    ["Bob", 32, true],
    ["Cleo", 20, false],
  ]);
  const test = altTest({
    ratings: data.samples.map((_, unit) => [0, 1, 2].map((rater) => column(data, rater)[unit])),
    ...{ judge: column(data, 3), clusters: inputs(data), score: "rmse", epsilon: 0 },
  });
  expect(perPerson?.map(({ judge, person }) => [judge, person])).toEqual(
    test.perAnnotator.map(({ rhoJudge, rhoHuman }) => [rhoJudge, rhoHuman]),
  );
  expect(why).toBe(test.why);
  const alone = reportDataFixture({ annotators: ["Ann"] });
  expect(judgesOf(alone).altCurves.judge?.Clear?.why).toEqual(expect.any(String));
});
