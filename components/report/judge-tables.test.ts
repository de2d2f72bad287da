import { expect, test } from "vitest";
import { figuresOf, nOf, tabledReport as report, rowsOf as rows } from "@/lib/testing/panel-tables";
import { figure } from "@/lib/testing/report-fixture";
import { prepareDistribution } from "../charts/prepare-distribution";
import { correlationSections } from "./correlation-rows";
import { checkTables, correlationTable, distributionTables, systemTable } from "./judge-tables";
import { systemRows } from "./system-rows";

test("correlations are listed under their coefficient, with the n of each", () => {
  const table = correlationTable(correlationSections(report, "model-x"), "model-x");
  expect(rows(table).slice(0, 3)).toEqual([
    ["Pearson", "Spearman", "Kendall tau-b"],
    ["Unit by unit", "All criteria together", 0.89, 0.8600000000000001, 0.8],
    ["Unit by unit", "Clarity", 0.84, 0.81, 0.75],
  ]);
  expect(table.rows.at(-1)).toMatchObject({ labels: ["Two by two", "Annotators with each other"], cells: [{ n: "2 of 3 pairs" }, {}, {}] });
});

test("scores are counted at each point of their scale by rater, then averaged", () => {
  const series = (name: string, mean: number | null, histogram: Record<string, number>) => ({
    ...{ name, mean, histogram, n: Object.values(histogram).reduce((sum, one) => sum + one, 0) },
  });
  const clear = prepareDistribution({ min: 1, max: 3 }, [series("people", 2.25, { "2": 3, "3": 1 }), series("model-x", 1, { "1": 2 })]);
  const true_ = prepareDistribution({ min: 0, max: 1 }, [series("Ada", null, { "1": 5 })]);
  const [spread, means, ...more] = distributionTables("How scores are spread", [
    { name: "Clear", distribution: clear },
    { name: "True", distribution: true_ },
  ]);
  expect(more).toEqual([]);
  expect(spread).toMatchObject({ title: "How scores are spread", labels: ["Criterion", "Score"], n: "ratings" });
  expect(spread && rows(spread)).toEqual([
    ["people", "model-x", "Ada"],
    ["Clear", "1", 0, 2, null],
    ["Clear", "2", 3, 0, null],
    ["Clear", "3", 1, 0, null],
    ["True", "0", null, null, 0],
    ["True", "1", null, null, 5],
  ]);
  expect(spread && nOf(spread)[0]).toEqual([4, 2, null]);
  expect(spread && new Set(figuresOf(spread))).toEqual(new Set(["score-count"]));
  expect(means).toMatchObject({ title: "Mean scores", labels: ["Criterion", "Rater"], n: "ratings" });
  expect(means && rows(means)).toEqual([["mean"], ["Clear", "people", 2.25], ["Clear", "model-x", 1]]);
  expect(means && nOf(means)).toEqual([[4], [2]]);
  expect(means && figuresOf(means)).toEqual(["mean-score"]);
  expect(distributionTables("Labels", [{ name: "True", distribution: true_ }])).toHaveLength(1);
});

test("systems without a judge have people's means only, and those of pairs their net wins", () => {
  const bySystem = systemRows(report, "model-x", null);
  expect(rows(systemTable(bySystem, null, false, ""))).toEqual([["people"], ["system one", 3.5], ["system two", null]]);
  expect(figuresOf(systemTable(bySystem, "model-x", false, ""))).toEqual(["mean-score", "mean-score", "signed-error"]);
  expect(figuresOf(systemTable(bySystem, "model-x", true, ""))).toEqual(["net-wins", "net-wins", "net-wins"]);
  const [share] = systemTable([], null, true, "").columns;
  expect([share?.format?.(0.14), systemTable([], null, false, "").columns[0]?.format?.(0.14)]).toEqual(["+0.14", "0.14"]);
});

test("checks list what was discarded and what a critique gained, each only where there was one", () => {
  const dropped = [
    { name: "model-x, run 1", entry: { judge: "model-x", runId: "r", variant: "plain" as const, dropped: 3, share: figure(0.15) } },
  ];
  const feedback = [
    {
      name: "model-x",
      entry: { judge: "model-x", runId: "r", criterion: "1. Clarity", meanBefore: 2.5, meanAfter: 3.25, gain: figure(0.75, [0.5, 1]) },
    },
  ];
  const [discarded, gained] = checkTables(dropped, feedback);
  expect(discarded).toMatchObject({ title: "Discarded drafts", labels: ["Judge"], n: "units" });
  expect(discarded && rows(discarded)).toEqual([["discarded"], ["model-x, run 1", 0.15]]);
  expect(gained).toMatchObject({ title: "Gain from the critique", labels: ["Judge", "Criterion"], n: "units" });
  expect(gained && rows(gained)).toEqual([
    ["before", "after", "gain"],
    ["model-x", "Clarity", 2.5, 3.25, 0.75],
  ]);
  expect(checkTables(dropped, []).map(({ title }) => title)).toEqual(["Discarded drafts"]);
  expect(checkTables([], feedback).map(({ title }) => title)).toEqual(["Gain from the critique"]);
});
