import { expect, it } from "vitest";
import { prepareDifferencePlot, prepareIntervalPlot } from "./prepare-interval-plot";

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

it("differences have zero in the middle and the same round number at both ends, whichever side reaches further", () => {
  const plot = prepareDifferencePlot([
    { value: 0.1, interval: { low: -0.05, high: 0.25 } },
    { value: -0.3, interval: { low: -0.42, high: -0.2 } },
  ]);
  expect([plot.low, plot.zero, plot.high]).toEqual([-0.5, 0.5, 0.5]);
  expect(plot.marks[0]?.dot).toBeCloseTo(0.6, 12);
  expect(plot.marks[1]?.bar?.from).toBeCloseTo(0.08, 12);
  expect(plot.marks.map(({ beyond }) => beyond)).toEqual(Array(2).fill({ left: false, right: false }));
  expect([0.05, 0.051, 1.2, 2.5, 37, 80].map((value) => prepareDifferencePlot([{ value }]).high)).toEqual([0.05, 0.1, 2, 5, 50, 100]);
  expect(prepareDifferencePlot([{ value: 0.3, interval: { low: -0.2, high: 0.8 } }]).high).toBe(1);
  expect(prepareDifferencePlot([{ value: -3, interval: null }, { value: null }])).toMatchObject({ low: -5, high: 5, zero: 0.5 });
});

it("without a difference there is still an axis", () => {
  expect(prepareDifferencePlot([{ value: 0 }, { value: null }])).toMatchObject({ low: -1, high: 1, zero: 0.5 });
});
