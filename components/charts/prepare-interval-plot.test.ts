import { expect, it } from "vitest";
import { prepareIntervalPlot } from "./prepare-interval-plot";

it("the axis runs from 0 to 1 if everything fits", () => {
  const plot = prepareIntervalPlot([{ value: 0.5, interval: { low: 0.25, high: 0.75 } }], [0.667]);
  expect(plot).toEqual({
    low: 0,
    high: 1,
    zero: null,
    thresholds: [{ value: 0.667, at: 0.667 }],
    marks: [{ dot: 0.5, bar: { from: 0.25, to: 0.75 }, beyond: { left: false, right: false } }],
  });
});

it("all rows share one axis, which extends left to fit the lowest", () => {
  const plot = prepareIntervalPlot([{ value: 0.5 }, { value: 0.1, interval: { low: -0.3, high: 0.4 } }], [0.8]);
  expect(plot.low).toBe(-0.5);
  expect(plot.zero).toBeCloseTo(1 / 3);
  expect(plot.marks[0]?.dot).toBeCloseTo(2 / 3);
});

it("an interval beyond the axis is clipped and marked as clipped", () => {
  const plot = prepareIntervalPlot([{ value: -0.9, interval: { low: -1.6, high: -0.2 } }], []);
  expect(plot.low).toBe(-1);
  expect(plot.marks[0]?.bar?.from).toBe(0);
  expect(plot.marks[0]?.beyond).toEqual({ left: true, right: false });
});

it("a missing value is a gap, not a zero", () => {
  const plot = prepareIntervalPlot([{ value: null }], [0.667]);
  expect(plot.marks[0]).toEqual({ dot: null, bar: null, beyond: { left: false, right: false } });
});
