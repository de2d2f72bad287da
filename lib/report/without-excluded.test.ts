import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";
import { asColumns } from "./rating-table";
import { withoutExcluded } from "./without-excluded";

/** Four annotators and the judge; the last annotator rates at random and is excluded. */
function studyWithExcluded() {
  const all = reportDataFixture({ annotators: ["Ann", "Bob", "Cleo", "Zoe"] });
  const [ann, bob, cleo, zoe, judge] = all.raters;
  if (!ann || !bob || !cleo || !zoe || !judge) throw new Error("The fixture has other raters.");
  const placeOf = [0, 1, 2, 4, 3];
  const ratings = all.ratings.map((rating) => ({
    ...rating,
    rater: placeOf[rating.rater] ?? rating.rater,
    ...(rating.rater === 3 && { score: 1 + ((rating.sample * 7 + rating.criterion * 3) % 5) }),
  }));
  const counts = { criterion: 0, input: 0, itemKind: "conclusion", accept: 3, together: 0, revise: 1, remove: 0, add: 0 };
  const actionCounts = [
    { annotator: 0, judge: 3, ...counts },
    { annotator: 4, judge: 3, ...counts, accept: 9, revise: 0 },
  ];
  const reasonCounts = [
    { annotator: 0, judge: 3, criterion: 0, sample: 0, reason: "wrong-score", count: 2 },
    { annotator: 4, judge: 3, criterion: 0, sample: 0, reason: "wrong-score", count: 5 },
  ];
  return {
    ...all,
    raters: [ann, bob, cleo, judge, zoe],
    excluded: [{ rater: 4, reason: "Answers in two seconds." }],
    ...{ ratings, actionCounts, reasonCounts },
  };
}

test("by default a report leaves out excluded people in every panel, and says who, why, and what agreement is with them", () => {
  const data = studyWithExcluded();
  const without = buildReport(data);
  expect(without.raters.map(({ name }) => name)).toEqual(["Ann", "Bob", "Cleo", "judge"]);
  expect(without.counts).toMatchObject({ annotators: 3, ratings: 192 });
  expect(JSON.stringify({ ...without, excluded: null })).not.toContain("Zoe");
  expect(without.actions.judge?.overall.n).toBe(4);
  expect(without.actions.judge?.reasons).toEqual({ "wrong-score": 2 });
  const withThem = buildReport(data, "with");
  expect(without.excluded).toEqual({
    shown: "without",
    people: [{ id: "Zoe", name: "Zoe", reason: "Answers in two seconds." }],
    otherWay: withThem.agreement.meanOverCriteria.annotators,
  });
  const alpha = (report: typeof without) => report.agreement.meanOverCriteria.annotators.ordinal.value ?? Number.NaN;
  expect(alpha(without)).toBeGreaterThan(alpha(withThem) + 0.1);
});

test("a narrowed report names the excluded people who have a rating left in it, and with nobody left has nothing to compare with", () => {
  const all = studyWithExcluded();
  const onlyOne = all.samples.map(({ system }) => system === "one");
  const data = { ...all, ratings: all.ratings.filter(({ rater, sample }) => rater !== 4 || onlyOne[sample]) };
  for (const shown of ["without", "with"] as const) {
    const named = buildReport(data, shown, { system: "one" });
    const withoutJudge = buildReport(data, shown, { system: "one", judge: "another" });
    for (const { excluded } of [named, withoutJudge]) expect(excluded.people.map(({ name }) => name)).toEqual(["Zoe"]);
    const otherWay = buildReport(data, shown === "with" ? "without" : "with", { system: "one" });
    expect(named.excluded.otherWay).toEqual(otherWay.agreement.meanOverCriteria.annotators);
    expect(named.excluded.otherWay).not.toEqual(named.agreement.meanOverCriteria.annotators);
    expect(buildReport(data, shown, { system: "two" }).excluded).toEqual({ shown, people: [], otherWay: null });
  }
  const nobody = { ...data, excluded: [], raters: data.raters.slice(0, 4), ratings: data.ratings.filter(({ rater }) => rater < 4) };
  const { excluded: _, ...figures } = buildReport(nobody, "without", { system: "two" });
  expect(buildReport({ ...data, actionCounts: [], reasonCounts: [] }, "without", { system: "two" })).toMatchObject({
    counts: figures.counts,
    agreement: figures.agreement,
  });
});

test("a report with excluded people counts their work as anybody's", () => {
  const data = studyWithExcluded();
  const report = buildReport(data, "with");
  expect(report.counts).toMatchObject({ annotators: 4, ratings: 256 });
  expect(report.actions.judge?.overall.n).toBe(13);
  expect(report.actions.judge?.reasons).toEqual({ "wrong-score": 7 });
  expect(report.excluded.otherWay).toEqual(buildReport(data).agreement.meanOverCriteria.annotators);
});

test("a report in which nobody is excluded is the same both ways", () => {
  const data = reportDataFixture();
  const { excluded, ...figures } = buildReport(data);
  const { excluded: other, ...others } = buildReport(data, "with");
  expect(figures).toEqual(others);
  expect([excluded, other]).toEqual([
    { shown: "without", people: [], otherWay: null },
    { shown: "with", people: [], otherWay: null },
  ]);
});

test("everything that excluded people did is gone, and nothing of anybody else", () => {
  const data = studyWithExcluded();
  // Cleo and Zoe are the last two, and are listed the other way round.
  const [ann, bob, cleo, judge, zoe] = data.raters;
  if (!ann || !bob || !cleo || !judge || !zoe) throw new Error("The study has other raters.");
  const by = [0, 1, 3, 2, 4];
  const unit = { sample: 0, criterion: 0 };
  const raters = [0, 1, 2, 3, 4];
  const work = {
    ...unit,
    judge: 2,
    kind: "relevance",
    draft: 1,
    score: 2,
    arm: "drafted",
    day: null,
    accept: 1,
    revise: 0,
    remove: 0,
    add: 0,
  };
  const whole = asColumns({
    ...data,
    raters: [ann, bob, judge, cleo, zoe],
    excluded: [
      { rater: 4, reason: "" },
      { rater: 3, reason: "" },
    ],
    ratings: data.ratings.map((one) => ({ ...one, rater: by[one.rater] ?? 0 })),
    arms: {
      runs: [],
      drafts: [],
      ratings: raters.map((rater) => ({ ...unit, rater, arm: "blind", run: null, score: 1, durationMs: null })),
    },
    repeats: raters.map((rater) => ({ ...unit, rater, before: 1, after: 2 })),
    made: raters.map((annotator) => ({ ...work, annotator }) as NonNullable<ReportData["made"]>[number]),
    reasonCounts: raters.map((annotator) => ({ ...unit, annotator, judge: 2, reason: "unclear", count: 1 })),
    actionCounts: data.actionCounts.flatMap((one) => raters.map((annotator) => ({ ...one, annotator, judge: 2 }))),
  });
  const left = withoutExcluded(whole);
  expect(left.raters.map(({ name }) => name)).toEqual(["Ann", "Bob", "judge"]);
  expect(left.excluded).toEqual([]);
  expect([...new Set(left.ratings.rater)].sort()).toEqual([0, 1, 2]);
  expect(left.ratings.rater).toHaveLength(3 * 64);
  expect(Array.from(left.arms?.ratings.rater ?? [])).toEqual([0, 1, 2]);
  expect(left.repeats?.map(({ rater }) => rater)).toEqual([0, 1, 2]);
  for (const list of [left.draftWork().made, left.draftWork().reasonCounts])
    expect(list.map(({ annotator }) => annotator)).toEqual([0, 1, 2]);
  expect([...new Set(left.draftWork().actionCounts.map(({ annotator }) => annotator))].sort()).toEqual([0, 1, 2]);
  const bare = withoutExcluded({ ...whole, arms: null, repeats: undefined } as typeof whole);
  expect([bare.arms, bare.repeats]).toEqual([null, []]);
  const nobody = { ...whole, excluded: [] };
  expect(withoutExcluded(nobody)).toBe(nobody);
});

test("what excluded people found acceptable besides goes with them, and so does the chance of a sample that they alone rated", () => {
  const data = studyWithExcluded();
  const also = (rater: number, scores: number[]) => ({ rater, sample: 0, criterion: 0, scores });
  const samples = data.samples.map((sample, at) => ({ ...sample, chance: 0.25, byExcluded: at === 1 }));
  const left = withoutExcluded(asColumns({ ...data, samples, alsoAcceptable: [also(0, [2]), also(4, [3]), also(2, [4])] }));
  expect(left.alsoAcceptable).toEqual([also(0, [2]), also(2, [4])]);
  expect(left.samples.slice(0, 3).map(({ externalId, chance }) => [externalId, chance])).toEqual([
    ["s0", 0.25],
    ["s1", null],
    ["s2", 0.25],
  ]);
  expect(withoutExcluded(asColumns(data))).not.toHaveProperty("alsoAcceptable");
});
