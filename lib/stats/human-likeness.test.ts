import { describe, expect, test } from "vitest";
import { humanLikeness } from "./human-likeness";
import { pairwiseAgreement } from "./pairwise-agreement";
import { seededRandom } from "./random";
import { jackknifeInterval } from "./resampling";

/** Six people and a judge, who all see something of one quality; some ratings are missing. */
function panel(units: number, people = 6): (number | null)[][] {
  const random = seededRandom(7);
  return Array.from({ length: units }, () => {
    const quality = 1 + random.int(4);
    return Array.from({ length: people + 1 }, (_, rater) => {
      const isOff = random.next() < 0.1 + 0.07 * rater;
      const isMissing = random.next() < 0.15;
      return isMissing ? null : isOff ? 1 + random.int(4) : quality;
    });
  });
}

/** The same from every two raters' kappa. */
function byKappas(ratings: (number | null)[][], judge: number, fewest: number) {
  const pairs = pairwiseAgreement({ ratings }).filter(({ n, kappa }) => n >= fewest && kappa.value !== null);
  const raters = [...(ratings[0] ?? []).keys()];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const kappas = (a: number, others: number[]) =>
    pairs.flatMap((pair) =>
      (pair.a === a && others.includes(pair.b)) || (pair.b === a && others.includes(pair.a)) ? (pair.kappa.value ?? []) : [],
    );
  const people = raters.filter(
    (rater) =>
      rater !== judge &&
      kappas(
        rater,
        raters.filter((other) => other !== judge),
      ).length > 0,
  );
  const own = people.map((person) => mean(kappas(person, people)));
  const spread = Math.sqrt(own.reduce((sum, value) => sum + (value - mean(own)) ** 2, 0) / (own.length - 1));
  const judgeKappa = mean(kappas(judge, people));
  return { value: (judgeKappa - mean(own)) / spread, judgeKappa, peopleKappa: mean(own), spread, n: people.length };
}

describe("human-likeness of a judge", () => {
  test("is how far its mean kappa is above people's, in their standard deviations, by hand", () => {
    // Four people say the same, the fifth swaps two of four: kappas 1 and 0, people's means .75 four times and 0. The judge says what the four do.
    const ratings = [
      [1, 1, 1, 1, 1, 1],
      [2, 2, 2, 2, 2, 2],
      [1, 1, 1, 1, 2, 1],
      [2, 2, 2, 2, 1, 2],
    ];
    const { value, ...rest } = humanLikeness({ ratings, judge: 5, fewestUnits: 4 });
    expect(value).toBeCloseTo(0.2 / Math.sqrt(0.1125), 12);
    expect(rest).toMatchObject({ why: null, n: 5, judgeKappa: 0.8, spread: expect.closeTo(Math.sqrt(0.1125), 12) });
    expect(rest.peopleKappa).toBeCloseTo(0.6, 12);
    // The fifth in the judge's place: no agreement with anybody, and people who agree wholly have no spread.
    expect(humanLikeness({ ratings, judge: 4, fewestUnits: 4 })).toMatchObject({
      ...{ value: null, why: "no-variation", n: 5, judgeKappa: 0, peopleKappa: 1, spread: 0, intervalWhy: "undefined-estimate" },
    });
  });

  test("is made of every two raters' kappas on the units that both rated, whichever column the judge is", () => {
    const ratings = panel(60);
    for (const judge of [0, 3, 6]) {
      const found = humanLikeness({ ratings, judge });
      const { value, ...rest } = byKappas(ratings, judge, 10);
      expect(found.value).toBeCloseTo(value, 10);
      expect(found).toMatchObject(Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, expect.closeTo(part, 12)])));
    }
  });

  test("has a jackknife interval that leaves out whole clusters, from every rating without them", () => {
    const ratings = panel(45);
    const clusters = ratings.map((_, unit) => `c${unit % 9}`);
    const found = humanLikeness({ ratings, judge: 6, clusters, confidence: 0.9 });
    const leaveOneOut = Array.from(
      { length: 9 },
      (_, cluster) =>
        byKappas(
          ratings.filter((_, unit) => unit % 9 !== cluster),
          6,
          1,
        ).value,
    );
    const { interval } = jackknifeInterval({ estimate: found.value ?? Number.NaN, leaveOneOut, confidence: 0.9 });
    expect(found.interval).toMatchObject({ method: "jackknife", confidence: 0.9, resamples: null, seed: null });
    expect(found.interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 9);
    expect(found.interval?.high).toBeCloseTo(interval?.high ?? Number.NaN, 9);
    const alone = humanLikeness({ ratings, judge: 6 });
    expect(alone.value).toBe(found.value);
    expect(alone.interval?.low).not.toBeCloseTo(found.interval?.low ?? 0, 3);
    expect(humanLikeness({ ratings, judge: 6, interval: "none" })).toEqual({ ...alone, interval: null, intervalWhy: "not-requested" });
  });

  test("does not depend on the order of units or people, nor on what the ratings are called", () => {
    const ratings = panel(40);
    const whole = humanLikeness({ ratings, judge: 6 });
    const moved = ratings.toReversed().map((row) => [...row.slice(0, 6).toReversed(), row[6] ?? null]);
    const named = ratings.map((row) => row.map((score) => (score === null ? null : "dbca"[score - 1])));
    for (const other of [moved, named]) {
      const found = humanLikeness({ ratings: other, judge: 6 });
      expect(found.value).toBeCloseTo(whole.value ?? Number.NaN, 12);
      expect(found.interval?.high).toBeCloseTo(whole.interval?.high ?? Number.NaN, 12);
    }
  });

  test("people who have too few units in common with others do not count, and without five who have there is none", () => {
    const ratings = panel(40);
    const few = ratings.map((row, unit) => row.map((score, rater) => (rater === 2 && unit > 8 ? null : score)));
    const withoutOne = ratings.map((row) => row.filter((_, rater) => rater !== 2));
    expect(humanLikeness({ ratings: few, judge: 6 })).toEqual(humanLikeness({ ratings: withoutOne, judge: 5 }));
    expect(humanLikeness({ ratings: few, judge: 6 }).n).toBe(5);
    expect(humanLikeness({ ratings: few, judge: 6, fewestUnits: 3 }).n).toBe(6);
    const none = { value: null, why: "too-few", judgeKappa: null, peopleKappa: null, spread: null };
    expect(humanLikeness({ ratings: few.map((row) => row.slice(1)), judge: 5 })).toMatchObject({ ...none, n: 4 });
    expect(humanLikeness({ ratings: withoutOne.map((row) => row.slice(1)), judge: 4 })).toMatchObject({ ...none, n: 0 });
    const unjudged = ratings.map((row, unit) => row.map((score, rater) => (rater === 6 && unit > 8 ? null : score)));
    expect(humanLikeness({ ratings: unjudged, judge: 6 })).toMatchObject({ value: null, why: "no-pairable-units", n: 6 });
  });

  test("two raters who gave all common units one rating have no kappa; one cluster gives no interval", () => {
    const ratings = panel(40);
    const flat = ratings.map((row) => row.map((score, rater) => (rater < 2 && score !== null ? 3 : score)));
    const found = humanLikeness({ ratings: flat, judge: 6 });
    // Each of the two has a kappa of 0 with everybody else.
    expect(found.value).toBeCloseTo(byKappas(flat, 6, 10).value, 10);
    expect(humanLikeness({ ratings, judge: 6, clusters: ratings.map(() => "one") })).toMatchObject({
      interval: null,
      intervalWhy: "too-few",
    });
  });

  test("a kappa that is undefined without a cluster leaves the value without an interval", () => {
    // The fourth and fifth differ from "1" on the last unit alone.
    const ratings = panel(20).map((row, unit) => row.map((score, rater) => (rater === 3 || rater === 4 ? (unit === 19 ? 2 : 1) : score)));
    expect(humanLikeness({ ratings, judge: 6 })).toMatchObject({
      value: expect.any(Number),
      interval: null,
      intervalWhy: "undefined-replicates",
    });
  });

  test("refuses a column that there is not, and nonsense", () => {
    const ratings = panel(12);
    expect(() => humanLikeness({ ratings, judge: 7 })).toThrow("judge: must be the place of a column of ratings, got 7");
    expect(() => humanLikeness({ ratings, judge: 1.5 })).toThrow("judge: must be");
    expect(() => humanLikeness({ ratings, judge: 1, fewestUnits: 0 })).toThrow("fewestUnits: must be a whole number from 1, got 0");
    expect(() => humanLikeness({ ratings, judge: 1, interval: "bca" as never })).toThrow("interval: must be one of jackknife, none");
  });
});
