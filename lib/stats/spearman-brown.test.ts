import { describe, expect, it } from "vitest";
import { icc } from "./icc";
import { spearmanBrown } from "./spearman-brown";

describe("Spearman-Brown", () => {
  it("gives the value of its own example", () => {
    expect(spearmanBrown({ reliability: 0.5, k: 2 }).value).toBeCloseTo(2 / 3, 14);
  });

  it("takes ICC(C,1) to ICC(C,k)", () => {
    const got = icc({
      ratings: [
        [9, 2, 5, 8],
        [6, 1, 3, 2],
        [8, 4, 6, 8],
        [7, 1, 2, 6],
      ],
    });
    expect(spearmanBrown({ reliability: got.iccC1.value ?? 0, k: 4 }).value).toBeCloseTo(got.iccCk.value ?? 0, 12);
  });

  it("undoes itself with 1 / k", () => {
    const up = spearmanBrown({ reliability: 0.3, k: 5 }).value ?? 0;
    expect(spearmanBrown({ reliability: up, k: 1 / 5 }).value).toBeCloseTo(0.3, 14);
  });

  it("says why it is undefined, and refuses values that are not numbers", () => {
    expect(spearmanBrown({ reliability: -0.9, k: 3 })).toEqual({ value: null, why: "not-identifiable", n: 3 });
    expect(spearmanBrown({ reliability: -0.5, k: 3 })).toEqual({ value: null, why: "not-identifiable", n: 3 });
    expect(spearmanBrown({ reliability: 0.5, k: 0 })).toEqual({ value: null, why: "not-identifiable", n: 0 });
    expect(spearmanBrown({ reliability: 0.5, k: 3 })).toEqual({ value: 0.75, why: null, n: 3 });
    for (const reliability of [1e308, 8e307]) {
      expect(spearmanBrown({ reliability, k: 3 })).toEqual({ value: null, why: "overflow", n: 3 });
    }
    expect(() => spearmanBrown({ reliability: 0.5, k: Infinity })).toThrow(/k: must be a finite number/);
    expect(() => spearmanBrown({ reliability: Number.NaN, k: 3 })).toThrow(/reliability/);
  });
});
