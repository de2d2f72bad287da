import { expect, test } from "vitest";
import type { Figure } from "@/lib/domain/report";
import { dependentShare, fleissOf, kappaOf, meanOf, meanShare, meanSize, onScale, shareOf, undefinedFigure } from "./figures";

/** The upper 2.5 % points of Student's t, from a printed table. */
const t = { 1: 12.706, 2: 4.303 } as const;
const ends = ({ interval }: Figure) => [interval?.low ?? Number.NaN, interval?.high ?? Number.NaN];
const near = (figure: Figure, low: number, high: number) => {
  const [from = 0, to = 0] = ends(figure);
  expect(from).toBeCloseTo(low, 2);
  expect(to).toBeCloseTo(high, 2);
};

test("an undefined figure has its reason, no n and no interval", () => {
  expect(undefinedFigure("why-not")).toEqual({
    ...{ value: null, why: "why-not", n: 0, interval: null, intervalWhy: "undefined-estimate" },
  });
});

test("a mean's interval is clustered by input, and left out where none is wanted", () => {
  // Both inputs' sums of (x - 3) are 3 from zero: se² = 2/1 · (9 + 9) / 4² = 1.5².
  const mean = meanOf([1, 2, 4, 5], ["a", "a", "b", "b"]);
  expect(mean).toMatchObject({ value: 3, why: null, n: 4, intervalWhy: null, interval: { method: "t" } });
  near(mean, 3 - t[1] * 1.5, 3 + t[1] * 1.5);
  const alone = meanOf([1, 2, 4, 5], ["a", "a", "b", "b"], { interval: "none" });
  expect(alone).toEqual({ value: 3, why: null, n: 4, interval: null, intervalWhy: "not-requested" });
  expect(meanOf([], [])).toEqual(undefinedFigure("no-units"));
});

test("a share of units with inputs of their own has Wilson's interval, of inputs that repeat a clustered one", () => {
  const hits = [true, true, true, false];
  const alone = shareOf(hits, ["a", "b", "c", "d"]);
  // z² = 3.8415: (.75 + z²/8 ± z · sqrt(.75 · .25 / 4 + z²/64)) / (1 + z²/4).
  expect(alone).toMatchObject({ value: 0.75, why: null, n: 4, intervalWhy: null, interval: { method: "wilson" } });
  near(alone, 0.301, 0.954);
  const repeated = shareOf(hits, ["a", "a", "b", "b"]);
  // Sums of (x - .75): .5 and -.5, so se = .25 and t(1) reaches beyond every share.
  expect(repeated).toMatchObject({ value: 0.75, n: 4, interval: { method: "t", low: 0, high: 1 } });
  expect(dependentShare(hits, ["a", "b", "c", "d"])).toMatchObject({ value: 0.75, n: 4, interval: { method: "t", low: 0, high: 1 } });
});

test("a share of nothing says so, or why it is given", () => {
  expect(shareOf([], [])).toEqual(undefinedFigure("no-units"));
  expect(shareOf([], [], "not-rated")).toEqual(undefinedFigure("not-rated"));
});

test("intervals of shares end at 0 and 1, and those of sizes begin at 0", () => {
  // Mean 2, sd = sqrt(12), se = 2.
  const sizes = meanSize([0, 0, 6], ["a", "b", "c"]);
  near(sizes, 0, 2 + t[2] * 2);
  expect(sizes.value).toBe(2);
  near(meanShare([0.4, 0.5, 0.6], ["a", "b", "c"]), 0.5 - (t[2] * 0.1) / Math.sqrt(3), 0.5 + (t[2] * 0.1) / Math.sqrt(3));
  near(meanShare([0, 0, 1], ["a", "b", "c"]), 0, 1);
  expect(meanShare([0.4], ["a"])).toMatchObject({ value: 0.4, interval: null, intervalWhy: "too-few" });
});

test("a mean of scores has an interval within its scale, but an estimate beyond the scale is left as it is", () => {
  const mean = (value: number | null): Figure => ({
    ...{ value, why: null, n: 9, intervalWhy: null },
    interval: { low: -2, high: 7, confidence: 0.95, method: "t", resamples: null, seed: null },
  });
  const scale = { min: 1, max: 5 };
  for (const value of [1, 3, 5])
    expect(onScale(mean(value), scale)).toEqual({ ...mean(value), interval: { ...mean(value).interval, low: 1, high: 5 } });
  for (const value of [0.9, 5.1, null]) expect(onScale(mean(value), scale)).toEqual(mean(value));
  expect(ends(onScale(mean(0), { min: -3, max: 8 }))).toEqual([-2, 7]);
});

test("kappa leaves out whole inputs where these repeat", () => {
  // Four of six alike; 3 + 3 of 6 say a: (2/3 - 1/2) / (1 - 1/2).
  const [first, second] = [
    ["a", "a", "a", "b", "b", "b"],
    ["a", "a", "b", "b", "b", "a"],
  ];
  const alone = kappaOf(first, second, [1, 2, 3, 4, 5, 6]);
  expect(alone).toMatchObject({ value: expect.closeTo(1 / 3, 12), why: null, n: 6, intervalWhy: null, interval: { method: "wald" } });
  const repeated = kappaOf(first, second, [1, 1, 2, 2, 3, 3]);
  expect(repeated).toMatchObject({ value: alone.value, n: 6, interval: { method: "jackknife" } });
});

test("Fleiss' kappa needs equally many ratings of every unit, and leaves out whole inputs where these repeat", () => {
  // Pairs alike: 1, 1, 0, 1; of eight ratings five are 0 and three 1: (3/4 - 34/64) / (1 - 34/64).
  const rated = [
    [0, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ];
  const alone = fleissOf(rated, [1, 2, 3, 4]);
  expect(alone).toMatchObject({ value: expect.closeTo((48 - 34) / (64 - 34), 12), why: null, n: 4 });
  const repeated = fleissOf(rated, [1, 1, 2, 2]);
  expect(repeated.value).toBe(alone.value);
  expect(repeated.interval).not.toEqual(alone.interval);
  expect(
    fleissOf(
      [
        [0, 0],
        [1, 1, 1],
      ],
      [1, 2],
    ),
  ).toEqual({ ...undefinedFigure("unequal-ratings"), n: 2 });
});
