import { describe, expect, test } from "vitest";
import { clusteredShare, severityDrift, wilson } from "@/lib/stats";
import { type QualityRating, qualityFigures } from "./study-quality";

const five = { min: 1, max: 5, step: 1 };
const rating = (of: Partial<QualityRating>): QualityRating => ({
  ...{ annotatorId: "a", sampleId: "s", inputKey: "i", criterionId: "c", scale: five, score: 3, round: 0, purpose: "work" },
  ...{ slotPurpose: "work", use: null, goldScore: null, tolerance: null, plantedScore: null, ...of },
});
const labels = new Map([
  ["a", "P2"],
  ["b", "P1"],
]);
const figures = (ratings: QualityRating[]) => {
  const { people, pooled } = qualityFigures(ratings, labels);
  return {
    a: people.find(({ annotatorId }) => annotatorId === "a"),
    b: people.find(({ annotatorId }) => annotatorId === "b"),
    pooled,
    people,
  };
};
const hidden = (annotatorId: string, sampleId: string, score: number, of: Partial<QualityRating> = {}) =>
  rating({ annotatorId, sampleId, score, purpose: "gold", slotPurpose: "gold", use: "hidden", goldScore: 4, tolerance: 1, ...of });

describe("figures of how carefully people work", () => {
  test("gold counts scores within the tolerance, with an interval over samples, and over people for all", () => {
    const { a, b, pooled, people } = figures([
      ...[4, 3, 5, 2].map((score, index) => hidden("a", `g${index}`, score)),
      ...[1, 2, 4].map((score, index) => hidden("b", `g${index}`, score)),
    ]);
    expect(people.map(({ label }) => label)).toEqual(["P1", "P2"]);
    expect([a?.gold.value, a?.gold.n, b?.gold.value, b?.gold.n]).toEqual([0.75, 4, 1 / 3, 3]);
    expect(a?.gold.interval).toEqual(wilson({ successes: 3, n: 4 }).interval);
    expect(pooled.gold.value).toBe(4 / 7);
    expect(pooled.gold.interval).toEqual(clusteredShare({ hits: [3, 1], sizes: [4, 3] }).interval);
  });

  test("each figure counts its own samples alone", () => {
    const gold = { purpose: "gold", goldScore: 4, tolerance: 0 };
    const { a } = figures([
      hidden("a", "g1", 4, { goldScore: 3, tolerance: 1 }),
      hidden("a", "g2", 4, { goldScore: null }),
      rating({ ...gold, sampleId: "k1", use: "attention", score: 4 }),
      rating({ ...gold, sampleId: "k2", use: "attention", score: 5, goldScore: null }),
      rating({ ...gold, sampleId: "t1", use: "training", score: 1 }),
      rating({ sampleId: "w1", use: "attention", goldScore: 1, score: 5 }),
      rating({ sampleId: "w2", use: "hidden", goldScore: 1, score: 5, plantedScore: 2 }),
      rating({ sampleId: "p1", purpose: "planted", plantedScore: 2, score: 5 }),
      rating({ sampleId: "p1", purpose: "planted", plantedScore: 2, score: 5, round: 1 }),
      rating({ sampleId: "p2", purpose: "planted", score: 5 }),
    ]);
    expect([a?.gold.n, a?.gold.value, a?.checks, a?.checksFailed, a?.caught.n]).toEqual([1, 1, 1, 0, 1]);
  });

  test("drift is of first work beside the mean of everybody else, the mean over a sample's criteria; gold drift of hidden samples alone", () => {
    const of = (annotatorId: string, scores: number[], criterionId: string, more: Partial<QualityRating> = {}) =>
      scores.map((score, at) => rating({ annotatorId, sampleId: `s${at}`, criterionId, score, ...more }));
    const work = [
      ...[...of("b", [2, 3, 4, 1], "c"), ...of("b", [5, 4, 1, 2], "d"), ...of("x", [4, 5, 4, 5], "c"), ...of("x", [3, 4, 3, 4], "d")],
      ...[...of("a", [4, 2, 1, 5], "c"), ...of("a", [1, 5, 2, 4], "d")],
    ];
    // Sample by sample: (4 - 3, 1 - 4), (2 - 4, 5 - 4), (1 - 4, 2 - 2), (5 - 3, 4 - 3), as shares of four points.
    const expected = severityDrift({ values: [-2, -1, -3, 3].map((sum) => sum / 8) });
    const other = [
      ...of("a", [1, 1, 1, 1], "c", { round: 1 }),
      ...of("b", [5, 2, 1, 1], "c", { round: 1 }),
      ...of("b", [5, 3, 2, 1], "c", { purpose: "gold" }),
      rating({ sampleId: "alone", score: 5 }),
    ];
    const { a } = figures([...work, ...other]);
    expect([a?.drift.value, a?.drift.n]).toEqual([expected.value, 4]);
    const gold = [3, 1, 5, 2].flatMap((score, at) => [
      hidden("a", `g${at}`, score, { goldScore: at + 1, criterionId: "c" }),
      rating({ sampleId: `k${at}`, score: 1, purpose: "gold", use: "attention", goldScore: 5 }),
    ]);
    const drifted = severityDrift({ values: [2, -1, 2, -2].map((points) => points / 4) });
    expect(figures([...gold, ...work]).a?.goldDrift).toMatchObject({ value: drifted.value, n: 4 });
  });

  test("an attention check is failed by any of its scores, and is no hidden sample", () => {
    const check = (sampleId: string, scores: number[]) =>
      scores.map((score, index) =>
        hidden("a", sampleId, score, { criterionId: `c${index}`, use: "attention", goldScore: 5, tolerance: 0 }),
      );
    const { a, b } = figures([...check("k1", [5, 5]), ...check("k2", [5, 4]), ...check("k3", [1, 1])]);
    expect([a?.checks, a?.checksFailed, a?.gold.n, b?.checks]).toEqual([3, 2, 0, 0]);
  });

  test("a planted draft is caught where the final score is another, however far", () => {
    const planted = (sampleId: string, score: number) => rating({ sampleId, score, purpose: "planted", plantedScore: 1 });
    const { a, pooled } = figures([
      planted("s1", 1),
      planted("s2", 2),
      planted("s3", 5),
      planted("s4", 1),
      planted("s5", 1),
      rating({ score: 1 }),
    ]);
    expect([a?.caught.value, a?.caught.n]).toEqual([0.4, 5]);
    expect(pooled.caught.intervalWhy).toBe("too-few");
  });

  test("repeats compare second scores with the first of the same unit; a second round of the design is none", () => {
    const pair = (sampleId: string, before: number, again: number) => [
      rating({ sampleId, score: before }),
      rating({ sampleId, score: again, round: 1, slotPurpose: "repeat" }),
    ];
    const { a, pooled } = figures([
      ...pair("s1", 1, 1),
      ...pair("s2", 2, 4),
      ...pair("s3", 5, 5),
      ...pair("s4", 3, 2),
      rating({ sampleId: "s5", score: 1 }),
      rating({ sampleId: "s5", score: 5, round: 1, slotPurpose: "work" }),
    ]);
    expect([a?.retest.n, a?.retest.exact.value, a?.retest.difference.value]).toEqual([4, 0.5, (2 + 1) / 4 / 4]);
    expect(a?.retest.correlation.value).toBeCloseTo(0.8, 10);
    expect(a?.retest.exact.interval).toEqual(wilson({ successes: 2, n: 4 }).interval);
    expect(pooled.retest.n).toBe(4);
  });

  test("no interval of the difference between two scores of a unit begins below zero", () => {
    const repeated = ["s0", "s1", "s2", "s3", "s4"].flatMap((sampleId, index) => [
      rating({ sampleId, score: 3 }),
      rating({ sampleId, score: index === 0 ? 5 : 3, round: 1, slotPurpose: "repeat" }),
    ]);
    const { value, interval } = figures(repeated).a?.retest.difference ?? {};
    expect([value, interval?.low]).toEqual([0.1, 0]);
  });

  test("drift is the slope of the differences to the others, one value a sample, in the order of submission", () => {
    const others = [1, 2, 3, 4].map((index) => rating({ annotatorId: "b", sampleId: `s${index}`, score: 3 }));
    const own = [5, 4, 4, 2].map((score, index) => rating({ sampleId: `s${index + 1}`, score }));
    const { a, b } = figures([...others, ...own]);
    const expected = severityDrift({ values: [0.5, 0.25, 0.25, -0.25] });
    expect([a?.drift.value, a?.drift.n, a?.drift.interval]).toEqual([expected.value, 4, expected.interval]);
    expect(b?.drift.value).toBeCloseTo(-(expected.value ?? 0), 12);
    const gold = [1, 2, 3].map((score, index) => hidden("a", `g${index}`, score));
    expect(figures(gold).a?.goldDrift.value).toBe(0.25);
    expect(figures(own).a?.drift).toMatchObject({ value: null, n: 0 });
  });

  test("unordered labels have no distance: they count where equality is asked and nowhere else", () => {
    const scale = { kind: "categorical" as const, min: 0, max: 2, step: 1 };
    const { a } = figures([
      rating({ scale, score: 0 }),
      rating({ scale, score: 2, round: 1, slotPurpose: "repeat" }),
      hidden("a", "g", 2, { scale, goldScore: 2, tolerance: 0 }),
    ]);
    expect([a?.retest.exact.value, a?.retest.difference.value, a?.gold.value, a?.goldDrift.n]).toEqual([0, null, 1, 0]);
    expect(a?.retest.difference.why).toBe("no-units");
  });
});
