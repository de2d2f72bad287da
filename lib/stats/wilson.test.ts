import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { wilson } from "./wilson";

describe("a share with Wilson's interval", () => {
  test("gives the reference intervals", () => {
    for (const { x, n, ci95 } of readOracles().wilson) {
      const { interval } = wilson({ successes: x, n });
      expect(tolerances(interval?.low, ci95[0])).toBeLessThanOrEqual(1);
      expect(tolerances(interval?.high, ci95[1])).toBeLessThanOrEqual(1);
    }
  });

  test("failures mirror successes, and more units narrow it", () => {
    const { interval } = wilson({ successes: 3, n: 20 });
    const mirrored = wilson({ successes: 17, n: 20 }).interval;
    expect(mirrored?.low).toBeCloseTo(1 - (interval?.high as number), 14);
    const width = (n: number): number => {
      const found = wilson({ successes: n / 4, n }).interval;
      return (found?.high as number) - (found?.low as number);
    };
    expect(width(400)).toBeLessThan(width(40));
    expect(wilson({ successes: 3, n: 20, confidence: 0.5 }).interval?.low).toBeGreaterThan(interval?.low as number);
  });

  test("no hits, all hits, no units, and values that are not counts", () => {
    expect(wilson({ successes: 0, n: 10 }).interval?.low).toBe(0);
    expect(wilson({ successes: 10, n: 10 }).interval?.high).toBe(1);
    expect(wilson({ successes: 0, n: 0 })).toMatchObject({ value: null, why: "no-units", interval: null });
    expect(() => wilson({ successes: 3, n: 2 })).toThrow(/successes/);
    expect(() => wilson({ successes: 0.5, n: 2 })).toThrow(/successes/);
  });

  test("its example", () => {
    expect(wilson({ successes: 81, n: 100 }).interval).toMatchObject({
      low: expect.closeTo(0.7222115462093562, 14),
      high: expect.closeTo(0.8748524849023126, 14),
    });
  });

  test("says what it counted and how wide it means to be", () => {
    expect(wilson({ successes: 3, n: 12, confidence: 0.8 })).toMatchObject({
      value: 0.25,
      why: null,
      n: 12,
      interval: { confidence: 0.8, method: "wilson", resamples: null, seed: null },
      intervalWhy: null,
    });
    expect(wilson({ successes: 0, n: 0 })).toEqual({
      value: null,
      why: "no-units",
      n: 0,
      interval: null,
      intervalWhy: "undefined-estimate",
    });
    expect(() => wilson({ successes: 0, n: 2.5 })).toThrow(/^n/);
    expect(() => wilson({ successes: 3, n: 2 })).toThrow("must be at most n = 2, got 3");
  });
});
