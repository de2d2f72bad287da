import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { figure } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { type FigureCell, type FigureColumn, FigureTable, type FigureTableProps, valueCell } from "./figure-table";

const units = { criterion: "Clarity", ratings: "1" };
const other = { criterion: "Truth" };
const tenths = (value: number) => `${value * 10} of 10`;
const alpha: FigureColumn = { head: "alpha", explained: "alpha" };

const shown = (props: Partial<FigureTableProps>) =>
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <FigureTable {...{ label: "Agreement", first: "Criterion", columns: [alpha], rows: [] }} {...props} />
    </FigureLinks>,
  );

const table = () => screen.getByRole("table", { name: "Agreement" });
const queryOf = (link: Element | null): Record<string, string | undefined> => {
  const { task: _, ...query } = Object.fromEntries(new URL(link?.getAttribute("href") ?? "", "http://x").searchParams);
  return query;
};

/** A single cell: its text, what it opens with how many units it says there are, and the notes below the table. */
function drawn(cell: FigureCell, column: Partial<FigureColumn> = {}, row: { units?: typeof units } = { units }, n?: string) {
  const { unmount } = shown({
    columns: [{ ...alpha, ...column }],
    rows: [{ name: "Clarity", cells: [cell], ...row }],
    ...(n !== undefined && { n }),
  });
  const place = within(table()).getByRole("cell");
  const link = place.querySelector("a");
  const opens: ReturnType<typeof queryOf> | null = link && { ...queryOf(link), units: link.dataset.units };
  const found = {
    text: place.textContent,
    opens,
    notes: screen.queryAllByRole("listitem").map(({ textContent }) => textContent),
    hasList: screen.queryByRole("list") !== null,
  };
  unmount();
  return found;
}

test("a figure has its interval below it and opens its row's units, with the n that it is of", () => {
  expect(drawn({ figure: figure(0.7, [0.6, 0.8], 31) })).toEqual({
    ...{ text: "0.700.60 to 0.80", notes: [], hasList: false },
    opens: { ...units, figure: "alpha", n: "31", counts: "units", units: "" },
  });
  expect(drawn({ figure: figure(0.7, [0.6, 0.8], 31) }, { format: tenths }).text).toBe("7 of 106 of 10 to 8 of 10");
});

test("what n counts is said as in its column, its table, or as units", () => {
  const counted = (column: Partial<FigureColumn>, n?: string) => drawn({ figure: figure(0.7, undefined, 31) }, column, { units }, n).opens;
  expect([counted({ n: "pairs" }, "samples"), counted({}, "samples"), counted({})].map((opens) => opens?.counts)).toEqual([
    ...["pairs", "samples", "units"],
  ]);
});

test("a link of a cell's own goes before its row's: named as its column unless it has a name, and of the figure's n unless it has another", () => {
  const link = (own: Partial<FigureCell["link"]>) => drawn({ figure: figure(0.7, undefined, 31), link: { units: other, ...own } }).opens;
  expect(link({})).toEqual({ ...other, figure: "alpha", units: "31" });
  expect(link({ figure: "its alpha", n: 12 })).toEqual({ ...other, figure: "its alpha", units: "12" });
  expect(link({ n: null })).toEqual({ ...other, figure: "alpha", n: "31", counts: "units", units: "" });
});

test("what says nothing opens nothing, unless its own link has units that are counted", () => {
  const missing = figure(null, undefined, 12);
  for (const cell of [{ figure: missing }, { text: "" }, {}, { figure: missing, link: { units: other, n: null } }])
    expect(drawn(cell).opens).toBeNull();
  expect(drawn({ figure: missing, link: { units: other } }).opens).toEqual({ ...other, figure: "alpha", units: "12" });
  expect(drawn({ figure: figure(0.7) }, {}, {}).opens).toBeNull();
  expect(drawn({ link: { units: other } }).opens).toBeNull();
});

test("words, numbers without an interval and numbers that are 0 open the row's units", () => {
  expect([{ text: "yes" }, { value: 3 }, valueCell(0)].map((cell) => [drawn(cell).text, drawn(cell).opens])).toEqual([
    ["yes", { ...units, figure: "alpha", units: "" }],
    ["3.00", { ...units, figure: "alpha", units: "" }],
    ["0.00", { ...units, figure: "alpha", units: "" }],
  ]);
});

test("n is shown below a figure where it is asked for and there is any", () => {
  const text = (n: number, isShown: boolean) => drawn({ figure: figure(0.7, [0.6, 0.8], n), n: isShown }).text;
  expect([text(1031, true), text(31, false), text(0, true)]).toEqual(["0.700.60 to 0.80n = 1,031", "0.700.60 to 0.80", "0.700.60 to 0.80"]);
});

test("details stand below a cell and below a row's name, which opens the row's units", () => {
  const detail = (words: string) => ({ words, cells: [] });
  shown({
    rows: [{ name: "1", label: "Clarity", detail: detail("of people"), units, cells: [{ text: "yes", detail: detail("barely") }] }],
  });
  const name = within(table()).getByRole("rowheader");
  expect([name.textContent, within(table()).getByRole("cell").textContent]).toEqual(["Clarityof people", "yesbarely"]);
  expect(queryOf(name.querySelector("a"))).toEqual({ ...units, figure: "Criterion" });
});

test("each reason for a missing figure is noted once, also below words in its place", () => {
  const why = "Every rating is the same, so agreement cannot be distinguished from chance.";
  expect(drawn(valueCell(null, "no-variation"))).toMatchObject({ text: "–not definednote 1", notes: [`1${why}`] });
  expect(drawn({ figure: figure(null), text: "–" })).toMatchObject({ text: "–", notes: [] });
  expect(drawn({})).toMatchObject({ text: "–", notes: [] });
});

test("a drawing has its own head and axis before the figures, and leads where the row's name does, for pointers alone", () => {
  const axis = { low: 0, high: 1, zero: null, thresholds: [] };
  shown({
    plot: { head: "alpha with its interval", axis, drawn: (row) => `drawn ${row}`, format: tenths },
    rows: [
      { name: "Clarity", units, cells: [{ text: "yes" }] },
      { name: "Truth", cells: [{ text: "no" }] },
    ],
  });
  const rows = [...table().querySelectorAll("tr")].map(({ cells }) => [...cells].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ["Criterion", "alpha with its interval0 of 1010 of 10", "alpha"],
    ["Clarity", "drawn 0", "yes"],
    ["Truth", "drawn 1", "no"],
  ]);
  const link = table().querySelector("a[aria-hidden]");
  expect(queryOf(link)).toEqual({ ...units, figure: "alpha with its interval" });
});

test("a column of sentences is set like text, and one of figures or short words like figures", () => {
  const columns: FigureColumn[] = [
    { head: "why", explained: null, wide: true },
    { ...alpha, wide: true },
    { head: "kind", explained: null },
  ];
  shown({ columns, rows: [{ name: "Clarity", cells: [{ text: "a" }, { text: "b" }, { text: "c" }] }] });
  const sides = (role: string) =>
    within(table())
      .getAllByRole(role)
      .map(({ className }) => /text-(left|right)/u.exec(className)?.[1]);
  expect([sides("columnheader"), sides("cell")]).toEqual([
    ["left", "left", "right", "right"],
    ["left", "right", "right"],
  ]);
});

test("a head has the mark of its figures in the drawing, and explains them unless they are words", () => {
  shown({
    columns: [
      { ...alpha, mark: <i>dot</i> },
      { head: "why", explained: null },
    ],
  });
  expect(
    within(table())
      .getAllByRole("columnheader")
      .map(({ innerHTML }) => /<i>dot<\/i>/u.test(innerHTML)),
  ).toEqual([...[false, true, false]]);
  expect([...table().querySelectorAll<HTMLElement>("[data-explains]")].map(({ dataset }) => dataset.explains)).toEqual(["alpha"]);
});
