import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { shownSign } from "@/lib/domain/shown-difference";
import { adjustPValues, altTest, compareJudges, correlate, krippendorffAlpha, pearson } from "@/lib/stats";
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
  expect([besidePeople.judge?.True, ranking.True]).toEqual([[], { judges: [], pairs: [] }]);
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

/** Judges in the order of their names whose scores on the first criterion are as given, sample by sample; null: not scored. */
function withJudges(columns: Record<string, (sample: number, human: number) => number | null>): ReportData {
  const base = reportDataFixture({ inputs: 40, criteria: { Clear: [1, 9] }, annotators: ["Ann"] });
  const human = column(base, 0);
  const own = Object.entries(columns).flatMap(([, of], place) =>
    human.flatMap((score, sample) => {
      const given = of(sample, score ?? 0);
      const [rating] = base.ratings;
      return given === null || !rating ? [] : [{ ...rating, rater: 1 + place, sample, score: given, arm: null }];
    }),
  );
  return {
    ...base,
    raters: [
      ...base.raters.slice(0, 1),
      ...Object.keys(columns).map((name) => ({
        id: name,
        name,
        kind: "judge" as const,
        judgeKind: "endpoint" as const,
        metric: null,
        panel: null,
      })),
    ],
    ratings: [...base.ratings.filter(({ rater }) => rater === 0), ...own],
  };
}
const noise = (sample: number) => ((sample * 37) % 11) - 5;

test("judges are listed best first, those without scores left out, constant ones last, and differ where their pair does", () => {
  const data = withJudges({
    poor: (sample, human) => Math.round(0.1 * human + noise(sample)),
    silent: () => null,
    good: (sample, human) => human + (sample % 5 === 0 ? 1 : 0),
    constant: () => 4,
    fair: (sample, human) => human + (sample % 7 === 0 ? 1 : 0),
  });
  const { judges: found, pairs } = judgesOf(data).ranking.Clear ?? {};
  expect(pairs?.map(({ a, b }) => `${a} ${b}`)).toEqual([
    ...["poor good", "poor constant", "poor fair", "good constant", "good fair", "constant fair"],
  ]);
  expect(found?.map(({ name }) => name).slice(2)).toEqual(["poor", "constant"]);
  expect(new Set(found?.map(({ name }) => name).slice(0, 2))).toEqual(new Set(["good", "fair"]));
  const value = (place: number) => found?.[place]?.figure.value ?? -2;
  expect(value(0)).toBeGreaterThan(value(1));
  expect(value(1)).toBeGreaterThan(value(2));
  const differ = (a: string, b: string) => {
    const pair = pairs?.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
    return pair !== undefined && shownSign(pair.difference, pair.pHolm) !== 0;
  };
  expect([differ("poor", "good"), differ("poor", "fair"), differ("good", "fair"), differ("poor", "constant")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(found?.map(({ name, groups }) => [name, groups])).toEqual([
    [found?.[0]?.name, ["a"]],
    [found?.[1]?.name, ["a"]],
    ["poor", ["b"]],
    ["constant", ["b"]],
  ]);
});

test.each([
  ["constant", "good", "middling", "poor"],
  ["poor", "middling", "good", "constant"],
])(
  "in whichever order judges were added (%s, %s, %s, %s), a middling one may share a letter with a better and with a worse one",
  (...names) => {
    const scores: Record<string, (sample: number, human: number) => number> = {
      constant: () => 4,
      good: (sample, human) => human + noise(sample) / 2,
      middling: (sample, human) => human + noise(sample + 3) * 0.6,
      poor: (sample, human) => human + noise(sample + 7) * 1.2,
    };
    const { judges: found, pairs } =
      judgesOf(withJudges(Object.fromEntries(names.map((name) => [name, scores[name] ?? (() => 0)])))).ranking.Clear ?? {};
    const differ = (a: string, b: string) =>
      pairs?.some((one) => [one.a, one.b].sort().join() === [a, b].sort().join() && shownSign(one.difference, one.pHolm) !== 0);
    expect([differ("good", "poor"), differ("good", "middling"), differ("middling", "poor")]).toEqual([true, false, false]);
    expect(found?.map(({ name, groups }) => [name, groups])).toEqual([
      ["good", ["a"]],
      ["middling", ["a", "b"]],
      ["poor", ["b"]],
      ["constant", ["b"]],
    ]);
  },
);

test("a metric on a scale of its own is ranked with the judges", () => {
  const base = reportDataFixture();
  const metric = { name: "ROUGE", scale: { min: 0, max: 1, step: null } };
  const data: ReportData = {
    ...base,
    raters: [...base.raters, { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric, panel: null }],
    metricScores: base.samples.map((_, sample) => ({ rater: 4, sample, score: (column(base, 0)[sample] ?? 0) / 5 })),
  };
  const { judges: found, pairs } = judgesOf(data).ranking.Clear ?? {};
  const human = meanOf([0, 1, 2].map((rater) => column(base, rater)));
  expect(found?.find(({ name }) => name === "ROUGE")?.figure.value).toBeCloseTo(pearson({ x: column(base, 0), y: human }).value ?? 9, 12);
  expect(pairs?.map(({ a, b }) => [a, b])).toEqual([["judge", "ROUGE"]]);
});

test("where intervals are not wanted judges are ranked all the same, but not tested", () => {
  const data = withAnother(reportDataFixture());
  const [found, whole] = [judges(ratingTable(data, { interval: "none" })).ranking.Clear, judgesOf(data).ranking.Clear];
  expect(found?.judges.map(({ name, figure }) => [name, figure.value])).toEqual(
    whole?.judges.map(({ name, figure }) => [name, figure.value]),
  );
  expect(found?.pairs[0]).toMatchObject({ p: null, pHolm: null, difference: { value: whole?.pairs[0]?.difference.value, interval: null } });
  expect(whole?.pairs[0]?.p).not.toBeNull();
});

test("people with each run's draft are set against people without one, of blind-then-drafted by their final scores", () => {
  const data = reportDataFixture();
  const people = data.ratings.filter(({ rater }) => rater < 3);
  const drafted = (own: number) => Math.min(5, own + 1);
  const final = (own: number, sample: number) => (sample % 3 === 0 ? 3 : own);
  // Bob's scores without a draft are the first ones of two; nobody rated with the third run's draft.
  const arms: ReportData["arms"] = {
    runs: ["a", "b", "c"].map((id) => ({ id, judge: `judge ${id}` })),
    ratings: people.flatMap((one) => [
      ...(one.rater === 1
        ? [
            { ...one, arm: "final" as const, run: 1, score: final(one.score, one.sample) },
            { ...one, arm: "first" as const, run: 1 },
          ]
        : [{ ...one, arm: "blind" as const, run: null }]),
      ...(one.rater === 0 ? [{ ...one, arm: "drafted" as const, run: 0, score: drafted(one.score) }] : []),
    ]),
    drafts: [],
  };
  const found = judgesOf({ ...data, arms }).protocols;
  expect(found?.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ["judge", "judge"],
    ["judge a with people", "with-draft"],
    ["judge b with people", "with-draft"],
  ]);
  const blind = meanOf([0, 1, 2].map((rater) => column(data, rater)));
  const r = (x: (number | null)[], y: (number | null)[] = blind) => correlate({ x, y, clusters: inputs(data) }).pearson;
  const ofAnn = column(data, 0).map((own) => drafted(own ?? 0));
  const ofBob = column(data, 1).map((own, sample) => final(own ?? 0, sample));
  for (const [place, expected] of [
    [1, r(ofAnn)],
    [2, r(ofBob)],
  ] as const) {
    const of = found?.columns[place]?.perCriterion.Clear;
    expect(of).toMatchObject({ n: 32, value: expect.closeTo(expected.value ?? 9, 12) });
    expect(of?.interval?.low).toBeCloseTo(expected.interval?.low ?? 9, 10);
  }
  // Ann with the draft against Bob and Cleo without it.
  const pairs = [1, 2].map((rater) => r(ofAnn, column(data, rater)).value ?? 9);
  expect(found?.columns[1]?.pairwise.Clear).toMatchObject({
    ...{ n: 2, value: expect.closeTo(((pairs[0] ?? 0) + (pairs[1] ?? 0)) / 2, 12), interval: null, intervalWhy: "not-requested" },
  });
  const between = [r(column(data, 0), column(data, 1)), r(column(data, 0), column(data, 2)), r(column(data, 1), column(data, 2))];
  expect(found?.betweenPeople.Clear?.value).toBeCloseTo(between.reduce((sum, { value }) => sum + (value ?? 9), 0) / 3, 12);
});

test("with one person, or without a judge or draft, there is nothing to set against people", () => {
  const alone = reportDataFixture({ annotators: ["Ann"] });
  const found = judgesOf(alone).protocols;
  expect(found?.betweenPeople.Clear).toMatchObject({ value: null, why: "no-pairable-units", n: 0 });
  expect(found?.columns[0]?.pairwise.Clear).toMatchObject({ n: 1 });
  const data = reportDataFixture();
  const people = { ...data, raters: data.raters.slice(0, 3), ratings: data.ratings.filter(({ rater }) => rater < 3) };
  expect(judgesOf(people).protocols).toBeNull();
  const pairs = { ...data, task: { ...data.task, kind: "pairwise" as const } };
  expect(judgesOf(pairs).protocols).toBeNull();
});
