import { describe, expect, it } from "vitest";
import { meanCoverage, shortCoverage } from "./coverage";

describe("coverage of alpha's interval", () => {
  it("is within two points of 95 % on average over the scenarios, with a fixed seed", () => {
    const results = shortCoverage();
    expect(results.length).toBeGreaterThanOrEqual(12);
    const mean = meanCoverage(results);
    expect(mean).toBeGreaterThan(0.93);
    expect(mean).toBeLessThan(0.97);
    for (const { name, coverage } of results) expect(coverage, name).toBeGreaterThan(0.85);
  });
});
