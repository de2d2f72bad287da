import { describe, expect, test } from "vitest";
import { clusteredMean } from "./clustered-mean";
import { isotonic } from "./isotonic";

describe("isotonic recalibration", () => {
  test("pools adjacent violators, as in the example of scikit-learn's isotonic_regression", () => {
    const { steps } = isotonic({ human: [5, 3, 1, 2, 8, 10, 7, 9, 6, 4], judge: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
    expect(steps.map(({ value }) => value)).toEqual([2.75, 2.75, 2.75, 2.75, ...Array.from({ length: 6 }, () => 44 / 6)]);
  });

  test("gives each level the weight of its units", () => {
    // Level 1 has mean 4 of three units, level 2 mean 1 of one: pooled (12 + 1) / 4.
    const { steps } = isotonic({ human: [4, 4, 4, 1, 6], judge: [1, 1, 1, 2, 3] });
    expect(steps).toEqual([
      { level: 1, value: 3.25 },
      { level: 2, value: 3.25 },
      { level: 3, value: 6 },
    ]);
  });

  test("measures the gain on units that were not in the fit", () => {
    // The judge says one more than people throughout: two folds by cluster, each fitted to the other.
    const human = [1, 2, 3, 1, 2, 3];
    const result = isotonic({ human, judge: human.map((score) => score + 1), clusters: ["a", "a", "a", "b", "b", "b"], folds: 2 });
    expect(result.raw).toMatchObject({ value: 1, n: 6 });
    expect(result.recalibrated.value).toBe(0);
    expect(result.difference.value).toBe(-1);
  });

  test("gives both errors the interval of a mean of clusters, which begins at 0 or later", () => {
    const human = [1, 2, 4, 3, 5, 2, 1, 4, 3, 3];
    const judge = [2, 2, 3, 3, 4, 4, 1, 5, 3, 2];
    const clusters = ["a", "a", "b", "b", "c", "c", "d", "d", "e", "e"];
    const { raw, recalibrated, difference, steps } = isotonic({ human, judge, clusters, confidence: 0.9 });
    const errors = human.map((score, unit) => Math.abs(score - (judge[unit] as number)));
    const expected = clusteredMean({ values: errors, clusters, confidence: 0.9 });
    expect(raw).toEqual({ value: expected.value, why: null, n: 10, interval: expected.interval, intervalWhy: null });
    expect(recalibrated.interval).toMatchObject({ confidence: 0.9, method: "t" });
    const middle = ((recalibrated.interval?.low as number) + (recalibrated.interval?.high as number)) / 2;
    expect(middle).toBeCloseTo(recalibrated.value as number, 12);
    const alone = isotonic({ human, judge, clusters, confidence: 0.9, interval: "none" });
    const none = { interval: null, intervalWhy: "not-requested" };
    expect(alone).toEqual({ n: 10, steps, raw: { ...raw, ...none }, recalibrated: { ...recalibrated, ...none }, difference });
    const rare = isotonic({ human: [1, 1, 1, 1, 5], judge: [1, 1, 1, 1, 1] });
    expect(rare.raw.interval?.low).toBe(0);
    expect(rare.recalibrated.interval?.low).toBe(0);
  });

  test("six units in five folds: the first and the last are left out together", () => {
    // The rest is right: each is off by the step to the nearest lower level, or the lowest; the first and the last get what 4 is worth.
    const result = isotonic({ human: [9, 2, 3, 4, 2.5, 10], judge: [5, 2, 3, 4, 2.5, 6] });
    expect(result.recalibrated.value).toBeCloseTo((5 + 0.5 + 0.5 + 1 + 0.5 + 6) / 6, 12);
  });

  test("never fits a cluster to itself: alone with a level, it takes the nearest lower one's worth", () => {
    const result = isotonic({ human: [1, 5], judge: [1, 5], clusters: ["a", "b"], folds: 2 });
    // 5 is worth 1 by the other cluster's fit, and 1, below all it knows, is worth 5.
    expect(result.recalibrated.value).toBe(4);
    expect(result.raw.value).toBe(0);
  });

  test("does not depend on the order within clusters, nor on a shift of people's scores", () => {
    const input = { human: [2, 4, 3, 5, 1, 2], judge: [1, 2, 2, 3, 1, 3], clusters: [1, 1, 2, 2, 3, 3] };
    const other = { human: [4, 2, 5, 3, 2, 1], judge: [2, 1, 3, 2, 3, 1], clusters: [1, 1, 2, 2, 3, 3] };
    expect(isotonic(other)).toEqual(isotonic(input));
    const shifted = isotonic({ ...input, human: input.human.map((score) => score + 10) });
    expect(shifted.steps.map(({ value }) => value - 10)).toEqual(isotonic(input).steps.map(({ value }) => value));
  });

  test("drops missing sides, and says when there is nothing to hold out", () => {
    expect(isotonic({ human: [1, null, 3], judge: [1, 2, null] })).toMatchObject({ n: 1, recalibrated: { value: null, why: "too-few" } });
    expect(isotonic({ human: [], judge: [] })).toMatchObject({ n: 0, steps: [], raw: { value: null } });
    expect(() => isotonic({ human: [1], judge: [1], clusters: [] })).toThrow("clusters");
    expect(isotonic({ human: [2], judge: [1] }).difference).toEqual({
      ...{ value: null, why: "too-few", n: 1, interval: null, intervalWhy: "undefined-estimate" },
    });
    expect(() => isotonic({ human: ["x" as never], judge: [1] })).toThrow(/^human: row 0/);
    expect(() => isotonic({ human: [1], judge: ["x" as never] })).toThrow(/^judge: row 0/);
    for (const folds of [1, 0, 2.5, Number.NaN]) {
      expect(() => isotonic({ human: [1, 2], judge: [1, 2], folds })).toThrow(`folds: must be a whole number from 2, got ${folds}`);
    }
  });
});
