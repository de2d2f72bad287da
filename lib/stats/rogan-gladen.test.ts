import { describe, expect, test } from "vitest";
import { tolerances } from "../testing/oracles";
import { roganGladen } from "./rogan-gladen";

const judged = { judgePassShare: 0.8, n: 1000, sensitivity: 0.9, passUnits: 100, specificity: 0.85, failUnits: 100 };

describe("true pass rate behind an imperfect judge", () => {
  test("independent figures", () => {
    const result = roganGladen(judged);
    expect(tolerances(result.value, 0.8666666666666667)).toBeLessThanOrEqual(1);
    expect(tolerances(result.standardError, 0.03907068617926384)).toBeLessThanOrEqual(1);
    expect(tolerances(result.interval?.low, 0.7900895289040427)).toBeLessThanOrEqual(1);
    expect(tolerances(result.interval?.high, 0.9432438044292907)).toBeLessThanOrEqual(1);
  });

  test("a perfect judge changes nothing; passing and failing mirror each other", () => {
    const perfect = roganGladen({ ...judged, sensitivity: 1, specificity: 1 });
    expect(perfect.value).toBeCloseTo(0.8, 15);
    expect(perfect.standardError).toBeCloseTo(Math.sqrt((0.8 * 0.2) / 1000), 15);
    const mirrored = roganGladen({ ...judged, judgePassShare: 0.2, sensitivity: 0.85, specificity: 0.9 });
    expect(mirrored.value).toBeCloseTo(1 - (roganGladen(judged).value as number), 14);
    expect(mirrored.standardError).toBeCloseTo(roganGladen(judged).standardError as number, 14);
  });

  test("chance, no units, no calibration, and an estimate beyond the ends", () => {
    expect(roganGladen({ ...judged, sensitivity: 0.5, specificity: 0.5 })).toMatchObject({ value: null, why: "not-identifiable" });
    expect(roganGladen({ ...judged, sensitivity: 0.6, specificity: 0.4 })).toMatchObject({ value: null, why: "not-identifiable" });
    expect(roganGladen({ ...judged, n: 0 })).toMatchObject({ value: null, why: "no-units" });
    expect(roganGladen({ ...judged, failUnits: 0 })).toMatchObject({ interval: null, intervalWhy: "too-few" });
    const beyond = roganGladen({ ...judged, judgePassShare: 0.99 });
    expect(beyond.value).toBeGreaterThan(1);
    expect(beyond).toMatchObject({ interval: null, intervalWhy: "degenerate-replicates" });
    expect(roganGladen({ ...judged, judgePassShare: 0.86 }).interval?.high).toBe(1);
    expect(() => roganGladen({ ...judged, judgePassShare: 80 })).toThrow(/judgePassShare: must be a number in 0..1/);
  });
});
