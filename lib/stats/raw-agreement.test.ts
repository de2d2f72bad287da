import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { gwetAc } from "./gwet";
import { rawAgreement } from "./raw-agreement";

describe("raw agreement", () => {
  it("has a cluster-robust interval where units come in clusters, and the same as without where each is its own", () => {
    const ratings = Array.from({ length: 9 }, (_, unit) => [1 + (unit % 3), 1 + ((unit * 5) % 4), unit % 4 === 0 ? null : 1]);
    const [plain, each] = [rawAgreement({ ratings }), rawAgreement({ ratings, clusters: ratings.map((_, unit) => unit) })];
    expect(each.interval?.low).toBeCloseTo(plain.interval?.low ?? Number.NaN, 12);
    // Every unit twice, the copies in one cluster: twice the units, and no more information.
    const twice = rawAgreement({ ratings: [...ratings, ...ratings], clusters: [...ratings, ...ratings].map((_, unit) => unit % 9) });
    expect(twice.interval?.low).toBeCloseTo(plain.interval?.low ?? Number.NaN, 12);
    expect(twice.interval?.high).toBeCloseTo(plain.interval?.high ?? Number.NaN, 12);
    expect(rawAgreement({ ratings, clusters: ratings.map(() => "one") })).toMatchObject({ interval: null, intervalWhy: "too-few" });
  });

  it("keeps its cluster-robust interval in 0..1 too", () => {
    const ratings = [[1, 1], [1, 1], [1, 2]]; // biome-ignore format: one row
    expect(rawAgreement({ ratings, clusters: ["a", "b", "c"] }).interval).toMatchObject({ low: 0, high: 1 });
  });

  it("gives the value of its own example", () => {
    expect(
      rawAgreement({
        ratings: [
          [1, 1],
          [1, 2],
        ],
      }).value,
    ).toBe(0.5);
  });

  it("averages units, and beside it counts pairs and unanimous units", () => {
    // Shares 1, 1/3 and 0; 2 + 2 agreeing ordered pairs of 2 + 6 + 2.
    const got = rawAgreement({
      ratings: [
        [1, 1, null],
        [1, 1, 2],
        [2, 1, null],
        [2, null, null],
      ],
    });
    expect(got).toMatchObject({ n: 3, pairShare: 0.4, unanimousShare: 1 / 3 });
    expect(got.value).toBeCloseTo(4 / 9, 14);
    expect(got.marginals).toEqual([
      { value: 1, share: 5 / 7 },
      { value: 2, share: 2 / 7 },
    ]);
  });

  it("has an interval by t over units", () => {
    // Shares 1, 1/3, 0, five times: squares about 4/9 sum to 5 * 42/81; se = sqrt(210/81 / (15 * 14)) = 1/9.
    const three = [
      [1, 1, null],
      [1, 1, 2],
      [2, 1, null],
    ];
    const ratings = [0, 1, 2, 3, 4].flatMap(() => three);
    const { interval } = rawAgreement({ ratings });
    expect(interval?.low).toBeCloseTo(4 / 9 - 2.1447866879169273 / 9, 10);
    expect(interval?.high).toBeCloseTo(4 / 9 + 2.1447866879169273 / 9, 10);
    expect(interval).toMatchObject({ method: "t", confidence: 0.95 });
    expect(rawAgreement({ ratings, confidence: 0.9 }).interval?.high).toBeCloseTo(4 / 9 + 1.7613101357748921 / 9, 10);
    expect(rawAgreement({ ratings: [[1, 1], [1, 2]] }).interval).toMatchObject({ low: 0, high: 1 }); // biome-ignore format: one row
  });

  it("is the observed agreement of Gwet's coefficient", () => {
    fc.assert(
      fc.property(arbitraryRatings(), (ratings) => {
        const got = rawAgreement({ ratings });
        const other = gwetAc({ ratings, scale: [1, 2, 3, 4, 5] }).observedAgreement;
        if (got.value === null) expect(other).toBeNull();
        else expect(got.value).toBeCloseTo(other ?? Number.NaN, 12);
      }),
    );
  });

  it("does not change with order or names", () => {
    fc.assert(
      fc.property(arbitraryRatings(), (ratings) => {
        const other = rawAgreement({ ratings: ratings.map((row) => row.map((x) => (x === null ? null : `v${x}`)).reverse()).reverse() });
        expect(other.value).toBeCloseTo(rawAgreement({ ratings }).value ?? 0, 12);
      }),
    );
  });

  it("keeps its interval in 0..1 and says why there is none", () => {
    expect(
      rawAgreement({
        ratings: [
          [1, 1],
          [1, 2],
          [3, 3],
        ],
      }).interval?.high,
    ).toBe(1);
    expect(rawAgreement({ ratings: [[1, 1]] })).toMatchObject({ value: 1, interval: null, intervalWhy: "too-few" });
    expect(rawAgreement({ ratings: [[1], [null]] })).toEqual({
      ...{ statistic: "raw-agreement", value: null, why: "no-pairable-units", n: 0, interval: null, intervalWhy: "undefined-estimate" },
      ...{ pairShare: null, unanimousShare: null, marginals: [] },
    });
  });
});
