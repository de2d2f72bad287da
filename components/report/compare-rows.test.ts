import { expect, it } from "vitest";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { mixedReport, undraftedFigures } from "@/lib/testing/mixed-report-fixture";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { type ComparedReport, comparedRows, isAlike, rowLabel } from "./compare-rows";
import { criterionRows } from "./criterion-rows";
import { headline } from "./headline";

const base = fixtureReport([
  { name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.79]) },
  { name: "Truth", agreement: alphas(0.61, [0.4, 0.7]) },
]);
const ranking: TaskReport["chapters"]["judges"]["ranking"] = {
  Clarity: {
    statistic: "spearman",
    judges: [
      { name: "model-x", figure: figure(0.71, [0.6, 0.8]), groups: ["a"] },
      { name: "model-y", figure: figure(0.52, [0.4, 0.6]), groups: ["b"] },
    ],
    pairs: [{ a: "model-x", b: "model-y", difference: figure(0.19, [0.05, 0.33]), p: 0.01, pHolm: 0.02 }],
  },
};
const report: TaskReport = { ...base, chapters: { ...base.chapters, judges: { ...base.chapters.judges, ranking } } };
const side = (judge: string | null, changes: Partial<TaskReport> = {}, dataVersion = "v1"): ComparedReport => ({
  ...{ judge, dataVersion },
  report: { ...report, ...changes },
});
const rowOf = (
  first: ComparedReport,
  second: ComparedReport,
  name: string,
  criterion: string | null = "Clarity",
  whole: TaskReport | null = null,
) => comparedRows(first, second, "ordinal", whole).find((row) => row.name === name && row.criterion === criterion);
const ends = (found: Figure | null | undefined) => found && [found.value, found.interval?.low, found.interval?.high];

it("has each figure of both reports, criterion by criterion", () => {
  const other = side("model-x", { task: "Other", taskId: "t2", criteria: [...report.criteria.slice(0, 1)] });
  const rows = comparedRows(side("model-x"), other, "ordinal", null);
  expect(rows.map(({ criterion, name }) => `${criterion}: ${name}`)).toEqual([
    "null: alpha, mean over criteria",
    "Clarity: alpha between people",
    "Clarity: alpha with the judge",
    "Clarity: Spearman, judge and people",
    "Clarity: tau-b, judge and people",
    "Clarity: judge minus people",
    "Truth: alpha between people",
    "Truth: alpha with the judge",
    "Truth: tau-b, judge and people",
    "Truth: judge minus people",
  ]);
  expect(rows[1]?.first?.value).toBe(0.8);
  expect(rows[5]?.second?.value).toBe(0.65);
  expect(rows.every(({ difference }) => difference === null)).toBe(true);
});

it("sets two versions of the criteria side by side: what both have in one row, what one has beside nothing, and no difference as of one set of ratings", () => {
  const next = fixtureReport([
    { name: "Brevity", agreement: alphas(0.42, [0.3, 0.5]) },
    { name: "Clarity", agreement: alphas(0.77, [0.7, 0.8]) },
  ]);
  const newer = { judge: "model-x", dataVersion: "v2", report: { ...next, filter: { criteriaSet: "2" } } };
  const older = side("model-x", { filter: { criteriaSet: "1" } });
  const rows = comparedRows(older, newer, "ordinal", null).filter(({ name }) => name === "alpha between people");
  expect(rows.map(({ criterion, first, second }) => [criterion, first?.value, second?.value])).toEqual([
    ["Clarity", 0.8, 0.77],
    ["Truth", 0.61, undefined],
    ["Brevity", undefined, 0.42],
  ]);
  expect(isAlike(older.report, newer.report, ["arm"])).toBe(false);
  expect(comparedRows(older, newer, "ordinal", null).every(({ difference }) => difference === null)).toBe(true);
});

it("gives the difference of two judges from the same ratings, the second minus the first whichever way it was computed", () => {
  const name = "Spearman, judge and people";
  expect(ends(rowOf(side("model-x"), side("model-y"), name)?.difference)).toEqual([-0.19, -0.33, -0.05]);
  expect(ends(rowOf(side("model-y"), side("model-x"), name)?.difference)).toEqual([0.19, 0.05, 0.33]);
});

it("gives no difference where the ratings are not the same, or nothing was computed from pairs", () => {
  const name = "Spearman, judge and people";
  for (const second of [
    side("model-y", { filter: { system: "one" } }),
    side("model-y", { taskId: "t2" }),
    side("model-y", {}, "v2"),
    side("model-y", { excluded: { ...report.excluded, shown: "with" } }),
    side("model-x"),
  ])
    expect(rowOf(side("model-x"), second, name)?.difference).toBeNull();
  expect(rowOf(side("model-x"), side("model-y"), "judge minus people")?.difference).toBeNull();
});

it("gives the difference between the arms with and without a draft, where there is one such comparison", () => {
  const arm = (kind: "blind" | "drafted") => ({ arm: kind }) as NonNullable<TaskReport["influence"]>["arms"][number];
  const levels = (found: Figure) => ({ nominal: figure(0.9), ordinal: found, interval: figure(0.8), ratio: figure(0.7) });
  const comparison = {
    ...{ with: 1, without: 0 },
    agreement: { perCriterion: { Clarity: levels(figure(0.12, [0.02, 0.22])) }, meanOverCriteria: levels(figure(0.08, [0.01, 0.15])) },
  } as unknown as NonNullable<TaskReport["influence"]>["comparisons"][number];
  const whole: TaskReport = { ...report, influence: { arms: [arm("blind"), arm("drafted")], comparisons: [comparison] } };
  const [blind, drafted] = [side("model-x", { filter: { arm: "blind" } }), side("model-x", { filter: { arm: "drafted" } })];
  const name = "alpha between people";
  expect(ends(rowOf(blind, drafted, name, "Clarity", whole)?.difference)).toEqual([0.12, 0.02, 0.22]);
  expect(ends(rowOf(drafted, blind, name, "Clarity", whole)?.difference)).toEqual([-0.12, -0.22, -0.02]);
  expect(ends(rowOf(blind, drafted, "alpha, mean over criteria", null, whole)?.difference)).toEqual([0.08, 0.01, 0.15]);
  expect(rowOf(blind, drafted, name, "Truth", whole)?.difference).toBeNull();
  expect(rowOf(blind, blind, name, "Clarity", whole)?.difference).toBeNull();
  const other = { arm: "final" } as NonNullable<TaskReport["influence"]>["arms"][number];
  const beside = { arms: [...(whole.influence?.arms ?? []), other], comparisons: [{ ...comparison, with: 2 }, comparison] };
  expect(ends(rowOf(blind, drafted, name, "Clarity", { ...whole, influence: beside })?.difference)).toEqual([0.12, 0.02, 0.22]);
  const twice = { ...whole, influence: { arms: whole.influence?.arms ?? [], comparisons: [comparison, comparison] } };
  expect(rowOf(blind, drafted, name, "Clarity", twice)?.difference).toBeNull();
});

it("gives the difference between the arms of labels at the nominal level, as it does their alphas", () => {
  const arms = (["blind", "drafted"] as const).map((arm) => ({ arm })) as NonNullable<TaskReport["influence"]>["arms"];
  const levels = { nominal: figure(0.21, [0.11, 0.31]), ordinal: figure(null), interval: figure(null), ratio: figure(null) };
  const comparison = { with: 1, without: 0, agreement: { perCriterion: { Clarity: levels }, meanOverCriteria: levels } };
  const criteria = report.criteria.map((criterion) => ({ ...criterion, labels: criterion.name === "Clarity" ? ["yes", "no"] : null }));
  const influence = { arms, comparisons: [comparison] } as unknown as NonNullable<TaskReport["influence"]>;
  const of = (arm: "blind" | "drafted") => side("model-x", { criteria, filter: { arm } });
  const row = rowOf(of("blind"), of("drafted"), "alpha between people", "Clarity", { ...report, criteria, influence });
  expect(ends(row?.difference)).toEqual([0.21, 0.11, 0.31]);
});

it("distinguishes reports of one task that differ in one field from others", () => {
  const of = (filter: TaskReport["filter"]) => ({ ...report, filter });
  expect(isAlike(of({ arm: "blind", system: "one" }), of({ arm: "drafted", system: "one" }), ["arm"])).toBe(true);
  expect(isAlike(of({ arm: "blind", system: "one" }), of({ arm: "drafted", system: "two" }), ["arm"])).toBe(false);
});

it("names, explains and formats each row, with the second report's figure beside the first's", () => {
  const rows = comparedRows(side("model-x"), side("model-x"), "ordinal", null).filter(({ criterion }) => criterion !== "Truth");
  expect(rows.map((row) => [rowLabel(row), row.explained, row.signed, row.isShare, row.first?.value])).toEqual([
    ["alpha, mean over criteria", "alpha", false, false, report.agreement.meanOverCriteria.annotators.ordinal.value],
    ["Clarity: alpha between people", "alpha", false, false, 0.8],
    [
      "Clarity: alpha with the judge",
      "alpha-with-judge",
      false,
      false,
      report.agreement.perCriterion.Clarity?.withJudge["model-x"]?.ordinal.value,
    ],
    ["Clarity: Spearman, judge and people", "spearman", false, false, 0.71],
    [
      "Clarity: tau-b, judge and people",
      "kendall-tau-b",
      false,
      false,
      report.correlation["model-x"]?.perCriterion.Clarity?.kendallTauB.value,
    ],
    ["Clarity: judge minus people", "signed-error", true, false, 0.65],
  ]);
  for (const { first, second } of rows) expect(second).toEqual(first);
});

it("one criterion has no mean, and a report without a judge no figure of one; each figure belongs to its own judge", () => {
  const one = side(null, { criteria: report.criteria.slice(0, 1) });
  expect(comparedRows(one, one, "ordinal", null).map(rowLabel)).toEqual(["Clarity: alpha between people"]);
  const half = comparedRows(one, side("model-y", { criteria: report.criteria.slice(0, 1) }), "ordinal", null);
  const spearman = half.find(({ name }) => name === "Spearman, judge and people");
  expect([spearman?.first, spearman?.second?.value]).toEqual([undefined, 0.52]);
});

it("labels are compared at the nominal level, whatever is chosen for numbers", () => {
  const agreement = { nominal: figure(0.31), ordinal: figure(0.32), interval: figure(0.33), ratio: figure(0.34) };
  const perCriterion = { Clarity: { annotators: agreement, withJudge: {} }, Truth: { annotators: agreement, withJudge: {} } };
  const of = side(null, {
    agreement: { ...report.agreement, perCriterion } as unknown as TaskReport["agreement"],
    criteria: report.criteria.map((criterion, at) => ({ ...criterion, labels: at === 0 ? ["yes", "no"] : null })),
  });
  expect(rowOf(of, of, "alpha between people", "Clarity")?.first?.value).toBe(0.31);
  expect(rowOf(of, of, "alpha between people", "Truth")?.first?.value).toBe(0.32);
});

it("for pairs it says who is right, who chooses as people do, and how far people agree, as shares or as kappas", () => {
  const pairs = (judge: string | null) => ({ judge, dataVersion: "v1", report: fixturePairReport() });
  const verdicts = (first: ComparedReport, second: ComparedReport) =>
    comparedRows(first, second, "nominal", null).filter(({ criterion }) => criterion === null);
  expect(
    verdicts(pairs("model-x"), pairs(null)).map((row) => [row.name, row.explained, row.isShare, row.signed, row.first?.value]),
  ).toEqual([
    ["accuracy of the judge", "accuracy", true, false, 0.75],
    ["judge as most people", "majority-share", true, false, 0.8],
    ["two people alike", "equal-share", true, false, 0.85],
    ["kappa of people", "people-kappa", false, false, 0.71],
    ["kappa of judge and most people", "cohen-kappa", false, false, 0.62],
  ]);
  expect(verdicts(pairs("model-x"), pairs(null)).map(({ second, difference }) => [second?.value, difference])).toEqual([
    ...[undefined, undefined, 0.85, 0.71, undefined].map((value) => [value, null]),
  ]);
  // A judge without verdicts, and beside a task of single outputs.
  expect(verdicts(pairs("Length"), pairs("Length")).map(({ name }) => name)).toEqual([
    "accuracy of the judge",
    "two people alike",
    "kappa of people",
  ]);
  expect(verdicts(pairs("model-x"), side("model-x")).map(({ second }) => second?.value)).toEqual([
    report.agreement.meanOverCriteria.annotators.nominal.value,
    ...Array.from({ length: 5 }, () => undefined),
  ]);
  expect(verdicts(side("model-x"), side("model-x")).map(({ name }) => name)).toEqual(["alpha, mean over criteria"]);
  expect(fixturePairs().kappaBetweenAnnotators.value).toBe(0.71);
});

it("a difference between judges is that of these two, whatever else was compared, and keeps why it has no interval", () => {
  const name = "Spearman, judge and people";
  const found = ranking.Clarity?.pairs[0];
  if (!found) throw new Error("the fixture compares two judges");
  const of = (pairs: (typeof found)[]) => {
    const chapters = {
      ...report.chapters,
      judges: { ...report.chapters.judges, ranking: { Clarity: { ...(ranking.Clarity ?? expect.unreachable()), pairs } } },
    };
    return (judge: string) => side(judge, { chapters });
  };
  const others = [
    { ...found, a: "model-x", b: "model-z", difference: figure(0.4, [0.3, 0.5]) },
    { ...found, a: "model-z", b: "model-y", difference: figure(0.5, [0.4, 0.6]) },
    { ...found, a: "model-z", b: "model-x", difference: figure(0.6, [0.5, 0.7]) },
    { ...found, a: "model-y", b: "model-z", difference: figure(0.7, [0.6, 0.8]) },
  ];
  const several = of([...others, found]);
  expect(ends(rowOf(several("model-x"), several("model-y"), name)?.difference)).toEqual([-0.19, -0.33, -0.05]);
  const none = of(others);
  expect(rowOf(none("model-x"), none("model-y"), name)?.difference).toBeNull();
  const bare = of([{ ...found, difference: figure(0.19) }]);
  expect(rowOf(bare("model-x"), bare("model-y"), name)?.difference).toBeNull();
  const undefinedOne = of([{ ...found, difference: { ...figure(null), interval: found.difference.interval } }]);
  expect(rowOf(undefinedOne("model-x"), undefinedOne("model-y"), name)?.difference).toBeNull();
});

it("for pairs judged with a draft and without, each figure says which verdicts of people it is of, as its report does", () => {
  const found = fixturePairs().agreementWithAnnotators["model-x"] ?? expect.unreachable();
  const of = (basis: typeof found.basis) => ({
    ...{ judge: "model-x", dataVersion: "v1" },
    report: fixturePairReport(fixturePairs({ agreementWithAnnotators: { "model-x": { ...found, basis } } }), {
      arms: ["blind", "drafted"],
    }),
  });
  // The second report was frozen when figures did not say it: they were of all verdicts.
  const rows = comparedRows(of("without-draft"), of(undefined), "ordinal", null).filter(({ name }) => !name.startsWith("alpha"));
  expect(rows.slice(0, 5).map(({ name, first, second }) => [name, first?.basis, second?.basis])).toEqual([
    ["accuracy of the judge", null, null],
    ["judge as most people", "without-draft", "all"],
    ["two people alike", "all", "all"],
    ["kappa of people", "all", "all"],
    ["kappa of judge and most people", "without-draft", "all"],
  ]);
});

it("for drafted and blind ratings, each side has the figures of its own report's table, and says which ratings they are of", () => {
  const mixed = mixedReport();
  const own = { report: mixed, dataVersion: "v1", judge: "model-x" };
  const blind = side("model-x", { arms: ["blind"] });
  const shown = (judge: string) =>
    comparedRows({ ...own, judge }, blind, "ordinal", null)
      .filter(({ criterion }) => criterion !== "Truth")
      .map(({ name, first, second }) => [name, first?.value, first?.basis, second?.basis]);
  expect(shown("model-x")).toEqual([
    ["alpha, mean over criteria", undraftedFigures.mean, "without-draft", "without-draft"],
    ["alpha between people", undraftedFigures.alpha, "without-draft", "without-draft"],
    ["alpha with the judge", undraftedFigures.withJudge, "without-draft", "without-draft"],
    ["Spearman, judge and people", undraftedFigures.spearman, "without-draft", "without-draft"],
    ["tau-b, judge and people", undraftedFigures.tauB, "without-draft", "without-draft"],
    ["judge minus people", undraftedFigures.bias, "without-draft", "without-draft"],
  ]);
  // Scores on a scale of their own have no part in the verdict, but are of the same ratings.
  expect(shown("Length").find(([name]) => name === "tau-b, judge and people")).toEqual([
    "tau-b, judge and people",
    0.44,
    "without-draft",
    "without-draft",
  ]);
  const [row] = criterionRows(mixed, "ordinal", "model-x");
  expect([row?.people, row?.withJudge, row?.tauB, row?.bias].map((figure) => figure?.value)).toEqual([
    undraftedFigures.alpha,
    undraftedFigures.withJudge,
    undraftedFigures.tauB,
    undraftedFigures.bias,
  ]);
  const { sentence, basis } = headline(mixed, "ordinal", "model-x");
  expect(sentence).toContain("below .667");
  expect(sentence).toContain(`${undraftedFigures.bias} points above them`);
  expect(basis[1]).toMatch(/, from ratings made without a draft\.$/u);
});

it("has Spearman's correlation in the drafted arm too, where judges are not ranked, with the ratings it is of", () => {
  const refused = { ...figure(null), why: "no-blind-ratings" };
  const unranked = { Clarity: { statistic: "spearman" as const, judges: [{ name: "model-x", figure: refused, groups: [] }], pairs: [] } };
  const [own] = Object.values(report.correlation);
  if (!own) throw new Error("the fixture has a judge");
  const drafted = side("model-x", {
    arms: ["drafted"],
    correlation: { "model-x": { ...own, perCriterion: { ...own.perCriterion, Clarity: { ...own.pooled, spearman: figure(0.94) } } } },
    chapters: { ...base.chapters, judges: { ...base.chapters.judges, ranking: unranked } },
  });
  expect(rowOf(side("model-x"), drafted, "Spearman, judge and people")).toMatchObject({
    first: { value: 0.71 },
    second: { value: 0.94, basis: "with-draft" },
    difference: null,
  });
});

it("sets a correlation within inputs beside none over all units", () => {
  const { Clarity } = ranking;
  const counts = { definedGroups: 7, totalGroups: 9 };
  const [own] = Object.values(report.correlation);
  if (!Clarity || !own) throw new Error("the fixture has both");
  const correlation = {
    "model-x": { ...own, perCriterion: { Clarity: { ...own.pooled, spearman: figure(0.83) } } },
    "model-y": { ...own, perCriterion: { Clarity: { ...own.pooled, spearman: figure(0.37) } } },
  };
  const of = (changed: Partial<typeof Clarity>) => {
    const judges = { ...base.chapters.judges, ranking: { Clarity: { ...Clarity, ...changed } } };
    return (judge: string | null) => side(judge, { correlation, chapters: { ...base.chapters, judges } });
  };
  const within = of({
    judges: Clarity.judges.map((one) => ({ ...one, withinInputs: counts })),
    pairs: Clarity.pairs.map((one) => ({ ...one, withinInputs: counts })),
  });
  const shown = (first: ComparedReport, second: ComparedReport) =>
    comparedRows(first, second, "ordinal", null)
      .filter((row) => row.criterion === "Clarity" && row.explained === "spearman")
      .map((row) => [row.name, row.first?.value, row.second?.value, row.difference?.value]);
  expect(shown(within("model-x"), within("model-y"))).toEqual([["Spearman within inputs, judge and people", 0.71, 0.52, -0.19]]);
  expect(shown(within("model-x"), within(null))).toEqual([["Spearman within inputs, judge and people", 0.71, undefined, undefined]]);
  // The other report is over all units, or was frozen when judges were ranked by Pearson's correlation.
  const other = { ...of({})("model-y"), dataVersion: "v2" };
  expect(shown(within("model-x"), other)).toEqual([["Spearman, judge and people", 0.83, 0.52, undefined]]);
  const older = of({ statistic: undefined });
  expect(shown(within("model-x"), older("model-y"))).toEqual([["Spearman, judge and people", 0.83, 0.37, undefined]]);
  expect(shown(older("model-x"), older("model-y"))).toEqual([["Spearman, judge and people", 0.83, 0.37, undefined]]);
});

it("has the difference of two judges' advantages on the same data, as the second minus the first", () => {
  const verdict = fixtureVerdict();
  const tested = verdict.altTest["model-x"];
  if (!tested) throw new Error("the fixture has a test");
  const altTest = { "model-x": tested, "model-y": { ...tested, advantageProbability: 0.71 } };
  const judges = {
    ...report.chapters.judges,
    advantages: { Clarity: [{ a: "model-x", b: "model-y", difference: figure(0.11, [0.04, 0.19]) }] },
  };
  const of = (judge: string) =>
    side(judge, { arms: ["blind"], chapters: { ...report.chapters, verdict: { Clarity: { ...verdict, altTest } }, judges } });
  const shown = (first: ComparedReport, second: ComparedReport) => rowOf(first, second, "advantage probability")?.difference;
  expect(shown(of("model-y"), of("model-x"))).toMatchObject({ value: 0.11, interval: { low: 0.04, high: 0.19 } });
  expect(shown(of("model-x"), of("model-y"))).toMatchObject({ value: -0.11, interval: { low: -0.19, high: -0.04 } });
  expect(rowOf(of("model-x"), of("model-y"), "winning rate at epsilon 0.2")?.difference).toBeNull();
  expect(shown(of("model-x"), { ...of("model-y"), dataVersion: "v2" })).toBeNull();
});

it("has the alternative-annotator test where both reports have it, with its epsilon, and no difference where nothing pairs the judges", () => {
  const verdict = fixtureVerdict();
  const tested = verdict.altTest["model-x"];
  if (!tested) throw new Error("the fixture has a test");
  const of = (judge: string | null, changes: Partial<typeof tested>) => {
    const altTest = { "model-x": { ...tested, ...changes } };
    return side(judge, { arms: ["blind"], chapters: { ...report.chapters, verdict: { Clarity: { ...verdict, altTest } } } });
  };
  const shown = (first: ComparedReport, second: ComparedReport) =>
    comparedRows(first, second, "ordinal", null)
      .filter(({ explained }) => explained === "winning-rate" || explained === "advantage-probability")
      .map((row) => [rowLabel(row), row.isShare, row.first?.value, row.second?.value, row.difference]);
  const first = of("model-x", {});
  const second = of("model-x", { winningRate: 1 / 3, advantageProbability: 0.71, n: 66 });
  expect(shown(first, second)).toEqual([
    ["Clarity: winning rate at epsilon 0.2", true, 2 / 3, 1 / 3, null],
    ["Clarity: advantage probability", true, 0.83, 0.71, null],
  ]);
  expect(rowOf(first, second, "advantage probability")).toMatchObject({
    first: { n: 77, interval: null, intervalWhy: "not-requested", basis: "without-draft" },
    second: { n: 66 },
  });
  // Each report has its study plan's epsilon.
  expect(shown(first, of("model-x", { epsilon: 0.15 }))[0]?.[0]).toBe("Clarity: winning rate at epsilon 0.2 and 0.15");
  for (const other of [of("model-x", { winningRate: null, why: "no-blind-ratings" }), of("model-y", {}), of(null, {})]) {
    expect(shown(first, other)).toEqual([]);
    expect(shown(other, first)).toEqual([]);
  }
});
