import { expect, test } from "vitest";
import { directionOf } from "./adjudication";

test("a label nearer the judge than the people's median is towards the judge, a farther one away, an equally far one neither", () => {
  expect(directionOf(4, 3, 5)).toBe("towards");
  expect(directionOf(2, 3, 5)).toBe("away");
  expect(directionOf(3, 3, 5)).toBe("neither");
  // On the judge's other side at the same distance.
  expect(directionOf(5, 3, 4)).toBe("neither");
  expect(directionOf(1, 2.5, 1)).toBe("towards");
  expect(directionOf(4, 3, null)).toBeNull();
});

test("distances of decimals are compared as the decimals they are", () => {
  expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
  expect(directionOf(0.3, 0.1, 0.2)).toBe("neither");
});
