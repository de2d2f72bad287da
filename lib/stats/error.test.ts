import { describe, expect, test } from "vitest";
import birds from "../../prisma/seed/bird-scores.json";
import { tolerances } from "../testing/oracles";
import { cohenKappa } from "./cohen-kappa";
import { calibrationByLevel, judgeError, signedError } from "./error";
import { rmseAccuracy } from "./rmse-accuracy";

const human = [4, 3, 5, 2, 4, 1, 5, 3, 2, 4];
const judge = [5, 3, 5, 3, 4, 2, 4, 3, 3, 5];

describe("a judge's error", () => {
  test("independent figures of ten units", () => {
    const result = judgeError({ human, judge });
    const close = (actual: number | null | undefined, expected: number): void =>
      expect(tolerances(actual, expected)).toBeLessThanOrEqual(1);
    close(result.signed.value, 0.4);
    close(result.meanAbsolute.value, 0.6);
    close(result.rootMeanSquare.value, 0.7745966692414834);
    close(result.exactAgreement.value, 0.4);
    close(result.withinOne.value, 1);
    close(result.concordance.value, 0.7841726618705036);
    close(result.blandAltman?.bias, 0.4);
    close(result.blandAltman?.sd, 0.699205898780101);
    close(result.blandAltman?.low, -0.970443561608998);
    close(result.blandAltman?.high, 1.770443561608998);
    close(result.blandAltman?.biasStandardError, 0.22110831935702666);
    close(result.blandAltman?.limitStandardError, 0.39144430251992257);
    close(result.pairedT?.t, 1.8090680674665818);
    close(result.pairedT?.p, 0.10388813106210167);
  });

  test("Lin's concordance is quadratic-weighted kappa", () => {
    const kappa = cohenKappa({ first: human, second: judge, scale: [1, 2, 3, 4, 5], weights: "quadratic" });
    expect(tolerances(judgeError({ human, judge }).concordance.value, kappa.value as number)).toBeLessThanOrEqual(1);
  });

  test("order, shift of both, and exchange of sides", () => {
    const plain = judgeError({ human, judge });
    expect(judgeError({ human: human.toReversed(), judge: judge.toReversed() })).toEqual(plain);
    const moved = judgeError({ human: human.map((x) => x + 10), judge: judge.map((x) => x + 10) });
    expect(moved.rootMeanSquare).toEqual(plain.rootMeanSquare);
    const exchanged = judgeError({ human: judge, judge: human });
    expect(exchanged.signed.value).toBe(-0.4);
    expect(exchanged.meanAbsolute).toEqual(plain.meanAbsolute);
  });

  test("within one is exact for decimals", () => {
    expect(judgeError({ human: [0.1, 2.3], judge: [1.1, 3.3] }).withinOne.value).toBe(1);
    // In doubles 2.2 - 1.2 is more than 1.
    expect(judgeError({ human: [1.2, 2.2], judge: [2.2, 1.2] }).withinOne.value).toBe(1);
    expect(judgeError({ human: [0.3], judge: [0.1 + 0.2] }).withinOne.value).toBe(1);
  });

  test("no units, one unit, no error, missing sides, huge values", () => {
    expect(judgeError({ human: [], judge: [] })).toMatchObject({ n: 0, meanAbsolute: { value: null, why: "no-units" }, blandAltman: null });
    expect(judgeError({ human: [1, null], judge: [2, 3] })).toMatchObject({ n: 1, signed: { value: 1, intervalWhy: "too-few" } });
    expect(judgeError({ human: [3, 3], judge: [3, 3] })).toMatchObject({
      concordance: { value: null, why: "no-variation" },
      pairedT: null,
    });
    expect(judgeError({ human: [1e200, 0], judge: [0, 0] }).rootMeanSquare.value).toBeCloseTo(1e200 / Math.SQRT2, -188);
    const clusters = ["a", "a", "b", "b", "c", "c", "d", "d", "e", "e"];
    expect(judgeError({ human, judge, clusters }).signed.interval).not.toEqual(judgeError({ human, judge }).signed.interval);
    expect(() => judgeError({ human, judge: [1] })).toThrow(/judge: has 1 values/);
  });

  test("with clusters the paired t, the limits and the slope know them too", () => {
    // d = 1, 0 | 0, 1 | 1, 1 | -1, 0 | 1, 0: mean .4; cluster sums of d - mean: .2, .2, 1.2, -1.8, .2.
    const clusters = ["a", "a", "b", "b", "c", "c", "d", "d", "e", "e"];
    const d = judge.map((score, i) => score - (human[i] ?? 0));
    const byHand = (of: (unit: number) => number): number => {
      const sums = new Map<string, number>();
      clusters.forEach((label, i) => {
        sums.set(label, (sums.get(label) ?? 0) + of(i));
      });
      return Math.sqrt((5 / 4) * [...sums.values()].reduce((total, sum) => total + sum ** 2, 0));
    };
    const { pairedT, blandAltman, signed } = judgeError({ human, judge, clusters });
    const ofMean = byHand((i) => ((d[i] ?? 0) - 0.4) / 10);
    const sd = blandAltman?.sd ?? 0;
    expect(pairedT?.t).toBeCloseTo(0.4 / ofMean, 12);
    expect(pairedT?.df).toBe(4);
    expect(blandAltman?.biasStandardError).toBeCloseTo(ofMean, 14);
    const ofSd = byHand((i) => (((d[i] ?? 0) - 0.4) ** 2 - 0.9 * sd ** 2) / (18 * sd));
    expect(blandAltman?.limitStandardError).toBeCloseTo(Math.hypot(ofMean, 1.96 * ofSd), 12);
    const t4 = 2.7764451051977987;
    expect(blandAltman?.lowInterval?.high).toBeCloseTo((blandAltman?.low ?? 0) + t4 * (blandAltman?.limitStandardError ?? 0), 12);
    expect((signed.interval?.high ?? 0) - 0.4).toBeCloseTo(t4 * ofMean, 12);
    const means = human.map((score, i) => (score + (judge[i] ?? 0)) / 2);
    const mean = means.reduce((sum, each) => sum + each, 0) / 10;
    const sxx = means.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    const slope = blandAltman?.proportional;
    const ofSlope = byHand((i) => (((means[i] ?? 0) - mean) * ((d[i] ?? 0) - 0.4 - (slope?.value ?? 0) * ((means[i] ?? 0) - mean))) / sxx);
    expect(slope?.interval?.high).toBeCloseTo((slope?.value ?? 0) + t4 * ofSlope, 12);
  });

  test("clusters given one by one say what independent units say about mean and t", () => {
    const [plain, alone] = [judgeError({ human, judge }), judgeError({ human, judge, clusters: human.map((_, i) => i) })];
    expect(alone.pairedT?.t).toBeCloseTo(plain.pairedT?.t ?? 0, 12);
    expect(alone.pairedT?.p).toBeCloseTo(plain.pairedT?.p ?? 0, 12);
    expect(alone.blandAltman?.biasStandardError).toBeCloseTo(plain.blandAltman?.biasStandardError ?? 0, 14);
  });

  test("four units by hand: half of them are within one", () => {
    const result = judgeError({ human: [1, 1, 1, 1], judge: [1, 2, 3, 5] });
    expect([result.exactAgreement.value, result.withinOne.value, result.meanAbsolute.value]).toEqual([0.25, 0.5, 7 / 4]);
    expect(result.rootMeanSquare.value).toBeCloseTo(Math.sqrt(21 / 4), 14);
    // Means 1, 1.5, 2, 3 and twice their differences to 1: the line has slope 2.
    expect(result.blandAltman?.proportional.value).toBeCloseTo(2, 14);
  });

  test("the limits of independent units have intervals by t with n - 1", () => {
    const { blandAltman } = judgeError({ human, judge });
    // t(9) at .975.
    const reach = 2.2621571628540993 * (blandAltman?.limitStandardError ?? 0);
    expect(blandAltman?.lowInterval).toMatchObject({ method: "t", confidence: 0.95 });
    expect(blandAltman?.lowInterval?.low).toBeCloseTo((blandAltman?.low ?? 0) - reach, 9);
    expect(blandAltman?.highInterval?.high).toBeCloseTo((blandAltman?.high ?? 0) + reach, 9);
  });

  test("two units are enough for t and limits", () => {
    // d = 1, 2: mean 1.5, se .5, t = 3 with one degree of freedom: Cauchy's distribution.
    const { pairedT, blandAltman } = judgeError({ human: [1, 2], judge: [2, 4] });
    expect(pairedT).toMatchObject({ df: 1 });
    expect(pairedT?.t).toBeCloseTo(3, 14);
    expect(pairedT?.p).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(3), 12);
    expect(blandAltman).toMatchObject({ bias: 1.5, limitIntervalWhy: null });
    const clusters = ["a", "a", "b", "b"];
    const two = judgeError({ human: [1, 2, 3, 4], judge: [2, 2, 5, 4], clusters }).blandAltman;
    expect(two?.biasStandardError).toBeCloseTo(0.25, 14);
    expect(two?.lowInterval).not.toBeNull();
  });

  test("numbers without decimals that end, tiny ones, and ones beyond the largest", () => {
    const uneven = judgeError({ human: [Math.PI, 1], judge: [Math.E, 3] });
    expect(uneven.signed.value).toBeCloseTo((Math.E - Math.PI + 2) / 2, 14);
    expect(uneven.withinOne.value).toBe(0.5);
    expect((judgeError({ human: [0, 0], judge: [3e-200, 4e-200] }).rootMeanSquare.value ?? 0) * 1e200).toBeCloseTo(5 / Math.SQRT2, 12);
    const beyond = judgeError({ human: [-1e308, -1e308], judge: [7e307, 7e307] });
    expect(beyond.meanAbsolute).toEqual({ value: null, why: "overflow", n: 2 });
  });

  test("calibration keeps a cluster's units together, and knows one zero", () => {
    const given = { human: [1, 2, 4, 5, 3], judge: [0, -0, 0, 0, 2], clusters: ["a", "a", "b", "b", "c"] };
    const { levels } = calibrationByLevel(given);
    expect(levels.map(({ level, n, value }) => [level, n, value])).toEqual([
      [0, 4, 3],
      [2, 1, 3],
    ]);
    // Sums about 3 over n: -.75, .75; se = sqrt(2 * 2 * .75^2) = 1.5; t(1).
    expect(levels[0]?.interval?.low).toBeCloseTo(3 - 12.706204736432095 * 1.5, 9);
  });

  test("nothing that an interval could rest on: one cluster, or the same error everywhere", () => {
    const one = judgeError({ human, judge, clusters: human.map(() => "a") });
    expect(one).toMatchObject({ pairedT: null, signed: { intervalWhy: "too-few" } });
    expect(one.blandAltman).toMatchObject({ limitStandardError: null, lowInterval: null, limitIntervalWhy: "too-few" });
    expect(one.blandAltman?.proportional).toMatchObject({ interval: null, intervalWhy: "too-few" });
    const constant = judgeError({ human: [1, 2, 4, 3], judge: [2, 3, 5, 4] });
    expect(constant).toMatchObject({ pairedT: null, signed: { value: 1, interval: null, intervalWhy: "degenerate-replicates" } });
    expect(constant.blandAltman).toMatchObject({ lowInterval: null, highInterval: null, limitIntervalWhy: "degenerate-replicates" });
    expect(constant.blandAltman?.proportional).toMatchObject({ value: 0, interval: null, intervalWhy: "degenerate-replicates" });
  });

  test("the confidence that is asked for is that of every interval, and the bias alone is the same bias", () => {
    const clusters = ["a", "a", "b", "b", "c", "c", "d", "d", "e", "e"];
    for (const input of [
      { human, judge },
      { human, judge, clusters },
    ]) {
      const { signed, blandAltman } = judgeError({ ...input, confidence: 0.8 });
      const intervals = [signed.interval, blandAltman?.lowInterval, blandAltman?.highInterval, blandAltman?.proportional.interval];
      expect(intervals.map((interval) => interval?.confidence)).toEqual([0.8, 0.8, 0.8, 0.8]);
      expect(signedError({ ...input, confidence: 0.8 })).toEqual(signed);
      expect(blandAltman?.proportional).toMatchObject({ n: 10, why: null });
    }
    const gaps = { human: [...human, null, 2], judge: [...judge, 3, null], clusters: [...clusters, "f", "g"] };
    expect(judgeError(gaps)).toEqual(judgeError({ human, judge, clusters }));
    expect(signedError(gaps)).toEqual(judgeError(gaps).signed);
    expect(signedError({ human: [], judge: [] })).toMatchObject({ value: null, why: "no-units", n: 0, interval: null });
    expect(() => signedError({ human, judge, clusters: ["a"] })).toThrow(/clusters: has 1 labels for 10 units/);
    expect(() => signedError({ human: ["x" as never], judge: [1] })).toThrow(/^human: row 0/);
    expect(() => signedError({ human: [1], judge: ["x" as never] })).toThrow(/^judge: row 0/);
  });

  test("limits beyond the largest number are none, nor are they where clusters' errors are all the same", () => {
    const far = judgeError({ human: [0, 0], judge: [1.5e308, -1.5e308] });
    expect(far).toMatchObject({ n: 2, blandAltman: null, pairedT: null, meanAbsolute: { why: "overflow" } });
    const same = judgeError({ human: [1, 2, 4, 3], judge: [2, 3, 5, 4], clusters: ["a", "a", "b", "b"] }).blandAltman;
    expect(same).toMatchObject({ bias: 1, sd: 0, low: 1, high: 1, biasStandardError: 0, limitStandardError: 0 });
    expect(same).toMatchObject({ lowInterval: null, highInterval: null, limitIntervalWhy: "degenerate-replicates" });
  });

  test("no units have no figure but a reason for each, and one has no limits", () => {
    const none = { value: null, why: "no-units", n: 0 };
    expect(judgeError({ human: [null], judge: [1] })).toMatchObject({
      ...{ n: 0, signed: none, meanAbsolute: none, rootMeanSquare: none, exactAgreement: none, withinOne: none, concordance: none },
      ...{ blandAltman: null, pairedT: null },
    });
    expect(judgeError({ human: [1], judge: [3] })).toMatchObject({
      ...{ n: 1, rootMeanSquare: { value: 2 }, exactAgreement: { value: 0 }, withinOne: { value: 0 }, concordance: { value: 0 } },
      ...{ blandAltman: null, pairedT: null },
    });
  });

  test("calibration's levels rise as numbers do, each with the confidence that is asked for", () => {
    const { levels } = calibrationByLevel({ human: [1, 2, 3, 5, 4], judge: [10, 10, 9, 9, 2], confidence: 0.8 });
    expect(levels.map(({ level, value, n }) => [level, value, n])).toEqual([
      [2, 4, 1],
      [9, 4, 2],
      [10, 1.5, 2],
    ]);
    // t(1) at .9 is tan(.4 pi); the standard error of 3 and 5 is 1.
    expect(levels[1]?.interval).toMatchObject({ confidence: 0.8, method: "t" });
    expect(levels[1]?.interval?.high).toBeCloseTo(4 + Math.tan(0.4 * Math.PI), 10);
  });

  test("calibration: the humans' mean at each of the judge's scores", () => {
    const { levels, n } = calibrationByLevel({ human, judge });
    expect(n).toBe(10);
    expect(levels.map(({ level, n: units }) => [level, units])).toEqual([
      [2, 1],
      [3, 4],
      [4, 2],
      [5, 3],
    ]);
    expect(levels[1]?.value).toBe(2.5);
    expect(levels[0]).toMatchObject({ interval: null, intervalWhy: "too-few" });
    expect(calibrationByLevel({ human: [1, 2, 4], judge: [2, 2, 4] }).levels[0]?.value).toBe(1.5);
    expect(calibrationByLevel({ human: [], judge: [] }).levels).toEqual([]);
  });
});

describe("accuracy from the root mean squared error", () => {
  test("gives the bird study's published figures, but for three that its own table contradicts", () => {
    const scores: Record<string, Record<string, number[]>> = birds.scores;
    // The study's printed Llama-2 row does not follow from its printed scores: M3, M4 and the total.
    const recomputed: Record<string, Record<number, string>> = { "Llama-2": { 2: "84.7", 3: "94.2", 5: "61.7" } };
    for (const [name, row] of Object.entries(birds.published_accuracy_percent)) {
      row.forEach((percent, column) => {
        const pick = (values: number[] = []): number =>
          column < birds.metrics.length ? (values[column] as number) : values.reduce((sum, each) => sum + each, 0);
        const samples = Object.keys(scores.Human ?? {});
        const accuracy = rmseAccuracy({
          human: samples.map((sample) => pick(scores.Human?.[sample])),
          judge: samples.map((sample) => pick(scores[name]?.[sample])),
          maximum: 15,
        });
        expect((100 * (accuracy.value as number)).toFixed(1), `${name} ${column}`).toBe(recomputed[name]?.[column] ?? percent.toFixed(1));
      });
    }
  });

  test("edges and example", () => {
    expect(rmseAccuracy({ human: [2, 2], judge: [1, 2], maximum: 15 }).value).toBeCloseTo(0.9528595479208968, 14);
    expect(rmseAccuracy({ human: [1], judge: [1], maximum: 3 })).toMatchObject({ value: 1, rmse: 0 });
    expect(rmseAccuracy({ human: [], judge: [], maximum: 3 })).toMatchObject({ value: null, why: "no-units" });
    expect(rmseAccuracy({ human: [0], judge: [9], maximum: 3 }).value).toBe(-2);
    expect(() => rmseAccuracy({ human: [1], judge: [1], maximum: 0 })).toThrow("maximum: must be above 0, got 0");
    const huge = rmseAccuracy({ human: [1.7e308], judge: [-1.7e308], maximum: 3 });
    expect(huge).toEqual({ value: null, why: "overflow", n: 1, rmse: null });
  });
});
