import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { shownSign } from "@/lib/domain/shown-difference";
import { adjustPValues, altTest, compareJudges, correlate, pearson } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { judges } from "./judges";
import { lettersOf } from "./ranking";

const judgesOf = (data: ReportData) => judges(ratingTable(data));
const column = ({ ratings, samples }: ReportData, rater: number, criterion = 0) =>
  samples.map(
    (_, sample) => ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? null,
  );
const meanOf = (columns: (number | null)[][]) =>
  (columns[0] ?? []).map((_, unit) => columns.reduce((sum, one) => sum + (one[unit] ?? 0), 0) / columns.length);
const inputs = ({ samples }: ReportData) => samples.map(({ inputKey }) => inputKey);

/** A second judge, who is always a point above the first where the scale allows it, and knows nothing of the second half. */
function withAnother(data: ReportData): ReportData {
  const own = data.ratings.filter(({ rater }) => rater === 3);
  return {
    ...data,
    raters: [...data.raters, { id: "j2", name: "another", kind: "judge", judgeKind: "endpoint", metric: null, panel: null }],
    ratings: [
      ...data.ratings,
      ...own.map((one) => ({ ...one, rater: 4, score: one.sample < 16 ? Math.min(5, one.score + 1) : ((one.sample * 3) % 5) + 1 })),
    ],
  };
}

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

test("judges are ranked on each criterion, compared in pairs, and corrected over all pairs and criteria", () => {
  const data = withAnother(reportDataFixture());
  const { ranking } = judgesOf(data);
  const human = (criterion: number) => meanOf([0, 1, 2].map((rater) => column(data, rater, criterion)));
  const pairs = [0, 1].map((criterion) =>
    compareJudges({
      human: human(criterion),
      a: column(data, 3, criterion),
      b: column(data, 4, criterion),
      clusters: inputs(data),
      permutations: 2000,
    }),
  );
  const { adjusted } = adjustPValues({ pValues: pairs.map(({ permBoth }) => permBoth.p), method: "holm" });
  ["Clear", "True"].forEach((name, criterion) => {
    expect(ranking[name]?.pairs).toHaveLength(1);
    expect(ranking[name]?.pairs[0]).toMatchObject({
      a: "judge",
      b: "another",
      p: pairs[criterion]?.permBoth.p,
      pHolm: adjusted[criterion],
    });
    const [first, second] = ranking[name]?.judges ?? [];
    expect(first?.figure.value).toBeGreaterThan(second?.figure.value ?? 2);
    expect(first?.figure.value).toBe(correlate({ x: column(data, 3, criterion), y: human(criterion) }).pearson.value);
    const [pair] = ranking[name]?.pairs ?? [];
    const differ = pair !== undefined && shownSign(pair.difference, pair.pHolm) !== 0;
    expect([first?.groups, second?.groups]).toEqual(differ ? [["a"], ["b"]] : [["a"], ["a"]]);
  });
});

test("judges are not shown to differ where the interval of the difference holds zero, whatever p is", () => {
  const base = reportDataFixture({ inputs: 10, criteria: { Clear: [1, 5] }, annotators: ["Ann"] });
  // Two outputs are good; the second judge misses one of them and turns the others round.
  const human = base.samples.map((_, sample) => (sample < 2 ? 5 : 1 + (sample % 2)));
  const missed = human.map((score, sample) => (sample === 0 ? 1 : sample === 1 ? 5 : 3 - score));
  const data = withAnother({ ...base, samples: base.samples.map((sample, at) => ({ ...sample, inputKey: `i${at}` })) });
  const scores = [human, human, missed];
  const ratings = scores.flatMap((own, rater) => own.map((score, sample) => ({ ...data.ratings[0], rater, sample, criterion: 0, score })));
  const { judges: found, pairs } = judgesOf({ ...data, ratings: ratings as typeof data.ratings }).ranking.Clear ?? {};
  expect(pairs?.[0]?.pHolm).toBeLessThan(0.01);
  expect(pairs?.[0]?.difference.interval?.low).toBeLessThan(0);
  expect(found?.map(({ groups }) => groups)).toEqual([["a"], ["a"]]);
});

test("letters join neighbours that are not shown to differ, and overlap where they must", () => {
  const differ = (pairs: string[]) => (a: string, b: string) => pairs.includes(a + b) || pairs.includes(b + a);
  expect([...lettersOf(["x", "y", "z"], differ(["xz"])).values()]).toEqual([["a"], ["a", "b"], ["b"]]);
  expect([...lettersOf(["x", "y", "z"], differ([])).values()]).toEqual([["a"], ["a"], ["a"]]);
  expect([...lettersOf(["x", "y", "z"], differ(["xy", "xz", "yz"])).values()]).toEqual([["a"], ["b"], ["c"]]);
});

test("ways of evaluating are set against people without a draft, and nobody against themselves", () => {
  const data = reportDataFixture();
  const people = data.ratings.filter(({ rater }) => rater < 3);
  const higher = (score: number, rater: number) => Math.min(5, score + (rater === 1 ? 1 : 0));
  const arms: ReportData["arms"] = {
    runs: [{ id: "a", judge: "judge" }],
    ratings: people.flatMap((one) => [
      { ...one, arm: "blind" as const, run: null },
      { ...one, arm: "drafted" as const, run: 0, score: higher(one.score, one.rater) },
    ]),
    drafts: [],
  };
  const found = judgesOf({ ...data, arms }).protocols;
  expect(found?.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ["judge", "judge"],
    ["judge with people", "with-draft"],
  ]);
  const blind = [0, 1, 2].map((rater) => column(data, rater));
  const drafted = blind.map((own, rater) => own.map((score) => higher(score ?? 0, rater)));
  const r = (x: (number | null)[], y: (number | null)[]) => pearson({ x, y }).value ?? 0;
  expect(found?.columns[0]?.perCriterion.Clear?.value).toBeCloseTo(r(column(data, 3), meanOf(blind)), 12);
  expect(found?.columns[1]?.perCriterion.Clear?.value).toBeCloseTo(r(meanOf(drafted), meanOf(blind)), 12);
  const others = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => (a === b ? [] : [r(drafted[a] ?? [], blind[b] ?? [])])));
  expect(found?.columns[1]?.pairwise.Clear).toMatchObject({ n: 6 });
  expect(found?.columns[1]?.pairwise.Clear?.value).toBeCloseTo(others.reduce((sum, one) => sum + one, 0) / 6, 12);
  expect(found?.betweenPeople.Clear?.n).toBe(3);
});

test("where nobody rated without a draft, nothing is compared with them", () => {
  const data = reportDataFixture();
  const drafted = { ...data, ratings: data.ratings.map((one) => (one.arm === null ? one : { ...one, arm: "drafted" })) };
  const found = judgesOf(drafted);
  expect(found.protocols).toBeNull();
  expect(found.altCurves.judge?.Clear).toEqual({ points: [], perPerson: [], why: "no-blind-ratings" });
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
  expect(consistency.judge?.True?.alpha.why).toBe("not-rated");
});
