import { expect, test } from "vitest";
import { captionOf, figuresIn, methodInWords } from "./caption";
import type { PanelTable, Provenance, TableFigure } from "./panel-table";

const from: Provenance = {
  ...{ task: "T", arms: "blind", level: "nominal", selection: [], computedAt: "2026-02-03T00:10:00Z", dataVersion: "v", software: "S" },
};
const figure = (changes: Partial<TableFigure>): TableFigure => ({
  value: 1,
  why: null,
  n: 4,
  interval: null,
  whyNoInterval: null,
  ...changes,
});
const interval = (method: string, resamples: number | null = null, seed: number | null = null) => ({
  ...{ low: 0, high: 1, confidence: 0.95, method, resamples, seed },
});
const of = (cells: TableFigure[], changes: Partial<PanelTable> = {}): PanelTable => ({
  title: "Title",
  labels: ["x"],
  columns: cells.map((_, index) => ({ head: `c${index}`, figure: "mean-score" })),
  rows: [{ labels: ["a"], cells }],
  ...changes,
});

test("names each kind of interval that the table has, once, with level, resamples and seed", () => {
  const kinds = [interval("jackknife"), interval("bca", 2000, 5), interval("jackknife"), { ...interval("wilson"), confidence: 0.9 }];
  expect(captionOf(of(kinds.map((one) => figure({ interval: one }))), from)).toContain(
    " Intervals: 95 % jackknife; 95 % BCa bootstrap (2,000 resamples, seed 5); 90 % Wilson. ",
  );
});

test("says that there are no intervals where there could be, and nothing about them where there could not", () => {
  expect(captionOf(of([figure({ whyNoInterval: { code: "too-few", sentence: "" } })]), from)).toContain(" Without intervals. ");
  expect(captionOf(of([figure({})]), from)).not.toMatch(/interval/iu);
});

test("gives n as a number or a range, with what it counts", () => {
  expect(captionOf(of([figure({ n: 1200 })], { n: "units" }), from)).toContain(" n = 1,200 units. ");
  expect(captionOf(of([figure({ n: 30 }), figure({ n: 7 }), figure({ n: "3 of 4 groups" })]), from)).toContain(" n = 7 to 30. ");
  expect(captionOf(of([figure({ n: null })]), from)).not.toContain("n =");
});

test("gives what n counts column by column, where columns count different things", () => {
  const columns = [{ head: "a", n: "pairs" }, { head: "b" }, { head: "c", n: "pairs" }];
  const cells = [figure({ n: 9 }), figure({ n: 31 }), figure({ n: 1200 })];
  expect(captionOf(of(cells, { columns, n: "units" }), from)).toContain(" n = 9 to 1,200 pairs; 31 units. ");
});

test("names the level of measurement of alpha, and of nothing else", () => {
  const columns = [{ head: "alpha", figure: "alpha" as const }];
  expect(captionOf(of([figure({})], { columns }), from)).toContain("Level of measurement: nominal.");
  expect(captionOf(of([figure({})]), from)).not.toContain("nominal");
});

test("arms and levels of tables, rows and columns take the report's place", () => {
  const columns = [
    { head: "alpha", figure: "alpha-change" as const },
    { head: "of all", figure: "alpha" as const, arms: "blind; drafted" },
  ];
  const own = of([figure({}), figure({})], { columns, arms: "first scores", level: "ordinal" });
  expect(captionOf(own, from)).toContain("Level of measurement: ordinal. ");
  expect(captionOf(own, from)).toContain("arm: first scores (of all: blind; drafted). ");
  const cells = [figure({}), figure({})];
  const rows = [
    { labels: ["Clear"], cells },
    { labels: ["True"], cells },
    { labels: ["Cause"], cells, arms: "drafted", level: "nominal" },
  ];
  expect(captionOf({ ...own, rows }, from)).toContain("Level of measurement: ordinal (Cause: nominal). ");
  expect(captionOf({ ...own, rows }, from)).toContain("arm: first scores (Cause: drafted; of all: blind; drafted). ");
});

test.each([
  ...(["alpha", "alpha-with-judge", "alpha-of-two", "alpha-of-label", "alpha-difference", "alpha-gap", "alpha-change"] as const),
  ...(["reach-chance", "alpha-with-others", "alpha-without", "self-alpha", "panel-alpha", "units-for-width"] as const),
])("the level of measurement is named under %s", (name) => {
  expect(captionOf(of([figure({})], { columns: [{ head: "x", figure: name }] }), from)).toContain("Level of measurement: nominal.");
});

test("ends with task, arm, what was selected, the day of the data in UTC, its version and the software", () => {
  expect(captionOf(of([figure({})], { about: "Means." }), { ...from, selection: ["Only alpha", "Without 2 excluded people"] })).toBe(
    "Title. Means. n = 4. Task “T”; arm: blind. Only alpha; Without 2 excluded people. Data of 3 February 2026, version v; S.",
  );
});

test.each([
  ["jackknife", "jackknife"],
  ["jackknife-fisher-z", "jackknife on Fisher's z"],
  ["bca", "BCa bootstrap"],
  ["percentile", "percentile bootstrap"],
  ["t", "cluster-robust t"],
  ["wald", "normal"],
  ["wilson", "Wilson"],
  ["analytic", "analytic"],
  ["f", "F"],
  ["something-new", "something-new"],
])("the method %s is called %s", (method, words) => {
  expect(methodInWords(method)).toBe(words);
});

test("an interval names what it was drawn with, as far as that is known", () => {
  const drawn = (resamples: number | null, seed: number | null, confidence = 0.95) =>
    captionOf(of([figure({ interval: { ...interval("bca", resamples, seed), confidence } })]), from);
  expect(drawn(500, null)).toContain(" 95 % BCa bootstrap (500 resamples). ");
  expect(drawn(null, 3)).toContain(" 95 % BCa bootstrap (seed 3). ");
  expect(drawn(null, null, 0.999)).toContain(" 99.9 % BCa bootstrap. ");
});

test("a table whose figures count nothing says nothing of n", () => {
  expect(captionOf(of([figure({ n: null })]), from)).toBe("Title. Task “T”; arm: blind. Data of 3 February 2026, version v; S.");
});

test("where no figure has a value, intervals are not missed", () => {
  const none = figure({ value: null, whyNoInterval: { code: "x", sentence: "" } });
  expect(captionOf(of([none]), from)).not.toMatch(/interval/iu);
  expect(captionOf(of([none, figure({ whyNoInterval: { code: "x", sentence: "" } })]), from)).toContain("Without intervals.");
});

test("words and empty cells are no figures, and a sentence keeps its own end", () => {
  const table = of([figure({ n: 3 })], { columns: [{ head: "a" }, { head: "b" }, { head: "c" }], title: "Who is right?", about: "Look!" });
  const mixed = { ...table, rows: [{ labels: ["a"], cells: ["a word", null, figure({ n: 3 })] }] };
  expect(figuresIn(mixed)).toEqual([figure({ n: 3 })]);
  expect(captionOf(mixed, from)).toMatch(/^Who is right\? Look! n = 3\. Task “T”;/u);
});

test("arms of a row that several rows share are named once, with what they are of, and most rows need no name", () => {
  const cells = [figure({})];
  const row = (label: string, arms?: string) => ({ labels: [label, "x"], cells, arms });
  const rows = [row("a", "drafted"), row("b"), row("c", "drafted"), row("d"), row("e"), row("f", "first")];
  expect(captionOf(of(cells, { rows }), from)).toContain("arm: blind (a, x, c, x: drafted; f, x: first). ");
  const most = [row("a", "drafted"), row("b"), row("c", "drafted")];
  expect(captionOf(of(cells, { rows: most }), from)).toContain("arm: drafted (b, x: blind). ");
  // A table without rows rests on what it says itself, or the report.
  expect(captionOf(of(cells, { rows: [] }), from)).toContain("arm: blind. ");
  expect(captionOf(of(cells, { rows: [], arms: "drafted" }), from)).toContain("arm: drafted. ");
});

test("the level is said about columns of alpha, and the arms of every column", () => {
  const columns = [
    { head: "alpha", figure: "alpha" as const },
    { head: "x", figure: "mean-score" as const, arms: "drafted" },
    { head: "word" },
  ];
  const text = captionOf(of([figure({}), figure({})], { columns }), from);
  expect(text).toContain("Level of measurement: nominal. ");
  expect(text).toContain("arm: blind (x: drafted). ");
  expect(captionOf(of([figure({})], { columns: [{ head: "word" }] }), from)).not.toContain("Level");
});
