import { createElement } from "react";
import { expect, test } from "vitest";
import { figure } from "@/lib/testing/report-fixture";
import { percent, signed } from "../charts/format";
import { countCell, figureCell } from "./cells";
import { exportedTable } from "./exported-table";
import type { FigureCell, FigureTableProps } from "./figure-table";

const table: FigureTableProps = {
  label: "Verdicts",
  first: "Criterion",
  columns: [
    { head: "alpha", explained: "alpha", n: "ratings", arms: "blind", details: [{ head: "words", explained: null }] },
    { head: "named in a table of its own", explained: "alpha", notExported: true },
    { head: "gap", format: signed, explained: "alpha-gap" },
  ],
  details: [{ head: "people", format: percent, explained: "people-count" }],
  rows: [
    {
      name: "one",
      label: "The first",
      arms: "drafted",
      level: "nominal",
      detail: { words: "3 people", cells: [{ value: 3 }] },
      cells: [
        { figure: figure(0.7, [0.6, 0.8], 12), detail: { words: "rises", cells: [{ text: "rises" }] } },
        { value: 5 },
        { figure: figure(0.2, [0.1, 0.3], 4) },
      ],
    },
    { name: "two", label: createElement("b", {}, "The second"), cells: [{ value: 2, of: 9 }, {}, { text: "cannot tell yet" }] },
  ],
};

test("a table is exported with its details in columns of their own, without what has a table of its own", () => {
  const { title, labels, columns, rows } = exportedTable(table);
  expect([title, labels]).toEqual(["Verdicts", ["Criterion"]]);
  expect(columns.map(({ head, figure: of, n, arms }) => [head, of, n, arms])).toEqual([
    ["people", "people-count", undefined, undefined],
    ["alpha", "alpha", "ratings", "blind"],
    ["words", undefined, undefined, "blind"],
    ["gap", "alpha-gap", undefined, undefined],
  ]);
  expect(columns.map(({ format }) => format?.(0.5))).toEqual(["50.0\u00a0%", "0.50", "0.50", "+0.50"]);
  expect(rows).toEqual([
    {
      ...{ labels: ["The first"], arms: "drafted", level: "nominal" },
      cells: [countCell(3), figureCell(figure(0.7, [0.6, 0.8], 12)), "rises", figureCell(figure(0.2, [0.1, 0.3], 4))],
    },
    // What is drawn in a label has no text: the row's name is.
    { labels: ["two"], arms: undefined, level: undefined, cells: [null, countCell(2, 9), null, "cannot tell yet"] },
  ]);
});

test("only what a table says of itself is exported: what n counts, arms, level and selection", () => {
  const { title: _, labels: __, columns: ___, rows: ____, ...bare } = exportedTable(table);
  expect(bare).toStrictEqual({ arms: undefined, level: undefined });
  const said = { n: "units", arms: "blind", level: "interval", selection: ["system: a"] };
  expect(exportedTable({ ...table, ...said })).toMatchObject(said);
});

test("a cell is exported as its figure, its number or its words, those of what is drawn among them", () => {
  const { details: _, ...bare } = table;
  const cellOf = (cell: FigureCell, plain?: string) => {
    const [row] = exportedTable({ ...bare, rows: [{ name: "n", ...(plain && { plain }), cells: [cell] }] }).rows;
    return [row?.labels[0], row?.cells[0]];
  };
  const drawn = createElement("b", {}, "none");
  expect(cellOf({ figure: figure(0.7), value: 3, text: "words" })).toEqual(["n", figureCell(figure(0.7))]);
  expect(cellOf({ figure: { value: null, why: "too-few" } })).toEqual(["n", figureCell({ value: null, why: "too-few" })]);
  expect(cellOf({ value: 0 })).toEqual(["n", countCell(0)]);
  expect(cellOf({ text: drawn }, "said")).toEqual(["said", null]);
  expect(cellOf({ text: drawn, plain: "none" })).toEqual(["n", "none"]);
  expect(cellOf({ text: "" })).toEqual(["n", null]);
});
