import { expect, test } from "vitest";
import { preparePairedPlot } from "./prepare-paired-plot";

test("both figures of every row share one axis, and one that is not there leaves a gap", () => {
  const plot = preparePairedPlot(
    [
      { above: { value: 0.44, interval: { low: 0.38, high: 0.5 } }, below: { value: 0.62, interval: { low: 0.58, high: 0.66 } } },
      { above: undefined, below: { value: 0.9, interval: null } },
    ],
    [0.667, 0.8],
  );
  expect(plot).toMatchObject({ low: 0, high: 1, zero: null });
  expect(plot.thresholds.map(({ at }) => at)).toEqual([0.667, 0.8]);
  const [first, second] = plot.pairs;
  expect(first?.above).toMatchObject({ dot: 0.44, bar: { from: 0.38, to: 0.5 } });
  expect(first?.below).toMatchObject({ dot: 0.62, bar: { from: 0.58, to: 0.66 } });
  expect(second?.above).toMatchObject({ dot: null, bar: null });
  expect(second?.below).toMatchObject({ dot: 0.9, bar: null });
});

test("the axis reaches left as far as either figure's interval does, for all rows alike", () => {
  const plot = preparePairedPlot(
    [
      { above: { value: 0.5 }, below: { value: 0.25, interval: { low: -0.4, high: 0.6 } } },
      { above: { value: 0.75 }, below: { value: 1 } },
    ],
    [],
  );
  expect(plot.low).toBe(-0.5);
  expect(plot.zero).toBeCloseTo(1 / 3, 12);
  expect(plot.pairs[0]?.above.dot).toBeCloseTo(2 / 3, 12);
  expect(plot.pairs[0]?.below.bar?.from).toBeCloseTo(1 / 15, 12);
  expect(plot.pairs[1]?.above.dot).toBeCloseTo(5 / 6, 12);
});
