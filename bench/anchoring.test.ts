import { expect, test } from "vitest";
import { shortAnchoringCheck } from "./anchoring";

test("the report recovers the known effect of a draft on distance, time and agreement, and its intervals hold it", {
  timeout: 60_000,
}, () => {
  const results = shortAnchoringCheck();
  expect(results.map(({ truth }) => Number(truth.toFixed(6)))).toEqual([-0.28, -0.28, -8, 0.081818, 0.3, 0.3, -0.28, 0.28]);
  for (const { name, truth, mean, coverage } of results) {
    // A difference of alphas is small beside how far it varies among 60 studies.
    expect(Math.abs(mean / truth - 1), name).toBeLessThan(name.startsWith("interval alpha") ? 0.15 : 0.05);
    // Of 60 runs, 95 % give or take 2.6 standard errors.
    expect(coverage, name).toBeGreaterThan(0.87);
  }
});
