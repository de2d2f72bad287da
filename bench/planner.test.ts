import { expect, test } from "vitest";
import { shortPlannerCheck } from "./planner";

test("planned widths of alpha, the correlation and the arms' differences are within 15 % of those that made-up studies reach", {
  timeout: 60_000,
}, () => {
  const results = shortPlannerCheck().filter(({ figure }) => figure !== "power");
  expect(results).toHaveLength(12);
  for (const { name, figure, planned, achieved } of results) {
    expect(planned / achieved, `${figure}: ${name}`).toBeGreaterThan(0.85);
    expect(planned / achieved, `${figure}: ${name}`).toBeLessThan(1.15);
  }
});
