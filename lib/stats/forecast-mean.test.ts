import { describe, expect, test } from "vitest";
import { clusteredMean } from "./clustered-mean";
import { forecastMean } from "./forecast-mean";
import { drawNormal, type SeededRandom, seededRandom } from "./random";
import { tQuantile } from "./resampling";

/** Everybody's ratings of every unit: its quality, the rater's severity and noise; inputs of two units share a part. */
function study(units: number, raters: number, random: SeededRandom, shared = 0): number[][] {
  let input = 0;
  return Array.from({ length: units }, (_, unit) => {
    if (unit % 2 === 0) input = shared * drawNormal(random);
    const quality = input + drawNormal(random);
    return Array.from({ length: raters }, (_, rater) => 3 + quality + 0.7 * rater + 1.2 * drawNormal(random));
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1));
const pairsOf = (unit: number) => `i${Math.floor(unit / 2)}`;

/** All choices of so many of the raters. */
function choices(raters: number, of: number): number[][] {
  if (of === 0) return [[]];
  return Array.from({ length: raters }, (_, last) => choices(last, of - 1).map((chosen) => [...chosen, last])).flat();
}

describe("the interval of a mean with other numbers of raters and units", () => {
  test("by hand", () => {
    // Means 1.5, 3.5, 5.5: se² = 4/3. Ratings are .5 from them, less the raters' 1/6; 6 - 3 - 1 degrees of freedom.
    const { halves, ...rest } = forecastMean({ ratings: [[1, 2], [4, 3], [5, 6], [null, null]], perUnit: [1, 2, 3], times: [1, 2] }); // biome-ignore format: one row
    const residual = (2 * (3 * 0.25) - 6 * (1 / 6) ** 2) / 2;
    const between = 4 / 3 - residual / 6;
    expect(rest).toMatchObject({ why: null, n: 3, clusters: 3, ratingsPerUnit: 2 });
    expect(rest.within).toBeCloseTo(residual, 12);
    expect(rest.between).toBeCloseTo(between, 12);
    const half = (k: number, f: number) => tQuantile(0.975, 3 * f - 1) * Math.sqrt((between + residual / 3 / k) / f);
    expect(halves).toEqual([1, 2].map((f) => [1, 2, 3].map((k) => expect.closeTo(half(k, f), 12))));
    // The first threshold of Student's t with two degrees of freedom, from a printed table.
    expect(halves[0]?.[1]).toBeCloseTo(4.303 * Math.sqrt(4 / 3), 2);
  });

  test("is today's with as many ratings as now, whether units have inputs in common or not", () => {
    const ratings = study(30, 3, seededRandom(5), 0.8);
    for (const clusters of [null, ratings.map((_, unit) => pairsOf(unit))]) {
      const { interval, value } = clusteredMean({ values: ratings.map(mean), clusters, confidence: 0.9 });
      const { halves } = forecastMean({ ratings, clusters, perUnit: [3], confidence: 0.9 });
      expect(halves[0]?.[0]).toBeCloseTo((interval?.high ?? 0) - (value ?? 0), 12);
    }
    // Of unequally many ratings, with their harmonic mean: here 4/3 of every unit.
    const some = ratings.map((row, unit) => row.slice(0, unit % 2 === 0 ? 1 : 2));
    const { between, within, halves } = forecastMean({ ratings: some, perUnit: [1, 2], times: [1] });
    const { standardError } = clusteredMean({ values: some.map(mean) });
    expect((between ?? 0) + (within ?? 0) / 30 / (4 / 3)).toBeCloseTo((standardError ?? 0) ** 2, 12);
    expect(halves[0]?.[0]).toBeGreaterThan(tQuantile(0.975, 29) * (standardError ?? 0));
    expect(halves[0]?.[1]).toBeLessThan(tQuantile(0.975, 29) * (standardError ?? 0));
  });

  test("with fewer raters is the mean over all choices of so many of them, exactly", () => {
    const ratings = study(25, 5, seededRandom(8));
    const { halves } = forecastMean({ ratings, perUnit: [1, 2, 3, 4], times: [1] });
    for (const [place, k] of [1, 2, 3, 4].entries()) {
      const squares = choices(5, k).map((chosen) => {
        const values = ratings.map((row) => mean(chosen.map((rater) => row[rater] as number)));
        return (clusteredMean({ values }).standardError ?? Number.NaN) ** 2;
      });
      expect(halves[0]?.[place]).toBeCloseTo(tQuantile(0.975, 24) * Math.sqrt(mean(squares)), 10);
    }
  });

  test("agrees with resampling the data in hand: inputs with their units, more of them, and some of the raters of each", () => {
    const ratings = study(160, 6, seededRandom(21), 0.9);
    const clusters = ratings.map((_, unit) => pairsOf(unit));
    const { halves } = forecastMean({ ratings, clusters, perUnit: [1, 2, 4, 6], times: [1, 2] });
    const random = seededRandom(4);
    for (const [place, f] of [1, 2].entries())
      for (const [by, k] of [1, 2, 4, 6].entries()) {
        const chosen = choices(6, k);
        const means = Array.from({ length: 4000 }, () => {
          // The raters are fixed in a study: what they differ by moves all its units.
          const raters = chosen[random.int(chosen.length)] ?? [];
          const level = mean(raters.map((rater) => mean(ratings.map((row) => row[rater] as number))));
          let sum = 0;
          for (let drawn = 0; drawn < 80 * f; drawn++) {
            const input = random.int(80);
            for (const unit of [2 * input, 2 * input + 1]) for (const rater of raters) sum += ratings[unit]?.[rater] as number;
          }
          return sum / (160 * f * k) - level;
        });
        const resampled = tQuantile(0.975, 80 * f - 1) * spread(means);
        expect(Math.abs((halves[place]?.[by] ?? 0) / resampled - 1), `${k} people, ${f} times`).toBeLessThan(0.04);
      }
  });

  test("foretells what studies with more people and units then find", () => {
    const random = seededRandom(33);
    const pilots = Array.from({ length: 60 }, () => forecastMean({ ratings: study(60, 2, random), perUnit: [5], times: [3] }));
    const studies = Array.from(
      { length: 60 },
      () => clusteredMean({ values: study(180, 5, random).map(mean) }).standardError ?? Number.NaN,
    );
    const foretold = mean(pilots.map(({ halves }) => halves[0]?.[0] ?? Number.NaN));
    expect(Math.abs(foretold / (tQuantile(0.975, 179) * mean(studies)) - 1)).toBeLessThan(0.04);
  });

  test("people who are more severe than others, and did not rate the same units, are not taken for chance", () => {
    // Three people, of whom two rate each unit: without the third's severity of 2 points a unit's ratings are the same.
    const severity = [0, 0.5, 2];
    const ratings = Array.from({ length: 18 }, (_, unit) => severity.map((by, rater) => (rater === unit % 3 ? null : (unit % 5) + by)));
    expect(forecastMean({ ratings, perUnit: [1] }).within).toBeCloseTo(0, 9);
    // Two pairs of people without a unit in common: one more degree of freedom than if they were connected.
    const apart = [[1, 2, null, null], [3, 3, null, null], [null, null, 5, 2], [null, null, 4, 4]]; // biome-ignore format: one row
    // Differences 1 and 0, and -3 and 0, less their means: squares .125 and 1.125, with 8 - 4 - 2 degrees of freedom.
    const residual = (2 * (0.25 ** 2 + 0.25 ** 2) + 2 * (0.75 ** 2 + 0.75 ** 2)) / 2;
    expect(forecastMean({ ratings: apart, perUnit: [1] }).within).toBeCloseTo(residual, 9);
  });

  test("does not depend on the order of units or people, and is as wide as the scale is", () => {
    const ratings = study(20, 4, seededRandom(2)).map((row, unit) => row.map((score, rater) => (rater === unit % 4 ? null : score)));
    const whole = forecastMean({ ratings, perUnit: [1, 5] });
    const moved = forecastMean({ ratings: ratings.toReversed().map((row) => row.toReversed()), perUnit: [1, 5] });
    const wider = forecastMean({
      ratings: ratings.map((row) => row.map((score) => (score === null ? null : 10 * score - 7))),
      perUnit: [1, 5],
    });
    whole.halves.forEach((row, f) => {
      row.forEach((half, k) => {
        expect(moved.halves[f]?.[k]).toBeCloseTo(half, 9);
        expect(wider.halves[f]?.[k]).toBeCloseTo(10 * half, 8);
      });
    });
  });

  test("units that one person rated, and people who rated no other, change nothing of what ratings of a unit differ by", () => {
    const ratings = study(12, 3, seededRandom(14));
    const { within } = forecastMean({ ratings, perUnit: [1] });
    const nobody = [null, null, null];
    const more = [
      ...ratings.map((row) => [...row, null, null]),
      [9, null, null, null, null],
      [...nobody, 7, null],
      [...nobody, null, null],
    ];
    expect(forecastMean({ ratings: more, perUnit: [1] })).toMatchObject({
      n: 14,
      ratingsPerUnit: 38 / 14,
      within: expect.closeTo(within ?? 0, 12),
    });
  });

  test("scores far from zero keep their digits", () => {
    const quarters = study(10, 3, seededRandom(15)).map((row) => row.map((score) => Math.round(4 * score) / 4));
    const { within } = forecastMean({ ratings: quarters, perUnit: [1] });
    const far = quarters.map((row) => row.map((score) => 2 ** 44 + score));
    expect(forecastMean({ ratings: far, perUnit: [1] }).within).toBeCloseTo(within ?? 0, 9);
  });

  test("one degree of freedom is enough", () => {
    // Two units of two people who differ the other way round: all four ratings are .5 from their unit's mean.
    expect(forecastMean({ ratings: [[1, 2], [4, 3]], perUnit: [1] })).toMatchObject({ why: null, within: 1, between: expect.closeTo(3 / 4, 12) }); // biome-ignore format: one row
  });

  test("a between part below nothing counts as nothing", () => {
    const ratings = [[1, 5], [5, 1], [1, 5], [5, 1]]; // biome-ignore format: one row
    expect(forecastMean({ ratings, perUnit: [2] })).toMatchObject({ why: null, between: 0, within: expect.closeTo(64 / 6, 12) });
  });

  test("says why there is none, and refuses nonsense", () => {
    const of = (ratings: (number | null)[][], clusters: string[] | null = null) => forecastMean({ ratings, clusters, perUnit: [2] });
    const none = { between: null, within: null, halves: [] };
    expect(of([])).toEqual({ ...none, why: "no-units", n: 0, clusters: 0, ratingsPerUnit: null });
    expect(of([[1, 2], [2, 2]], ["a", "a"])).toEqual({ ...none, why: "too-few", n: 2, clusters: 1, ratingsPerUnit: 2 }); // biome-ignore format: one row
    expect(of([[1, null], [null, 2], [3, null]])).toEqual({ ...none, why: "no-pairable-units", n: 3, clusters: 3, ratingsPerUnit: 1 }); // biome-ignore format: one row
    // Each unit has people of its own.
    expect(of([[1, 2, null, null], [null, null, 4, 2]])).toEqual({ ...none, why: "not-identifiable", n: 2, clusters: 2, ratingsPerUnit: 2 }); // biome-ignore format: one row
    expect(of([[3, 3], [3, 3], [3, 3]])).toMatchObject({ ...none, why: "no-variation", n: 3 }); // biome-ignore format: one row
    // Too far apart for a square, within units or between them alone.
    expect(of([[0, 1e200], [1e200, 0], [0, 5e199]])).toMatchObject({ ...none, why: "overflow" }); // biome-ignore format: one row
    expect(of([[1e200, 1e200], [0, 0], [5e199, 5e199]])).toMatchObject({ ...none, why: "overflow" }); // biome-ignore format: one row
    expect(() => forecastMean({ ratings: [["a"]], perUnit: [1] })).toThrow('ratings: "a" is a name; the interval level needs numbers');
    expect(() => forecastMean({ ratings: [[1]], perUnit: [0] })).toThrow("perUnit: must be whole numbers from 1, got 0");
    expect(() => forecastMean({ ratings: [[1]], perUnit: [1], times: 2 as never })).toThrow(
      "times: must be a list of whole numbers from 1",
    );
  });
});
