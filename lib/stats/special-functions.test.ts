import { describe, expect, it } from "vitest";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { binomialSf, chi2Sf, fPpf, fSf, logGamma, normalCdf, normalPpf, tPpf, tSf, tTwoSidedP } from "./special-functions";

const special = readOracles().special_functions;

/** Relative error, so that tails count as much as the middle. */
function relative(actual: number, expected: number): number {
  return Math.abs(actual - expected) / Math.abs(expected);
}

describe("distributions", () => {
  it("equal the reference values", () => {
    for (const [x, p] of Object.entries<number>(special.norm_cdf)) expect(relative(normalCdf(Number(x)), p), x).toBeLessThan(1e-12);
    for (const [p, x] of Object.entries<number>(special.norm_ppf)) expect(tolerances(normalPpf(Number(p)), x), p).toBeLessThanOrEqual(1);
    for (const { t, df, cdf } of special.t_cdf) expect(relative(tSf(-t, df), cdf)).toBeLessThan(1e-12);
    for (const { p, df, t } of special.t_ppf) expect(relative(tPpf(p, df), t)).toBeLessThan(1e-12);
    for (const { p, d1, d2, f } of special.f_ppf) expect(relative(fPpf(p, d1, d2), f)).toBeLessThan(1e-12);
    for (const { x, k, sf } of special.chi2_sf) expect(relative(chi2Sf(x, k), sf)).toBeLessThan(1e-12);
  });

  it("equal closed forms, far into the tails", () => {
    // Student's t with 1 and 2 degrees of freedom, chi-squared with 2, F with 2 and 2.
    for (const t of [1e-6, 0.3, 1, 7, 1e4, 1e8]) {
      expect(relative(tSf(t, 1), Math.atan2(1, t) / Math.PI)).toBeLessThan(1e-12);
      expect(relative(tSf(t, 2), 1 / (Math.sqrt(2 + t * t) * (Math.sqrt(2 + t * t) + t)))).toBeLessThan(1e-12);
      expect(relative(fSf(t, 2, 2), 1 / (1 + t))).toBeLessThan(1e-12);
    }
    for (const x of [1e-5, 1, 30, 600]) expect(relative(chi2Sf(x, 2), Math.exp(-x / 2))).toBeLessThan(1e-12);
  });

  it("keep their digits at a million degrees of freedom", () => {
    // Values of an independent program (SciPy 1.17).
    expect(relative(tSf(1.96, 1e6), 0.024998033792634926)).toBeLessThan(1e-12);
    expect(relative(tSf(5, 1e6), 2.8669989354453723e-7)).toBeLessThan(1e-12);
    expect(tSf(-1.5, Infinity)).toBe(normalCdf(1.5));
  });

  it("have quantiles that undo them", () => {
    for (const p of [1e-9, 0.001, 0.2, 0.4999, 0.5, 0.7, 0.99]) {
      expect(relative(normalCdf(normalPpf(p)), p)).toBeLessThan(1e-12);
      for (const df of [0.7, 1, 4.5, 30, 1e5]) expect(relative(tSf(-tPpf(p, df), df), p)).toBeLessThan(1e-11);
      for (const df of [1, 5, 200]) expect(relative(fSf(1 / fPpf(p, df, 7), 7, df), p)).toBeLessThan(1e-11);
    }
  });

  it("are symmetric where they should be, and end where they end", () => {
    expect(normalPpf(0.25)).toBe(-normalPpf(0.75));
    expect([normalPpf(0), normalPpf(1), tPpf(0, 3), tPpf(1, 3)]).toEqual([-Infinity, Infinity, -Infinity, Infinity]);
    expect([normalCdf(-Infinity), normalCdf(Infinity), tSf(Infinity, 2), tSf(-Infinity, 2)]).toEqual([0, 1, 0, 1]);
    expect([fSf(0, 1, 1), fSf(Infinity, 2, 3), chi2Sf(0, 3)]).toEqual([1, 0, 1]);
    expect(tTwoSidedP(0, 5)).toBe(1);
  });

  it("give exact binomials and the gamma function", () => {
    expect(relative(binomialSf(7, 9, 0.5), 46 / 512)).toBeLessThan(1e-13);
    expect([binomialSf(0, 5, 0.3), binomialSf(6, 5, 0.3)]).toEqual([1, 0]);
    expect(relative(logGamma(0.5), Math.log(Math.PI) / 2)).toBeLessThan(1e-14);
  });

  it("refuse what has no meaning", () => {
    expect(() => normalPpf(1.5)).toThrow(/probability/);
    expect(() => tSf(1, 0)).toThrow(/df must be positive/);
    expect(() => logGamma(-1)).toThrow(/x > 0/);
  });
});
