import { expect, test } from "vitest";
import { prepareCurves } from "./prepare-curves";

const falling = (label: string, main: boolean, height: number) => ({
  ...{ label, main },
  points: [50, 100, 200, 400].map((x) => ({ x, y: height / Math.sqrt(x) })),
});

test("the marked plan lies on its own line, and what is beyond the samples that exist is apart", () => {
  const { lines, mark } = prepareCurves([falling("6 raters", true, 1)], 200, 200);
  expect(mark?.value).toBeCloseTo(1 / Math.sqrt(200), 12);
  const [line] = lines;
  expect(line?.known.at(-1)).toEqual([mark?.x, mark?.y]);
  // The dashed part begins where the other one ends.
  expect(line?.beyond).toHaveLength(2);
  expect(line?.beyond[0]).toEqual([mark?.x, mark?.y]);
});

test("the axis names its ends and the marked place, and none where nothing is marked", () => {
  const named = (markX: number) => prepareCurves([falling("6 raters", true, 1)], markX, 400).xTicks.map(({ value }) => value);
  expect([named(200), named(-1)]).toEqual([
    [50, 200, 400],
    [50, 400],
  ]);
});

test("the axis ends at twice the plan's value, so that a far worse line cannot flatten it", () => {
  const { lines, yTicks } = prepareCurves([falling("6 raters", true, 1), falling("2 raters", false, 3)], 200, 400);
  expect(Math.max(...yTicks.map(({ value }) => value))).toBeLessThanOrEqual(2 / Math.sqrt(200));
  expect(yTicks[0]).toEqual({ value: 0, at: 1 });
  for (const [, y] of lines.flatMap(({ known }) => known)) expect(y).toBeGreaterThanOrEqual(-0.001);
});

test("labels of lines that end close together do not cover each other", () => {
  const { lines } = prepareCurves([falling("a", true, 1), falling("b", false, 1.01), falling("c", false, 1.02)], 200, 400);
  const places = lines.map(({ labelAt }) => labelAt);
  expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThan(0.1);
  expect((places[2] ?? 0) - (places[1] ?? 0)).toBeGreaterThan(0.1);
});
