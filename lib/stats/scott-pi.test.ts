import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { krippendorffAlpha } from "./alpha";
import { scottPi } from "./scott-pi";

const oracles = readOracles();
const twoRaters = arbitraryRatings({ missing: false, maxRaters: 2, values: 3 });
const columns = (rows: readonly (readonly (number | null)[])[]) => ({
  first: rows.map((row) => row[0]),
  second: rows.map((row) => row[1]),
});

describe("Scott's pi", () => {
  it("gives the value of its own example", () => {
    // pa = .7, pooled shares .55 and .45: pe = .505.
    expect(
      scottPi({
        table: [
          [20, 5],
          [10, 15],
        ],
      }).value,
    ).toBeCloseTo((0.7 - 0.505) / 0.495, 14);
  });

  it("equals the reference value", () => {
    const entry = oracles.cohen_kappa.find(({ id }: { id: string }) => id === "own_3x3");
    expect(tolerances(scottPi({ table: entry.table }).value, entry.scott_pi.value)).toBeLessThanOrEqual(1);
  });

  it("with U complete units makes nominal alpha = pi + (1 - pi) / 2U", () => {
    fc.assert(
      fc.property(twoRaters, (ratings) => {
        const pi = scottPi(columns(ratings)).value;
        const alpha = krippendorffAlpha({ ratings, level: "nominal", interval: "none" }).value;
        if (pi === null) expect(alpha).toBeNull();
        else expect(alpha).toBeCloseTo(pi + (1 - pi) / (2 * ratings.length), 12);
      }),
    );
  });

  it("does not change when the raters change places", () => {
    fc.assert(
      fc.property(twoRaters, (ratings) => {
        const { first, second } = columns(ratings);
        expect(scottPi({ first: second, second: first })).toEqual(scottPi({ first, second }));
      }),
    );
  });

  it("says why it has no value", () => {
    expect(scottPi({ first: [1, null], second: [null, 2] })).toMatchObject({ value: null, why: "no-pairable-units", n: 0 });
    expect(scottPi({ first: [2, 2], second: [2, 2] })).toMatchObject({
      ...{ statistic: "scott-pi", value: null, why: "no-variation", n: 2 },
    });
  });
});
