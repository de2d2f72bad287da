import { expect, test } from "vitest";
import { compareDistances, nearerBy } from "./compare-distances";

test("distances that are equal on paper are equal, whatever their size, and others are not", () => {
  expect(2.2 - 1.2).toBeGreaterThan(1);
  expect(0.3 - 0.2).toBeLessThan(0.2 - 0.1);
  for (const scale of [1, 1e-12, 1e12]) {
    expect(compareDistances((2.2 - 1.2) * scale, scale)).toBe(0);
    expect(compareDistances((0.3 - 0.2) * scale, (0.2 - 0.1) * scale)).toBe(0);
    expect(compareDistances((7 / 3 - 4 / 3) * scale, scale)).toBe(0);
    expect(compareDistances(1.001 * scale, scale)).toBe(1);
    expect(compareDistances(scale, 1.001 * scale)).toBe(-1);
  }
  expect(compareDistances(0, 0)).toBe(0);
  expect(compareDistances(0, 0.1)).toBe(-1);
  expect(compareDistances(Infinity, 1)).toBe(1);
});

test("a score is nearer by the difference of its distances, or by nothing", () => {
  expect(nearerBy(1, 4, 3)).toBe(1);
  expect(nearerBy(4, 1, 3)).toBe(-1);
  expect(nearerBy(0.1, 0.3, 0.2)).toBe(0);
  expect(nearerBy(1e308, -1e308, -1e308)).toBe(Infinity);
});
