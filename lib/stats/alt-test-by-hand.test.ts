import { expect, test } from "vitest";
import { altTest } from "./alt-test";
import { altTestDifference } from "./alt-test-difference";
import { seededRandom } from "./random";
import { jackknifeInterval } from "./resampling";

/** rho of the judge and of each annotator as the paper defines them, unit by unit. */
function byDefinition(ratings: (number | null)[][], judge: (number | null)[], score: "accuracy" | "rmse", annotator: number) {
  const compared = ratings.flatMap((row, unit) => {
    const [own, verdict] = [row[annotator] ?? null, judge[unit] ?? null];
    const rest = row.filter((value, other): value is number => other !== annotator && value !== null);
    if (own === null || verdict === null || rest.length === 0) return [];
    const alignment = (value: number) =>
      score === "accuracy"
        ? rest.filter((other) => other === value).length / rest.length
        : -Math.sqrt(rest.reduce((sum, other) => sum + (other - value) ** 2, 0) / rest.length);
    return [{ judge: alignment(verdict), human: alignment(own) }];
  });
  const share = (of: (each: (typeof compared)[number]) => boolean) => compared.filter(of).length / compared.length;
  return {
    n: compared.length,
    rhoJudge: share((each) => each.judge >= each.human),
    rhoHuman: share((each) => each.human >= each.judge),
  };
}

test.each(["accuracy", "rmse"] as const)("wins by %s are those of the definition, with gaps on every side", (score) => {
  const random = seededRandom(6);
  const one = () => (random.next() < 0.3 ? null : 1 + random.int(4));
  const ratings = Array.from({ length: 80 }, () => [one(), one(), one()]);
  const judge = ratings.map(one);
  const result = altTest({ ratings, judge, score, minUnits: 1 });
  expect(result.n).toBe(ratings.filter((row, unit) => judge[unit] !== null && row.filter((value) => value !== null).length > 1).length);
  expect(result.perAnnotator.map(({ id }) => id)).toEqual(["0", "1", "2"]);
  const seen = result.perAnnotator.map(({ n, rhoJudge, rhoHuman }, annotator) => {
    expect({ n, rhoJudge, rhoHuman }).toEqual(byDefinition(ratings, judge, score, annotator));
    return `${n} ${rhoJudge} ${rhoHuman}`;
  });
  expect(new Set(seen).size).toBe(3);
});

test("gaps may be written null, undefined or NaN, and a number is not the text that looks like it", () => {
  const gaps = altTest({ ratings: [[1, null, 1], [2, undefined, 1], [1, Number.NaN, 2]], judge: [1, 2, null], minUnits: 1 }); // biome-ignore format: one row
  expect(gaps.perAnnotator.map(({ n }) => n)).toEqual([2, 0, 2]);
  expect(gaps.perAnnotator[1]).toMatchObject({ rhoJudge: null, rhoHuman: null, eligible: false });
  const mixed = altTest({ ratings: [[1, "1", -0, 0]], judge: ["1"], minUnits: 0 });
  // Each time the judge agrees with the second alone, as 1 never does; the two zeros agree with each other.
  expect(mixed.perAnnotator.map(({ rhoJudge, rhoHuman }) => [rhoJudge, rhoHuman])).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
});

test("half of the annotators is enough to pass, and p is of the mean difference by t", () => {
  // Everybody says 1 but the second, who says 2 or 3 in turn; the judge says 1: equal to the others, better than the second.
  const ratings = Array.from({ length: 10 }, (_, unit) => [1, unit % 2 === 0 ? 2 : 3]);
  const judge = ratings.map((_, unit) => (unit < 6 ? 1 : 4));
  const { perAnnotator, winningRate, why } = altTest({ ratings, judge, minUnits: 10, epsilon: 0.2 });
  // For the first the rest is the second: neither agrees with it, so every unit is a tie. W difference 0 < .2 without variance: p = 0.
  expect(perAnnotator[0]).toMatchObject({ p: 0, rejected: true, rhoJudge: 1, rhoHuman: 1 });
  // For the second the rest is the first: the judge wins six times and ties four. Differences -1 (6), 0 (4): mean -.6, variance .24 * 10 / 9.
  const t = (-0.6 - 0.2) / Math.sqrt((0.24 * 10) / 9 / 10);
  expect(perAnnotator[1]).toMatchObject({ rhoJudge: 1, rhoHuman: 0.4, rejected: true });
  expect(t).toBeCloseTo(-4.898979485566356, 12);
  // P(T < t) with 9 degrees of freedom, by integrating the density.
  expect(perAnnotator[1]?.p).toBeCloseTo(0.000424420695, 11);
  expect({ winningRate, why }).toEqual({ winningRate: 1, why: null });
  const wrong = altTest({ ratings, judge: judge.map(() => 4), minUnits: 10, epsilon: -0.5 });
  // A judge that nobody ever agrees with still ties with the first; against the second it ties too: 0 is not below -.5.
  expect(wrong.perAnnotator.map(({ p }) => p)).toEqual([1, 1]);
  const single = altTest({ ratings, judge, minUnits: 10, clusters: ratings.map(() => "a") });
  expect(single.perAnnotator.map(({ p, rejected, eligible }) => [p, rejected, eligible])).toEqual([
    [null, false, true],
    [null, false, true],
  ]);
});

test("errors that are equal on paper tie, in decimals and in thirds", () => {
  const wins = (ratings: number[], judge: number) =>
    altTest({ ratings: [ratings], judge: [judge], score: "rmse", minUnits: 0 }).perAnnotator.map(({ rhoJudge, rhoHuman }) => [
      rhoJudge,
      rhoHuman,
    ]);
  // The first annotator and the judge are equally far from the second; in doubles (.2 - .1)^2 and (.3 - .2)^2 differ.
  expect((0.2 - 0.1) ** 2).not.toBe((0.3 - 0.2) ** 2);
  expect(wins([0.1, 0.2], 0.3)[0]).toEqual([1, 1]);
  expect((2 / 3 - 1 / 3) ** 2).not.toBe((1 - 2 / 3) ** 2);
  expect(wins([1 / 3, 2 / 3], 1)[0]).toEqual([1, 1]);
  // One step farther away is no tie.
  expect(wins([0.1, 0.2], 0.4)[0]).toEqual([0, 1]);
  expect(wins([1 / 3, 2 / 3], 4 / 3)[0]).toEqual([0, 1]);
});

test("errors of large decimals tie as on paper, gaps beside them or not", () => {
  // (1000.2 - 1000.1)^2 and (1000.3 - 1000.2)^2 differ by more than a doubling of rounding allows.
  const { perAnnotator } = altTest({ ratings: [[1000.1, 1000.2, null], [1, 1, 1]], judge: [1000.3, null], score: "rmse", minUnits: 0 }); // biome-ignore format: one row
  expect(perAnnotator[0]).toMatchObject({ rhoJudge: 1, rhoHuman: 1 });
});

test("two clusters have a p, and an undecided annotator is not rejected at any q", () => {
  const ratings = Array.from({ length: 8 }, () => [1, 1]);
  // The judge disagrees with the others in one of four units of each cluster, so the mean difference is 1/4 in both: no variance, above .2.
  const judge = [2, 1, 1, 1, 2, 1, 1, 1];
  const clusters = [1, 1, 1, 1, 2, 2, 2, 2];
  expect(altTest({ ratings, judge, clusters, minUnits: 1 }).perAnnotator.map(({ p }) => p)).toEqual([1, 1]);
  const undecided = altTest({ ratings, judge, clusters, minUnits: 1, epsilon: 0.25, q: 1 });
  expect(undecided.perAnnotator.map(({ p, rejected }) => [p, rejected])).toEqual([[null, false], [null, false]]); // biome-ignore format: one row
  expect(() => altTest({ ratings, judge, score: "kappa" as never })).toThrow("score: must be one of accuracy, rmse");
});

test("a judge that may replace exactly half of the annotators passes, and one without units is never eligible", () => {
  // The first two and the judge never agree: all ties, no variance, 0 < .2. The other two agree on half of their units, with the judge never.
  const ratings = Array.from({ length: 20 }, (_, unit) => (unit < 10 ? [1, 2, null, null, null] : [null, null, 1, unit % 2 ? 1 : 2, null]));
  const result = altTest({ ratings, judge: ratings.map(() => 3), minUnits: 0 });
  expect(result.perAnnotator.map(({ rejected }) => rejected)).toEqual([true, true, false, false, false]);
  expect(result.perAnnotator.map(({ eligible }) => eligible)).toEqual([true, true, true, true, false]);
  expect(result).toMatchObject({ winningRate: 0.5, passed: true });
});

test.each(["accuracy", "rmse"] as const)(
  "two judges' advantages are compared on the units of both, input by input left out (%s)",
  (score) => {
    const random = seededRandom(21);
    const some = (least: number) => (random.next() < 0.15 ? null : least + random.int(4));
    for (let round = 0; round < 20; round++) {
      const units = 40;
      const ratings = Array.from({ length: units }, () => [some(1), some(1), some(1), random.next() < 0.8 ? null : some(1)]);
      const [a, b] = [Array.from({ length: units }, () => some(1)), Array.from({ length: units }, () => some(1))];
      const clusters = Array.from({ length: units }, (_, unit) => unit % 13);
      const found = altTestDifference({ ratings, a, b, clusters, score, minUnits: 12 });
      const both = a.map((value, unit) => value !== null && b[unit] !== null);
      const isUsed = (unit: number) => both[unit] && (ratings[unit] ?? []).filter((value) => value !== null).length > 1;
      const counts = [0, 1, 2, 3].map((person) => ratings.filter((row, unit) => isUsed(unit) && row[person] !== null).length);
      const eligible = [0, 1, 2, 3].filter((person) => (counts[person] ?? 0) >= 12);
      const apart = (isLeft: (unit: number) => boolean) => {
        const of = (judge: (number | null)[]) => judge.map((value, unit) => (both[unit] && isLeft(unit) ? value : null));
        const advantage = (judge: (number | null)[]) =>
          eligible.reduce((sum, person) => sum + byDefinition(ratings, of(judge), score, person).rhoJudge, 0) / eligible.length;
        return advantage(a) - advantage(b);
      };
      const value = apart(() => true);
      expect(found.value).toBeCloseTo(value, 12);
      expect(found.n).toBe(ratings.filter((_, unit) => isUsed(unit)).length);
      const used = [...new Set(clusters.filter((_, unit) => isUsed(unit)))];
      const without = used.map((cluster) => apart((unit) => clusters[unit] !== cluster));
      const { interval } = jackknifeInterval({ estimate: value, leaveOneOut: without, confidence: 0.95, bounds: { low: -1, high: 1 } });
      expect(found.interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 12);
      expect(found.interval?.high).toBeCloseTo(interval?.high ?? Number.NaN, 12);
    }
  },
);

test("of two judges, the example, nobody eligible, and lists of unlike lengths", () => {
  const given = {
    ratings: [
      [1, 1],
      [2, 2],
      [2, 3],
    ],
    a: [1, 2, 2],
    b: [1, 1, 2],
    minUnits: 2,
  };
  expect(altTestDifference(given).value).toBeCloseTo(1 / 3, 12);
  expect(altTestDifference({ ...given, minUnits: 4 })).toMatchObject({ value: null, why: "no-eligible-annotators", n: 3 });
  expect(altTestDifference({ ...given, a: [1, null, 2], minUnits: 3 })).toMatchObject({ value: null, n: 2 });
  expect(() => altTestDifference({ ...given, b: [1] })).toThrow("b: has 1 values for 3 units");
  // One judge is as good as itself on every unit.
  expect(altTestDifference({ ...given, b: given.a })).toMatchObject({ value: 0, interval: null, intervalWhy: "degenerate-replicates" });
});
