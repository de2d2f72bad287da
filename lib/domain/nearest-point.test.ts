import { describe, expect, test } from "vitest";
import { nearestPoint } from "./nearest-point";
import { pointsAround } from "./scale-points";

const five = { min: 1, max: 5, step: 1 };

describe("the points around a score between points", () => {
  test.each([
    [five, 11 / 3, [3, 4], 4],
    [five, 10 / 3, [3, 4], 3],
    [five, 3.5, [3, 4], null],
    [{ min: 0, max: 1, step: 0.1 }, 0.32, [0.3, 0.4], 0.3],
    [{ min: -1, max: 1, step: 2 }, 0, [-1, 1], null],
    [{ min: 0, max: 100, step: 1 }, 200 / 3, [66, 67], 67],
  ])("on %o, %d lies between %o, nearest to %o", (scale, score, around, nearest) => {
    expect(pointsAround(scale, score)).toEqual(around);
    expect(nearestPoint(scale, score)).toBe(nearest);
  });

  test.each([
    [five, 4],
    [five, 9],
    [five, 0.5],
    [five, Number.NaN],
    [{ min: 0, max: 1, step: null }, 0.333],
    [{ min: 1, max: 4.5, step: 1 }, 4.2],
  ])("on %o there are none around %d", (scale, score) => {
    expect(pointsAround(scale, score)).toBeNull();
    expect(nearestPoint(scale, score)).toBeNull();
  });
});
