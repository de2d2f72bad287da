import { expect, test } from "vitest";
import { captionOf } from "./caption";
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

test.each(["reach-chance", "alpha-change", "alpha-gap", "alpha-with-others", "alpha-without", "units-for-width", "self-alpha"] as const)(
  "the level of measurement is named under %s",
  (name) => {
    expect(captionOf(of([figure({})], { columns: [{ head: "x", figure: name }] }), from)).toContain("Level of measurement: nominal.");
  },
);

test("ends with task, arm, what was selected, the day of the data in UTC, its version and the software", () => {
  expect(captionOf(of([figure({})], { about: "Means." }), { ...from, selection: ["Only alpha", "Without 2 excluded people"] })).toBe(
    "Title. Means. n = 4. Task “T”; arm: blind. Only alpha; Without 2 excluded people. Data of 3 February 2026, version v; S.",
  );
});
