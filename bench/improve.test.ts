import { expect, test } from "vitest";
import { runStudies } from "./improve";

test("made-up studies recover how much examples help, and claim nothing of a judge that has not changed", { timeout: 60_000 }, () => {
  const { change, found, covered, claimed } = runStudies(24, { inputs: 80, permutations: 400 });
  expect(change).toBeLessThan(-0.05);
  expect(Math.abs(found - change)).toBeLessThan(0.02);
  expect(covered).toBeGreaterThanOrEqual(0.83);
  expect(claimed.learned).toBe(1);
  expect(claimed.recalibrated).toBeGreaterThan(0.5);
  expect(claimed.same).toBeLessThanOrEqual(1 / 24);
});
