import { describe, expect, it } from "vitest";
import { alphaDifference } from "./alpha-difference";

/** Alpha 1; without its last unit nothing varies. */
const SURE = [
  [1, 1],
  [1, 1],
  [1, 1],
  [2, 2],
];
/** Values 1 five times and 2 three times, one unit split: 1 - 7 / 15. Without each unit: 4/9, 1, 4/9, 0. */
const SPLIT = [
  [1, 1],
  [2, 1],
  [1, 1],
  [2, 2],
];

describe("the difference of two alphas", () => {
  it("has an interval where one of them is 1, also if a unit holds all its variation", () => {
    const without = [5 / 9, 0, 5 / 9, 1];
    const mean = without.reduce((sum, value) => sum + value, 0) / 4;
    const se = Math.sqrt((3 / 4) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
    const [fall, rise] = [
      alphaDifference({ first: SURE, second: SPLIT, level: "nominal" }),
      alphaDifference({ first: SPLIT, second: SURE, level: "nominal" }),
    ];
    expect(fall.standardError).toBeCloseTo(se, 14);
    // t(3).
    expect(fall.interval?.low).toBeCloseTo(-7 / 15 - 3.182446305284263 * se, 12);
    expect(rise.interval?.high).toBeCloseTo(7 / 15 + 3.182446305284263 * se, 12);
  });

  it("counts samples in which only a perfect table does not vary as drawn, not as undefined", () => {
    const first = Array.from({ length: 8 }, (_, unit) => (unit === 0 ? [2, 2] : [1, 1]));
    const second = Array.from({ length: 8 }, (_, unit) => [1 + (unit % 2), 1 + (unit % 3 === 0 ? 1 : 0)]);
    for (const interval of ["percentile", "bca"] as const) {
      const options = { level: "nominal", interval, resamples: 500 } as const;
      expect(alphaDifference({ ...options, first, second })).toMatchObject({ interval: { method: interval }, intervalWhy: null });
    }
  });
});
