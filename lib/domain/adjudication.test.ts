import { expect, test } from "vitest";
import { directionOf } from "./adjudication";

test("a label nearer the judge than the people's median is towards the judge, a farther one away, an equally far one neither", () => {
  expect(directionOf(4, 3, 5, false)).toBe("towards");
  expect(directionOf(2, 3, 5, false)).toBe("away");
  expect(directionOf(3, 3, 5, false)).toBe("neither");
  // On the judge's other side at the same distance.
  expect(directionOf(5, 3, 4, false)).toBe("neither");
  expect(directionOf(1, 2.5, 1, false)).toBe("towards");
  expect(directionOf(4, 3, null, false)).toBeNull();
});

test("distances of decimals are compared as the decimals they are", () => {
  expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
  expect(directionOf(0.3, 0.1, 0.2, false)).toBe("neither");
});

test("unordered labels are equal or not: nothing lies between them", () => {
  expect(directionOf(2, 0, 2, true)).toBe("towards");
  expect(directionOf(1, 2, 2, true)).toBe("away");
  // By number, 1 would be nearer to 2 than 0 is.
  expect(directionOf(1, 0, 2, true)).toBe("neither");
  // Two labels share the most ratings.
  expect(directionOf(2, null, 2, true)).toBeNull();
});
