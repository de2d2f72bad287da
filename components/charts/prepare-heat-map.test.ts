import { expect, it } from "vitest";
import { prepareHeatMap } from "./prepare-heat-map";

const raters = [
  { name: "judge", kind: "judge" as const },
  { name: "Ada", kind: "annotator" as const },
  { name: "Ben", kind: "annotator" as const },
  { name: "Chloe", kind: "annotator" as const },
];
const of = (value: number | null, n = 100) => ({ value, why: value === null ? "no-variation" : null, n });
const pairs = [
  { a: "Ada", b: "Ben", figure: of(0.2) },
  { a: "Ada", b: "Chloe", figure: of(0.4) },
  { a: "Ben", b: "Chloe", figure: of(0.9, 6) },
  { a: "Ada", b: "judge", figure: of(-0.3) },
  { a: "Ben", b: "judge", figure: of(null, 0) },
];

it("people who agree most with the others come first, judges last", () => {
  expect(prepareHeatMap(raters, pairs).names).toEqual(["Chloe", "Ada", "Ben", "judge"]);
});

it("somebody with very few ratings comes last, however well they agree, and does not change the order of the others", () => {
  const stray = [...raters, { name: "Dan", kind: "annotator" as const }];
  const few = [
    { a: "Ben", b: "Dan", figure: of(1, 3) },
    { a: "Ada", b: "Dan", figure: of(-0.9, 9) },
  ];
  expect(prepareHeatMap(stray, [...pairs, ...few]).names).toEqual(["Chloe", "Ada", "Ben", "Dan", "judge"]);
});

it("the table is symmetric with an empty diagonal", () => {
  const { names, rows } = prepareHeatMap(raters, pairs);
  for (const i of names.keys()) {
    expect(rows[i]?.[i]).toBeNull();
    for (const j of names.keys()) expect(rows[i]?.[j]?.value).toBe(rows[j]?.[i]?.value);
  }
});

it("the tint follows the size of the value on a fixed scale, and disagreement is marked differently from agreement", () => {
  const cells = prepareHeatMap(raters, pairs).rows.flat();
  const between = (row: string, column: string) => cells.find((cell) => cell?.row === row && cell.column === column);
  expect(between("Ben", "Chloe")).toMatchObject({ strength: 0.9, negative: false });
  expect(between("judge", "Ada")).toMatchObject({ strength: 0.3, negative: true });
});

it("cells with fewer than ten units are marked as thin, and an undefined cell keeps its reason", () => {
  const cells = prepareHeatMap(raters, pairs).rows.flat();
  const between = (row: string, column: string) => cells.find((cell) => cell?.row === row && cell.column === column);
  expect(between("Ben", "Chloe")?.thin).toBe(true);
  expect(between("Ada", "Ben")?.thin).toBe(false);
  expect(between("Ben", "judge")).toMatchObject({ value: null, why: "no-variation", strength: 0 });
});

it("two without a unit in common are a gap", () => {
  const { names, rows } = prepareHeatMap(raters, pairs);
  expect(rows[names.indexOf("Chloe")]?.[names.indexOf("judge")]).toBeNull();
});

it("of more people than can be drawn, those who share most units with others are, beside all judges", () => {
  const people = Array.from({ length: 53 }, (_, place) => `P${place}`);
  const many = [...people.map((name) => ({ name, kind: "annotator" as const })), { name: "judge", kind: "judge" as const }];
  const figure = (n: number, value: number) => ({ value, why: null, n });
  // P0 shares least, and with the judge alone; P1 and P2 next to nothing.
  const two = people.slice(1).map((name, place) => ({ a: name, b: people[(place + 2) % 53] ?? "", figure: figure(20 + place, 0.5) }));
  const shares = [...two.slice(2, 51), { a: "P1", b: "P2", figure: figure(3, 0.9) }, { a: "P0", b: "judge", figure: figure(1, 0.1) }];
  const { names, leftOut, n } = prepareHeatMap(many, shares);
  expect(names).toHaveLength(51);
  expect([names.at(-1), leftOut, n]).toEqual(["judge", 3, { from: 22, to: 70 }]);
  expect(people.filter((name) => !names.includes(name))).toEqual(["P0", "P1", "P2"]);
  expect(prepareHeatMap(many.slice(3), shares).leftOut).toBe(0);
});

it("the table says how many units the cells were computed from", () => {
  expect(prepareHeatMap(raters, pairs).n).toEqual({ from: 0, to: 100 });
  expect(prepareHeatMap(raters, []).n).toBeNull();
});
