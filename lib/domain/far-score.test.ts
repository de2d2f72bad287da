import fc from "fast-check";
import { expect, test } from "vitest";
import { farScore, scoreLine } from "./far-score";

test("a planted score is at the other end of the scale", () => {
  const five = { min: 1, max: 5, step: 1 };
  expect([1, 2, 3, 4, 5].map((score) => farScore(score, five))).toEqual([5, 5, 1, 1, 1]);
  expect(farScore(1, { min: -1, max: 1, step: 2 })).toBe(-1);
  expect(farScore(0, { min: -1, max: 1, step: 1 })).toBe(-1);
  expect(farScore(null, five)).toBeNull();
});

test("a planted label is always another one of the list", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 30 }), fc.nat(), (labels, draw) => {
      const score = draw % labels;
      const far = farScore(score, { kind: "categorical", min: 0, max: labels - 1, step: 1, levels: [] }) ?? -1;
      expect(far).not.toBe(score);
      expect(far).toBeGreaterThanOrEqual(0);
      expect(far).toBeLessThan(labels);
    }),
  );
});

test("a planted score line says the new score in the words of the old one", () => {
  const five = { min: 1, max: 5, step: 1, levels: [] };
  expect(scoreLine("Score: 4 out of 5.", { from: 4, to: 1, scale: five })).toBe("Score: 1 out of 5.");
  expect(scoreLine("4", { from: 4, to: 1, scale: five })).toBe("1");
  expect(scoreLine("24 words, 3.4 on average", { from: 4, to: 1, scale: five })).toBe("24 words, 3.4 on average");
  expect(scoreLine("[A] is better.", { from: 1, to: -1, scale: { min: -1, max: 1, step: 2, levels: [] } })).toBe("[B] is better.");
  const level = (label: string, value: number) => ({ label, value, description: "" });
  const scale = { kind: "categorical" as const, min: 0, max: 1, step: 1, levels: [level("yes", 0), level("no", 1)] };
  expect(scoreLine("yes", { from: 0, to: 1, scale })).toBe("no");
});
