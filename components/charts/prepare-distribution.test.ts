import { expect, it } from "vitest";
import { onOneAxis, prepareDistribution } from "./prepare-distribution";

const people = { name: "people", n: 10, mean: 3, histogram: { "2": 5, "4": 5 } };
const judge = { name: "judge", n: 4, mean: 4, histogram: { "4": 4 } };

it("every point of the declared scale is shown, including those nobody used", () => {
  const { bins } = prepareDistribution({ min: 1, max: 5 }, [people, judge]);
  expect(bins.map(({ label }) => label)).toEqual(["1", "2", "3", "4", "5"]);
  expect(bins[0]?.values.map(({ count }) => count)).toEqual([0, 0]);
});

it("shares are relative to each rater's own ratings, so raters with unequal counts can be compared", () => {
  const { bins, top } = prepareDistribution({ min: 1, max: 5 }, [people, judge]);
  expect(bins[3]?.values).toEqual([
    { count: 5, share: 0.5, height: 0.5 },
    { count: 4, share: 1, height: 1 },
  ]);
  expect(top).toBe(1);
});

it("a rater without ratings is a gap", () => {
  const { bins } = prepareDistribution({ min: 0, max: 1 }, [people, { name: "new", n: 0, mean: null, histogram: {} }]);
  expect(bins[0]?.values[1]).toEqual({ count: 0, share: null, height: 0 });
});

it("a scale with steps between whole numbers shows the scores that occur and its ends", () => {
  const half = { name: "people", n: 2, mean: 2, histogram: { "1.5": 1, "2.5": 1 } };
  expect(prepareDistribution({ min: 1, max: 3 }, [half]).bins.map(({ label }) => label)).toEqual(["1", "1.5", "2.5", "3"]);
});

it("a panel's means are written to two decimals, in full where two would look the same", () => {
  const labels = (...scores: number[]) => {
    const panel = { name: "panel", n: scores.length, mean: null, histogram: Object.fromEntries(scores.map((score) => [String(score), 1])) };
    return prepareDistribution({ min: 1, max: 3 }, [panel]).bins.map(({ label }) => label);
  };
  expect(labels(7 / 3)).toEqual(["1", "2.33", "3"]);
  expect(labels(2.331, 2.334)).toEqual(["1", "2.331", "2.334", "3"]);
});

it("a fine scale is grouped into ten bins and loses no rating", () => {
  const slider = { name: "people", n: 5, mean: 50, histogram: { "0": 1, "9": 1, "10": 1, "99": 1, "100": 1 } };
  const { bins } = prepareDistribution({ min: 0, max: 100 }, [slider]);
  expect(bins).toHaveLength(10);
  expect(bins[0]?.label).toBe("0 to 10");
  expect(bins.map(({ values }) => values[0]?.count)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
});

it("named points keep their order and names, and have no mean", () => {
  const named = [
    { value: 1, label: "A" },
    { value: -1, label: "B" },
  ];
  const { bins, series } = prepareDistribution(
    { min: -1, max: 1 },
    [{ name: "people", n: 4, mean: 0.5, histogram: { "1": 3, "-1": 1 } }],
    named,
  );
  expect(bins.map(({ label, values }) => [label, values[0]?.share])).toEqual([
    ["A", 0.75],
    ["B", 0.25],
  ]);
  expect(series).toEqual([{ name: "people", n: 4, mean: null }]);
});

it("several distributions share one axis, which ends at the tenth above the largest share of all", () => {
  const small = { name: "people", n: 20, mean: 2, histogram: { "1": 5, "2": 15 } };
  const even = { name: "people", n: 10, mean: 3, histogram: { "1": 2, "2": 2, "3": 2, "4": 2, "5": 2 } };
  const [a, b] = onOneAxis([small, even].map((series) => ({ distribution: prepareDistribution({ min: 1, max: 5 }, [series]) })));
  expect([a, b].map((one) => one?.distribution.full)).toEqual([0.8, 0.8]);
  expect(a?.distribution.ticks).toEqual([0.5]);
  expect(a?.distribution.bins[1]?.values[0]?.height).toBeCloseTo(0.75 / 0.8, 12);
  expect(b?.distribution.bins[0]?.values[0]?.height).toBeCloseTo(0.2 / 0.8, 12);
  const [flat] = onOneAxis([{ distribution: prepareDistribution({ min: 1, max: 5 }, [even]) }]);
  expect([flat?.distribution.full, flat?.distribution.ticks]).toEqual([0.2, [0.1, 0.2]]);
});
