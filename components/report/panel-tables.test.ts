import { expect, test } from "vitest";
import type { PanelTable, TableCell } from "@/lib/paper/panel-table";
import { fixturePairs } from "@/lib/testing/pair-report-fixture";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { correlationSections } from "./correlation-rows";
import { criterionRows, summaryRow } from "./criterion-rows";
import { draftEntries } from "./draft-rows";
import { changeTable, correlationTable, systemTable } from "./judge-tables";
import { accuracyTable, interferenceTable, peopleTable, subsetTables, swapTable, sycophancyTable, togetherTable } from "./pair-tables";
import { criterionTable, draftTables, oddityTable, timeTable } from "./people-tables";
import { systemRows } from "./system-rows";

// Each figure of the fixtures is its own number, so a figure in another's column cannot pass.

const report = fixtureReport([
  { name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.79]) },
  { name: "Truth", agreement: alphas(null), bias: figure(0.05, [-0.1, 0.2]) },
]);
const values = (cells: readonly TableCell[]) => cells.map((cell) => (cell !== null && typeof cell === "object" ? cell.value : cell));
const rows = ({ columns, rows: all }: PanelTable) => [
  columns.map(({ head }) => head),
  ...all.map(({ labels, cells }) => [...labels, ...values(cells)]),
];
const pairs = fixturePairs();
const judgeOf = <T>(by: Record<string, T>) => {
  const found = by["model-x"];
  if (found === undefined) throw new Error("the fixture has a judge");
  return found;
};

test("the main table has alpha, alpha with the judge, tau-b, error, share that differs, and what they allow to say", () => {
  const table = criterionTable({
    rows: criterionRows(report, "ordinal", "model-x"),
    summary: summaryRow(report, "ordinal", "model-x"),
    ...{ judge: "model-x", pairwise: false, changedLabel: "scores changed" },
  });
  expect(rows(table)).toEqual([
    ["alpha", "with judge", "tau-b, judge and people", "judge minus people", "scores changed", "verdict", "units that would tell", "judge"],
    ["Clarity", 0.8, 0.8230000000000001, 0.75, 0.65, 0.2, "at least .667", null, "judge lenient"],
    ["Truth", null, null, 0.73, 0.05, 0.2, "not defined", null, null],
    ["Mean over criteria (2 criteria)", 0.47, 0.49, null, null, null, null, null, null],
    ["All criteria pooled", 0.61, 0.63, null, null, null, null, null, null],
  ]);
  expect(table.rows[0]?.cells[3]).toMatchObject({ n: 40, interval: { low: 0.5, high: 0.79, method: "jackknife" } });
  expect(table.rows[1]?.cells[0]).toMatchObject({ why: { code: "no-variation" } });
});

test("without a judge the main table has people's figures only", () => {
  const rowsOf = criterionRows(report, "ordinal", null);
  const table = criterionTable({ rows: rowsOf, summary: null, judge: null, pairwise: false, changedLabel: "" });
  expect(rows(table)[0]).toEqual(["alpha", "verdict", "units that would tell", "judge"]);
  expect(rows(table)[1]).toEqual(["Clarity", 0.8, "at least .667", null, null]);
});

test("correlations are listed under their coefficient, with the n of each", () => {
  const table = correlationTable(correlationSections(report, "model-x"), "model-x");
  expect(rows(table).slice(0, 3)).toEqual([
    ["Pearson", "Spearman", "Kendall tau-b"],
    ["All ratings", "All criteria together", 0.89, 0.8600000000000001, 0.8],
    ["All ratings", "Clarity", 0.84, 0.81, 0.75],
  ]);
  expect(table.rows.at(-1)).toMatchObject({ labels: ["Two by two", "Annotators with each other"], cells: [{ n: "2 of 3 pairs" }, {}, {}] });
});

test("actions are listed under what people did, and reasons with how often each was given", () => {
  const actions = judgeOf(report.actions);
  const [lines, together, reasons] = draftTables(draftEntries(actions, "kind"), actions, "");
  expect(lines && rows(lines).slice(0, 2)).toEqual([
    ["accepted", "revised", "removed", "added"],
    ["All lines", 75 / 96, 13 / 96, 6 / 96, 2 / 96],
  ]);
  expect(lines?.rows[0]?.cells[0]).toMatchObject({ n: 96 });
  expect(together && rows(together)).toEqual([["by one key"], ["All accepted lines", 5 / 75]]);
  expect(together?.rows[0]?.cells[0]).toMatchObject({ n: 75, whyNoInterval: { code: "too-few" } });
  expect(reasons && rows(reasons)).toEqual([["given"], ["wrong score", 6], ["made up", 3]]);
});

test("scores that differ, systems and times are in their columns", () => {
  const change = changeTable("Which way", "model-x", [{ name: "Clarity", counts: { up: 3, down: 9, same: 48 } }], {
    ...{ down: "lower", same: "the same", up: "higher" },
  });
  expect(rows(change)).toEqual([
    ["lower", "the same", "higher"],
    ["Clarity", 9, 48, 3],
  ]);
  expect(rows(systemTable(systemRows(report, "model-x", null), "model-x", false, ""))).toEqual([
    ["people", "model-x", "difference"],
    ["system one", 3.5, 4.25, 0.75],
    ["system two", null, null, null],
  ]);
  const times = timeTable(report.time);
  expect(rows(times)).toEqual([
    ["per unit", "per sample"],
    ["Ada", 9, 75.5],
    ["Ben", 37.5, null],
    ["Chloe", null, null],
    ["Everyone", 12, 80],
  ]);
  expect(times.rows[0]?.cells).toMatchObject([{ n: 40 }, { n: 20 }]);
});

test("pairs: accuracy, agreement with people, order and interference", () => {
  const accuracy = judgeOf(pairs.accuracy);
  expect(rows(accuracyTable([{ name: "model-x", accuracy }], "how"))).toEqual([
    ["right", "ties"],
    ["model-x", 0.75, 4],
  ]);
  const people = peopleTable([{ rater: { name: "model-x" }, found: judgeOf(pairs.agreementWithAnnotators) }], pairs.betweenAnnotators);
  expect(rows(people).slice(1)).toEqual([
    ["model-x", 0.8, 0.775, 0.875, 0.62, 3],
    ["annotators, on all pairs", null, null, 0.85, null, null],
  ]);
  expect(rows(togetherTable(pairs))).toEqual([
    ["same verdict", "kappa of people"],
    ["all annotators", 0.85, 0.71],
    ["Ada and Ben", 0.9, 0.81],
    ["Ada and Cem", 0.76, 0.53],
  ]);
  expect(rows(swapTable([{ rater: { name: "model-x" }, swap: judgeOf(pairs.swap) }]))[1]).toEqual([
    ...["model-x", 0.85, 5, 0, 1, 0.0625, 0.75, 0.7, 27 / 40, 27 / 34],
  ]);
  expect(rows(interferenceTable([{ rater: { name: "model-x" }, run: judgeOf(pairs.interference) }]))[1]).toEqual([
    ...["model-x", 0.9, 4, 29 / 39, 31 / 39],
  ]);
  expect(rows(sycophancyTable([{ rater: { name: "model-x" }, run: judgeOf(pairs.sycophancy) }]))[1]).toEqual([
    ...["model-x", 0.7, 11, 1, 0.75, 0.55],
  ]);
  const [bySubset] = subsetTables("By subset", "accuracy", pairs.subsets, [{ name: "model-x", perSubset: accuracy.perSubset }]);
  expect(bySubset && rows(bySubset)).toEqual([["model-x"], ["natural", 0.9], ["adversarial", 0.6]]);
  expect(subsetTables("None", "accuracy", [], [])).toEqual([]);
});

test("oddities are counted under what they say", () => {
  expect(rows(oddityTable([{ code: "x", message: "Approved but changed", count: 175 }]))).toEqual([
    ["times"],
    ["Approved but changed", 175],
  ]);
});
