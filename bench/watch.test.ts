import { expect, test } from "vitest";
import { runWatches } from "./watch";

test("made-up watches notice a judge that drifts, and leave one alone that does not", { timeout: 60_000 }, () => {
  const { falseAlarms, found } = runWatches(20, { inputs: 40, looks: 6, permutations: 3000, noise: 0.15 });
  expect(falseAlarms).toBeLessThanOrEqual(0.1);
  expect(found.all).toBeGreaterThanOrEqual(0.9);
  expect(found.oneCriterion).toBeGreaterThanOrEqual(0.9);
});
