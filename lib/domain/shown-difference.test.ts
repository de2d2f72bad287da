import { expect, it } from "vitest";
import { shownSign } from "./shown-difference";

const difference = (value: number | null, low: number, high: number) => ({ value, interval: { low, high } });

it("claims a difference only where p holds after correction and the interval leaves zero out", () => {
  expect(shownSign(difference(0.2, 0.1, 0.3), 0.05)).toBe(1);
  expect(shownSign(difference(-0.2, -0.3, -0.1), 0.001)).toBe(-1);
  expect(shownSign(difference(0.2, 0.1, 0.3), 0.051)).toBe(0);
  expect(shownSign(difference(-0.38, -1.28, 0.53), 0.025)).toBe(0);
  expect(shownSign(difference(0.38, 0, 0.53), 0.025)).toBe(0);
});

it("leaves it to the test where there is no interval, and claims nothing where there is no test or no difference", () => {
  expect(shownSign({ value: -1, interval: null }, 0.01)).toBe(-1);
  expect(shownSign(difference(0.2, 0.1, 0.3), null)).toBe(0);
  expect(shownSign({ value: null, interval: null }, 0.01)).toBe(0);
});
