import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { verdictOf } from "@/lib/domain/verdict";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { smallReportData as data, person, rating, withFurtherJudges } from "@/lib/testing/small-report-data";
import { buildReport, reportOf } from "./build-report";

test("counts show what there is, what is missing, and which arm it comes from", () => {
  const report = buildReport(data());
  expect(report.counts).toEqual({
    inputs: 2,
    samples: 4,
    criteria: 1,
    annotators: 2,
    judges: 1,
    units: 4,
    ratings: 7,
    missing: 0,
    items: 7,
  });
  expect(report.arms).toEqual(["drafted"]);
  const mixed = data();
  mixed.ratings.push({ ...rating(1, 3, 2, null), arm: "blind" });
  expect(buildReport(mixed).arms).toEqual(["blind", "drafted"]);
});

test("criteria and raters are listed with what identifies them, annotators first", () => {
  const { criteria, raters } = buildReport(data());
  expect(criteria).toEqual([{ name: "Clear", min: 1, max: 3, labels: null, overall: false }]);
  expect(raters).toEqual([
    { id: "ann", name: "Ann", kind: "annotator", ...person },
    { id: "bob", name: "Bob", kind: "annotator", ...person },
    { id: "judge", name: "judge", kind: "judge", ...person, judgeKind: "endpoint" },
  ]);
});

test("lines accepted with the rest of their draft are a share of the accepted ones, headings left out", () => {
  expect(buildReport(data()).actions.judge?.acceptedTogether).toMatchObject({ count: 1, share: 1 / 3 });
});

test("alpha counts units with two ratings, and is the hand-computed value", () => {
  // Pairable: (1,1) (2,3) (3,3). Values 1 1 2 3 3 3, n = 6; nominal: Do = 2/6, De = (36 - 4 - 1 - 9)/30 = 22/30; alpha = 1 -
  // (1/3)/(11/15) = 6/11.
  const { nominal } = buildReport(data()).agreement.pooled.annotators;
  expect(nominal.value).toBeCloseTo(6 / 11, 12);
  expect(nominal.n).toBe(6);
});

test("headings are never counted among the actions, and shares are of what was acted on", () => {
  const { judge } = buildReport(data()).actions;
  expect(judge?.overall).toEqual({
    n: 7,
    accept: expect.objectContaining({ count: 3, share: 3 / 7 }),
    revise: expect.objectContaining({ count: 2, share: 2 / 7 }),
    remove: expect.objectContaining({ count: 1, share: 1 / 7 }),
    add: expect.objectContaining({ count: 1, share: 1 / 7 }),
  });
  expect(judge?.conclusion).toMatchObject({ n: 0, accept: { count: 0, share: null } });
  expect(judge?.reasons).toEqual({ "wrong-score": 2 });
});

test("scores, changes and bias are against the people who rated the unit", () => {
  const report = buildReport(data());
  expect(report.scores.perCriterion.Clear?.annotators).toEqual({ n: 7, mean: 16 / 7, histogram: { "1": 2, "2": 1, "3": 4 } });
  expect(report.scores.perCriterion.Clear?.Ann).toEqual({ n: 4, mean: 2.25, histogram: { "1": 1, "2": 1, "3": 2 } });
  expect(report.scores.perCriterion.Clear?.judge).toEqual({ n: 4, mean: 2, histogram: { "1": 1, "2": 2, "3": 1 } });
  expect(report.scores.change.judge?.Clear).toEqual({ up: 2, down: 2, same: 3, changed: 4 });
  const undrafted = data().ratings.filter(({ rater, sample }) => rater !== 2 || sample !== 0);
  expect(buildReport({ ...data(), ratings: undrafted }).scores.change.judge?.Clear).toEqual({ up: 2, down: 0, same: 3, changed: 2 });
  // judge minus people: 2-1, 2-2.5, 3-3, 1-3 = 1, -0.5, 0, -2; mean -0.375
  expect(report.bias.judge?.pooled).toMatchObject({ value: -0.375, n: 4 });
  expect(report.scores.bySystem).toEqual({ one: { annotators: 2, judge: 2.5 }, two: { annotators: 2.75, judge: 1.5 } });
});

test("times are medians over what is timed, and null with nothing timed", () => {
  const { perAnnotator } = buildReport(data()).time;
  expect(perAnnotator.Ann).toEqual({ medianUnitSeconds: 25, medianSampleSeconds: 25, unitsTimed: 4, samplesTimed: 4 });
  expect(perAnnotator.Bob).toEqual({ medianUnitSeconds: null, medianSampleSeconds: null, unitsTimed: 0, samplesTimed: 0 });
  const judged = data().ratings.map((one) => (one.rater === 2 ? { ...one, durationMs: 700 } : one));
  expect(buildReport({ ...data(), ratings: judged }).time).toEqual(buildReport(data()).time);
  // On two criteria the first sample takes 10 + 4 seconds; the others are timed on one criterion only.
  const two = data();
  two.criteria.push({ id: "d", name: "True", min: 1, max: 3, step: 1, overall: false });
  two.ratings.push({ ...rating(0, 0, 2, 4_000), criterion: 1 });
  const timed = { medianUnitSeconds: 20, medianSampleSeconds: 14, unitsTimed: 5, samplesTimed: 1 };
  expect(buildReport(two).time).toMatchObject({ perAnnotator: { Ann: timed }, all: timed });
});

test("a report with nothing in it says why, everywhere, without a single NaN", () => {
  const empty = buildReport({ ...data(), raters: [], ratings: [], actionCounts: [], reasonCounts: [] });
  expect(empty.agreement.pooled.annotators.ordinal).toMatchObject({ value: null, why: "no-pairable-units" });
  expect(JSON.stringify(empty)).not.toMatch(/NaN|Infinity/);
  const bare = buildReport({ ...data(), criteria: [], ratings: [], actionCounts: [], reasonCounts: [] });
  expect(bare.agreement.meanOverCriteria.annotators.ordinal).toMatchObject({ value: null, why: "no-pairable-units", totalCriteria: 0 });
  expect(bare.time.all).toMatchObject({ medianSampleSeconds: null, samplesTimed: 0 });
  const constant = buildReport({ ...data(), ratings: data().ratings.map((entry) => ({ ...entry, score: 2 })) });
  expect(constant.agreement.pooled.annotators.interval).toMatchObject({ value: null, why: "no-variation" });
  expect(constant.correlation.judge?.pooled.pearson).toMatchObject({ value: null, why: "constant-input" });
});

test("the order of ratings changes nothing", () => {
  const shuffled = { ...data(), ratings: data().ratings.toReversed() };
  expect(buildReport(shuffled)).toEqual(buildReport(data()));
});

test("criteria on different scales are said to be mixed in pooled figures", () => {
  const mixed = data();
  mixed.criteria.push({ id: "d", name: "Long", min: 0, max: 100, step: null, overall: false });
  const message = "The criteria have different scales, so nothing is pooled over them. See the figures per criterion.";
  expect(buildReport(mixed).warnings).toEqual([{ code: "mixed-scales", message, count: 2 }]);
  expect(buildReport(data()).warnings).toEqual([]);
});

test("an annotator is missing ratings of samples that they rated at all, on criteria that they rated anywhere", () => {
  const two = data();
  two.criteria.push({ id: "d", name: "True", min: 1, max: 3, step: 1, overall: false });
  // Ann rated two samples on the second criterion, and Bob one of his three, but not on the first: 8 and 6 were asked for.
  two.ratings = [
    ...two.ratings.filter(({ rater, sample }) => !(rater === 1 && sample === 2)),
    ...[0, 3].map((sample) => ({ ...rating(0, sample, 2, null), criterion: 1 })),
    { ...rating(1, 2, 3, null), criterion: 1 },
  ];
  expect(buildReport(two).counts).toMatchObject({ criteria: 2, units: 8, ratings: 4 + 2 + 2 + 1, missing: 8 - 6 + 6 - 3 });
  // Bob alone, on one sample of four: nothing of it is missing, and nothing of Ann's.
  const single = { ...two, ratings: two.ratings.filter((one) => one.rater !== 1 || one.sample === 2) };
  expect(buildReport(single).counts).toMatchObject({ ratings: 4 + 2 + 1, missing: 2 });
  // Who rated one criterion only was not asked for the other.
  const one = data();
  one.criteria = [...two.criteria];
  expect(buildReport(one).counts).toMatchObject({ ratings: 7, missing: 0 });
});

test("warnings of the data come first, then scales, labels in one sentence, and panels", () => {
  const base = withFurtherJudges();
  const labelled = (id: string) => ({ id, name: id, min: 0, max: 1, step: 1, labels: ["no", "yes"], overall: false });
  const mixed: ReportData = {
    ...base,
    criteria: [
      ...base.criteria,
      labelled("Cause"),
      { id: "d", name: "Long", min: 0, max: 100, step: null, overall: false },
      labelled("Kind"),
    ],
    warnings: [{ code: "odd", message: "An oddity.", count: 9 }],
  };
  expect(buildReport(mixed).warnings).toEqual([
    { code: "odd", message: "An oddity.", count: 9 },
    { code: "mixed-scales", message: expect.stringContaining("different scales"), count: 2 },
    {
      code: "labels-left-out",
      message: '"Cause", "Kind" have labels without an order: only nominal figures are given for them, and pooled figures leave them out.',
      count: 2,
    },
    {
      code: "panel-and-member",
      message: "The scores of both are computed from those of judge, so its agreement with them proves nothing.",
      count: 1,
    },
  ]);
  const apart = { ...base, raters: base.raters.map((one) => (one.panel ? { ...one, panel: { ...one.panel, members: ["gone"] } } : one)) };
  expect(buildReport(apart).warnings).toEqual([]);
});

test("a verdict is read from nominal alpha for labels and pairs, from ordinal alpha for numbers", () => {
  const base = reportDataFixture();
  const level = (changed: ReportData) => {
    const { verdict, agreement } = buildReport(changed);
    const own = agreement.perCriterion.Clear?.annotators;
    return (["nominal", "ordinal"] as const).filter((at) => JSON.stringify(verdict.Clear) === JSON.stringify(verdictOf(own?.[at])));
  };
  expect(level(base)).toEqual(["ordinal"]);
  expect(level({ ...base, criteria: base.criteria.map((one) => ({ ...one, labels: ["a", "b", "c", "d", "e", "f"] })) })).toEqual([
    "nominal",
  ]);
  expect(level({ ...base, task: { ...base.task, kind: "pairwise" } })).toEqual(["nominal"]);
});

test("the report says what task it is of and what it is narrowed to", () => {
  const report = buildReport(data(), "without", { system: "one" });
  expect(report).toMatchObject({
    ...{ task: "Answers", taskId: "t", kind: "pointwise", inputName: "question", outputName: "answer", filter: { system: "one" } },
    counts: { samples: 2, inputs: 2 },
    excluded: { shown: "without", people: [], otherWay: null },
  });
  expect(buildReport(data())).toMatchObject({ filter: {}, adjudicated: null, influence: null, made: {}, labels: {} });
});

test("lines of several samples on which people did the same count for each of them", () => {
  const base = data();
  const [score] = base.actionCounts;
  if (score === undefined) throw new Error("the data have actions");
  // Four samples on which one line each was accepted, and one on which three were revised.
  const accepted = [0, 1, 2, 3].map((input) => ({ ...score, input, accept: 1, together: 0, revise: 0 }));
  const report = buildReport({ ...base, actionCounts: [...accepted, { ...score, annotator: 1, accept: 0, together: 0, revise: 3 }] });
  expect(report.counts.items).toBe(7);
});

test("a verdict rests on ratings made without a draft where there are any", () => {
  const base = reportDataFixture();
  const blind = (one: ReportData["ratings"][number]) => one.rater === 3 || one.sample < 22;
  // With the draft in view everybody gave the judge's middle score.
  const mixed = { ...base, ratings: base.ratings.map((one) => (blind(one) ? one : { ...one, arm: "drafted", score: 3 })) };
  const alone = buildReport({ ...base, ratings: base.ratings.filter(blind) });
  const report = buildReport(mixed);
  expect(report.verdict).toEqual(alone.verdict);
  expect(report.agreement.perCriterion.Clear?.annotators.ordinal.value).not.toBe(
    alone.agreement.perCriterion.Clear?.annotators.ordinal.value,
  );
});

test("a chapter's own report has its figures outside the chapters too", () => {
  const base = reportDataFixture();
  const unit = { sample: 0, criterion: 0 };
  const people = base.ratings.filter(({ rater }) => rater < 3);
  const study: ReportData = {
    ...base,
    criteria: base.criteria.map((one) => (one.name === "True" ? { ...one, labels: ["a", "b", "c", "d", "e", "f"] } : one)),
    adjudications: [{ ...unit, first: 2, final: 3, judgeScore: 4, median: 2, range: 1 }],
    made: [
      {
        annotator: 0,
        judge: 3,
        sample: 0,
        kind: "relevance",
        draft: 3,
        score: 4,
        arm: "drafted",
        day: 20_000,
        accept: 2,
        revise: 0,
        remove: 0,
        add: 0,
      },
    ],
    arms: {
      runs: [{ id: "a", judge: "judge" }],
      ratings: people.map((one) => ({
        ...one,
        arm: one.sample % 2 === 0 ? ("blind" as const) : ("drafted" as const),
        run: one.sample % 2 === 0 ? null : 0,
      })),
      drafts: base.ratings.filter(({ rater }) => rater === 3).map(({ sample, criterion, score }) => ({ run: 0, sample, criterion, score })),
    },
  };
  const has = ({ adjudicated, labels, made, influence }: ReturnType<typeof buildReport>) => ({
    people: [adjudicated !== null, Object.keys(labels).length > 0],
    influence: [Object.keys(made ?? {}).length > 0, influence !== null],
  });
  const build = reportOf(study);
  expect(has(build({}, "people"))).toEqual({ people: [true, true], influence: [false, false] });
  expect(has(build({}, "influence"))).toEqual({ people: [false, false], influence: [true, true] });
  expect(has(build())).toEqual({ people: [true, true], influence: [true, true] });
});
