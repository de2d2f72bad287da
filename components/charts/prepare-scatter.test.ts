import { expect, it } from "vitest";
import { prepareScatter } from "./prepare-scatter";

const point = { name: "one", x: 2, y: 4, n: 3 };

it("both axes run between the ends of the scale, y upwards, with a tick at each point", () => {
  const { ticks, points } = prepareScatter([{ ...point, y: 5 }], { min: 1, max: 5 });
  expect(ticks.map(({ value, at }) => [value, at])).toEqual([
    [1, 0],
    [2, 0.25],
    [3, 0.5],
    [4, 0.75],
    [5, 1],
  ]);
  expect([points[0]?.x, points[0]?.y]).toEqual([0.25, 0]);
});

it("intervals end at the axes", () => {
  const { points } = prepareScatter([{ ...point, xInterval: { low: 0, high: 3 }, yInterval: { low: 2, high: 9 } }], { min: 1, max: 5 });
  expect(points[0]?.xBar).toEqual({ from: 0, to: 0.5 });
  expect(points[0]?.yBar).toEqual({ from: 0, to: 0.75 });
});

it("areas are shares of the largest, and a scale with many points has five ticks", () => {
  const { ticks, points } = prepareScatter([point, { ...point, name: "two", n: 12 }], { min: 0, max: 100 });
  expect(points.map(({ area }) => area)).toEqual([0.25, 1]);
  expect(ticks.map(({ value }) => value)).toEqual([0, 25, 50, 75, 100]);
});

it("points at one place share a label, so that their names do not cover each other", () => {
  const at = (name: string, x: number, y: number) => ({ name, x, y, n: 1 });
  const { points } = prepareScatter([at("harbour", 5, 5), at("lark", 2, 3), at("meadow", 5, 5)], { min: 1, max: 5 });
  expect(points.map(({ label }) => label)).toEqual(["harbour, meadow", "lark", null]);
});
