import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { adjustPValues } from "./multiple-testing";

const METHODS = ["bonferroni", "holm", "bh", "by"] as const;
const pValues = [0.04, 0.001, 0.2, 0.03, 0.03];

describe("adjusted p-values", () => {
  test("give the reference figures of all four methods", () => {
    const { p, expected } = readOracles().multiple_testing[0] ?? {};
    for (const method of METHODS) {
      adjustPValues({ pValues: p, method }).adjusted.forEach((value, i) => {
        expect(tolerances(value, expected[method][i]), method).toBeLessThanOrEqual(1);
      });
    }
  });

  test("go with their p-values when these change places, and keep their order", () => {
    for (const method of METHODS) {
      const { adjusted } = adjustPValues({ pValues, method });
      expect(adjustPValues({ pValues: pValues.toReversed(), method }).adjusted).toEqual(adjusted.toReversed());
      expect(adjusted.every((value, i) => (value as number) >= (pValues[i] as number))).toBe(true);
      expect(adjusted[1]).toBe(Math.min(...(adjusted as number[])));
    }
  });

  test("a missing p is neither adjusted nor counted; one p stays what it is", () => {
    expect(adjustPValues({ pValues: [0.02, null, 0.5], method: "bonferroni" })).toMatchObject({
      adjusted: [0.04, null, 1],
      rejected: [true, false, false],
      n: 2,
    });
    for (const method of METHODS) expect(adjustPValues({ pValues: [0.03], method }).adjusted).toEqual([0.03]);
    expect(adjustPValues({ pValues: [] })).toMatchObject({ adjusted: [], n: 0 });
    expect(() => adjustPValues({ pValues: [0.1, 1.5] })).toThrow(/pValues: row 1/);
    expect(() => adjustPValues({ pValues, method: "fdr" as "bh" })).toThrow(/method/);
  });

  test("are Holm's at .05 unless asked otherwise, and a claim is rejected at alpha itself", () => {
    const unasked = adjustPValues({ pValues: [0.025, 0.05, null] });
    expect(unasked).toEqual({ adjusted: [0.05, 0.05, null], rejected: [true, true, false], n: 2, method: "holm", alpha: 0.05 });
    expect(adjustPValues({ pValues: [0.025, 0.05], alpha: 0.04 })).toMatchObject({ rejected: [false, false], alpha: 0.04 });
    expect(() => adjustPValues({ pValues, alpha: 2 })).toThrow(/alpha: must be a number in 0\.\.1/);
  });

  test("stay within 0..1, and only such are read", () => {
    for (const method of METHODS) expect(adjustPValues({ pValues: [1, 0, 0.9], method }).adjusted).toEqual([1, 0, 1]);
    expect(() => adjustPValues({ pValues: ["x" as never] })).toThrow("pValues: row 0: must be a number or missing");
    expect(() => adjustPValues({ pValues: [-0.1] })).toThrow("pValues: row 0: must be in 0..1, got -0.1");
  });

  test("its example", () => {
    expect(adjustPValues({ pValues: [0.01, 0.04, 0.03], method: "holm" }).adjusted).toEqual([0.03, 0.06, 0.06]);
  });
});
