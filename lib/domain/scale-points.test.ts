import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOnScale, scalePoints, snapToScale } from "./scale-points";

const five = { min: 1, max: 5, step: 1 };
const tenths = { min: 0, max: 1, step: 0.1 };

describe("a score on a scale with steps", () => {
  test.each([
    [five, 3, 3],
    [five, 3.0000000001, 3],
    [five, 5.0000000001, 5],
    [five, 0.9999999999, 1],
    [tenths, 0.1 + 0.2, 0.3],
    [{ min: -1, max: 1, step: 1 }, -0.0000000001, 0],
    [{ min: 0, max: 100, step: 1 }, 71.99999999999999, 72],
    [{ min: 0, max: 1e15, step: 1 }, 123_456_789_012_345, 123_456_789_012_345],
  ])("is the point of %o that %d means: %d", (scale, given, point) => {
    expect(snapToScale(scale, given)).toBe(point);
  });

  test.each([
    [five, 3.00001],
    [five, 3.5],
    [five, 0],
    [five, 6],
    [five, 5.00001],
    [{ min: 1, max: 4.5, step: 1 }, 4.5],
    [five, Number.NaN],
    [five, Number.POSITIVE_INFINITY],
  ])("is no point of %o if %d is between points or outside", (scale, given) => {
    expect(snapToScale(scale, given)).toBeNull();
    expect(isOnScale(scale, given)).toBe(false);
  });

  test("may be stored only if it is exactly a point", () => {
    expect(isOnScale(five, 3)).toBe(true);
    expect(isOnScale(five, 3.0000000001)).toBe(false);
    expect(isOnScale(tenths, 0.1 + 0.2)).toBe(false);
    expect(isOnScale(tenths, 0.3)).toBe(true);
  });

  test("has every listed point, and nothing in between, on it", () => {
    const scale = fc.record({
      min: fc.integer({ min: -50, max: 50 }).map((n) => n / 10),
      step: fc.constantFrom(0.1, 0.25, 0.5, 1, 2, 5),
      points: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(scale, fc.double({ min: 0.01, max: 0.99, noNaN: true }), ({ min, step, points }, between) => {
        const of = { min, max: min + points * step, step };
        const listed = scalePoints(of) ?? [];
        expect(listed).toHaveLength(points + 1);
        for (const point of listed) {
          expect(snapToScale(of, point)).toBe(point);
          expect(snapToScale(of, point + step * between)).toBeNull();
        }
      }),
    );
  });
});

test("on a continuous scale every number within its ends is a valid score", () => {
  const any = { min: 0, max: 1, step: null };
  expect(snapToScale(any, 1 / 3)).toBe(1 / 3);
  expect(snapToScale(any, 1.0000000001)).toBeNull();
  expect(scalePoints(any)).toBeNull();
});
