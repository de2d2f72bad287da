import { describe, expect, it } from "vitest";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { binomialSf, chi2Sf, fPpf, fSf, logGamma, normalCdf, normalPpf, tPpf, tSf, tTwoSidedP } from "./special-functions";

const special = readOracles().special_functions;

/** Values of an independent program (mpmath, 60 digits), on both sides of each point where another way is taken. */
const VALUES: [of: (...args: number[]) => number, cases: number[][]][] = [
  [
    normalCdf,
    [
      [-37, 5.72557122252458e-300],
      [-20, 2.75362411860623e-89],
      [-5, 2.86651571879194e-7],
      [-1.25, 0.105649773666855],
      [-0.3, 0.382088577811047],
      [0.3, 0.617911422188953],
      [2.5, 0.993790334674224],
      [7, 0.99999999999872],
    ],
  ],
  [
    chi2Sf,
    [
      [0.01, 1, 0.920344325445942],
      [3, 2.5, 0.305849629445818],
      [40, 30, 0.104864281107985],
      [30, 40, 0.875218784967475],
      [0.001, 5, 0.999999998318512],
      [300, 7, 6.04964185655632e-61],
      [24, 24.75, 0.504996308432842],
      [9900, 10000, 0.759520085683979],
      [10150, 10000, 0.144547052221479],
      [1.5, 0.3, 0.0567786605751272],
    ],
  ],
  [
    tSf,
    [
      [0.001, 3, 0.49963244748473],
      [1.3, 0.7, 0.23916265103959],
      [2.1, 4.5, 0.0479689084810431],
      [-2.1, 4.5, 0.952031091518957],
      [6, 23, 2.02843310690622e-6],
      [40, 29, 3.17343866486467e-27],
      [3, 1e5, 0.00135023044203236],
    ],
  ],
  [
    fSf,
    [
      [0.2, 3, 8, 0.893509895778453],
      [1.01, 7, 5.5, 0.508370776429731],
      [4, 3, 60, 0.0115730680663665],
      [30, 1, 12, 0.000141332546292654],
      [1.2, 200, 300, 0.0767759977942101],
      [0.9, 500, 2000, 0.927822588895756],
      [700, 2, 3, 9.88770214928417e-5],
    ],
  ],
  [
    binomialSf,
    [
      [3, 10, 0.25, 0.474407196044922],
      [8, 10, 0.25, 0.000415802001953125],
      [1270, 1345, 0.5, 3.07293095403093e-281],
      [842, 1331, 0.375, 1.43488656422686e-80],
      [1, 40, 0.0078125, 0.269281584853665],
      [40, 40, 0.9375, 0.075657337894836],
    ],
  ],
  [
    logGamma,
    [
      [1e-8, 18.4206807381802],
      [0.125, 2.0194183575538],
      [2.5, 0.284682870472919],
      [7.25, 7.05218545073854],
      [11.875, 17.1976565269456],
      [12, 17.5023078458739],
      [12.5, 18.7343475119364],
      [100, 359.1342053695754],
      [1e8, 1742068066.10383],
    ],
  ],
  [
    tPpf,
    [
      [0.25, 3, -0.764892328404345],
      [0.125, 1.5, -1.82305908961116],
      [0.0009765625, 12, -3.94276620642228],
      [0.375, 8, -0.329828676051579],
      [0.4375, 0.5, -0.238137155224937],
      [0.499999, 5, -2.63430552407345e-6],
    ],
  ],
  [
    fPpf,
    [
      [0.975, 3, 12, 4.47418480963775],
      [0.125, 4, 9, 0.293512191674727],
      [0.5, 2, 30, 0.709411842309401],
      [0.9990234375, 10, 20, 5.0947035576964],
      // Much below e^-1.
      [0.5, 0.25, 3, 0.0265126309687748],
      [0.625, 0.125, 2, 0.00867832190761692],
    ],
  ],
];

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

  it("have the values of their definitions", () => {
    for (const [of, cases] of VALUES) {
      for (const row of cases) {
        const args = row.slice(0, -1);
        expect(relative(of(...args), row.at(-1) as number), `${of.name}(${args})`).toBeLessThan(1e-12);
      }
    }
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
    expect([tTwoSidedP(2.1, 4.5), tTwoSidedP(-2.1, 4.5)]).toEqual([2 * tSf(2.1, 4.5), 2 * tSf(2.1, 4.5)]);
    expect([normalPpf(0.5), tPpf(0.5, 3), tPpf(0.5, Infinity)]).toEqual([0, 0, 0]);
    expect([tPpf(0.2, Infinity), tPpf(0.9, Infinity)]).toEqual([normalPpf(0.2), normalPpf(0.9)]);
    expect([fPpf(0, 2, 3), fPpf(1, 2, 3), fSf(-1, 2, 3)]).toEqual([0, Infinity, 1]);
    expect([tSf(-1e200, 3), tSf(1e200, 3)]).toEqual([1, 0]);
    expect(tSf(0, 7)).toBe(0.5);
  });

  it("give exact binomials and the gamma function", () => {
    expect(relative(binomialSf(7, 9, 0.5), 46 / 512)).toBeLessThan(1e-13);
    expect([binomialSf(0, 5, 0.3), binomialSf(6, 5, 0.3)]).toEqual([1, 0]);
    expect(relative(logGamma(0.5), Math.log(Math.PI) / 2)).toBeLessThan(1e-14);
  });

  it("refuse what has no meaning", () => {
    expect(() => normalPpf(1.5)).toThrow(/probability/);
    for (const p of [-0.1, 1.1, Number.NaN]) {
      for (const of of [() => normalPpf(p), () => tPpf(p, 3), () => fPpf(p, 2, 3)])
        expect(of).toThrow(`a probability must be in 0..1, got ${p}`);
    }
    for (const of of [() => tPpf(0.2, -1), () => tSf(1, 0)]) expect(of).toThrow(/^df must be positive/);
    expect(() => fSf(1, 0, 2)).toThrow(/^d1 must be positive, got 0/);
    expect(() => fSf(1, 2, Number.NaN)).toThrow(/^d2 must be positive, got NaN/);
    expect(() => chi2Sf(1, -2)).toThrow(/^k must be positive, got -2/);
    expect(() => logGamma(0)).toThrow(/x > 0, got 0/);
    expect(() => logGamma(-1)).toThrow(/x > 0/);
  });
});
