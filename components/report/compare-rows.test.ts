import { expect, it } from "vitest";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { type ComparedReport, comparedRows, isAlike } from "./compare-rows";

const base = fixtureReport([
  { name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.79]) },
  { name: "Truth", agreement: alphas(0.61, [0.4, 0.7]) },
]);
const ranking: TaskReport["chapters"]["judges"]["ranking"] = {
  Clarity: {
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
    "Clarity: Pearson, judge and people",
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
  const name = "Pearson, judge and people";
  expect(ends(rowOf(side("model-x"), side("model-y"), name)?.difference)).toEqual([-0.19, -0.33, -0.05]);
  expect(ends(rowOf(side("model-y"), side("model-x"), name)?.difference)).toEqual([0.19, 0.05, 0.33]);
});

it("gives no difference where the ratings are not the same, or nothing was computed from pairs", () => {
  const name = "Pearson, judge and people";
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
  const twice = { ...whole, influence: { arms: whole.influence?.arms ?? [], comparisons: [comparison, comparison] } };
  expect(rowOf(blind, drafted, name, "Clarity", twice)?.difference).toBeNull();
});

it("tells reports of one task that differ in one field from others", () => {
  const of = (filter: TaskReport["filter"]) => ({ ...report, filter });
  expect(isAlike(of({ arm: "blind", system: "one" }), of({ arm: "drafted", system: "one" }), ["arm"])).toBe(true);
  expect(isAlike(of({ arm: "blind", system: "one" }), of({ arm: "drafted", system: "two" }), ["arm"])).toBe(false);
});
