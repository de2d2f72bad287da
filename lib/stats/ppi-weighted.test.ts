import { describe, expect, test } from "vitest";
import { ppiMean } from "./ppi";
import { seededRandom } from "./random";

describe("a prediction-powered mean of labels that were chosen with known chances", () => {
  test("is the judge's mean of all, and what people say beyond it weighted by one divided by the chance", () => {
    // w = 2, 4, 1 of 7; r = Y - f = -1, 1, 2, weighted 4/7; the judge's mean of five is 3.
    const input = { human: [1, 3, 6], judge: [2, 2, 4], judgeUnlabelled: [2, 5], inclusion: [0.5, 0.25, 1], lambda: 1 };
    const { value, standardError, classical, labelled, unlabelled } = ppiMean(input);
    expect(value).toBeCloseTo(3 + 4 / 7, 14);
    const beyond = [(2 / 7) * (-1 - 4 / 7), (4 / 7) * (1 - 4 / 7), (1 / 7) * (2 - 4 / 7)];
    const ofJudge = [-1 / 5, -1 / 5, 1 / 5, -1 / 5, 2 / 5];
    const squares = ofJudge.map((own, unit) => (own + (beyond[unit] ?? 0)) ** 2);
    expect(standardError).toBeCloseTo(Math.sqrt(squares.reduce((sum, square) => sum + square, 0)), 14);
    expect(classical?.mean).toBeCloseTo(20 / 7, 14);
    const own = [(2 / 7) * (1 - 20 / 7), (4 / 7) * (3 - 20 / 7), (1 / 7) * (6 - 20 / 7)];
    expect(classical?.standardError).toBeCloseTo(Math.hypot(...own), 14);
    expect([labelled, unlabelled]).toEqual([3, 2]);
    // Clusters add up before they are squared: both first labels with one unit of the judge's; 2/(2-1) for two clusters with a label.
    const clustered = ppiMean({ ...input, clusters: ["a", "a", "b"], unlabelledClusters: ["a", "c"] });
    const sums = [0, 1, 3].reduce((sum, unit) => sum + (ofJudge[unit] ?? 0) + (beyond[unit] ?? 0), 0);
    const squared = sums ** 2 + ((ofJudge[2] ?? 0) + (beyond[2] ?? 0)) ** 2 + (ofJudge[4] ?? 0) ** 2;
    expect(clustered.standardError).toBeCloseTo(Math.sqrt(2 * squared), 14);
    expect(clustered.value).toBe(value);
  });

  test("where all chances are the same, it is the mean without them, at (n + N)/N times the lambda", () => {
    const units = { human: [4, 5, 4, 2, 4, 3, 1], judge: [5, 5, 4, 3, 5, 4, 1], judgeUnlabelled: [2, 4, 4, 5, 1, 3] };
    const plain = ppiMean({ ...units, lambda: 0.3 });
    for (const chance of [1, 0.2]) {
      const weighted = ppiMean({ ...units, inclusion: units.human.map(() => chance), lambda: 0.3 * (13 / 6) });
      expect(weighted.value).toBeCloseTo(plain.value ?? Number.NaN, 13);
      expect(weighted.classical?.mean).toBeCloseTo(plain.classical?.mean ?? Number.NaN, 13);
      expect(weighted.classical?.standardError).toBeCloseTo(plain.classical?.standardError ?? Number.NaN, 13);
    }
    const { moments } = ppiMean({ ...units, inclusion: units.human.map(() => 0.2) });
    expect(moments?.human).toBeCloseTo(ppiMean(units).moments?.human ?? Number.NaN, 13);
    expect(moments?.covariance).toBeCloseTo(ppiMean(units).moments?.covariance ?? Number.NaN, 13);
    expect(moments?.judge).toBeCloseTo(ppiMean(units).moments?.judge ?? Number.NaN, 13);
  });

  test("the tuned lambda makes the interval narrowest, whatever the order of the units", () => {
    const units = { human: [4, 5, 4, 2, 4, 3, 1], judge: [4, 5, 3, 3, 5, 4, 2], judgeUnlabelled: [2, 4, 4, 5, 1, 3] };
    const inclusion = [0.9, 0.5, 0.3, 0.8, 0.25, 0.6, 1];
    const tuned = ppiMean({ ...units, inclusion });
    expect(tuned.lambda).toBe(tuned.lambdaRaw);
    for (const by of [-0.01, 0.01]) {
      const other = ppiMean({ ...units, inclusion, lambda: (tuned.lambda ?? 0) + by });
      expect(other.standardError).toBeGreaterThan(tuned.standardError ?? 0);
    }
    const { human, judge, judgeUnlabelled } = units;
    const turned = { human: human.toReversed(), judge: judge.toReversed(), judgeUnlabelled, inclusion: inclusion.toReversed() };
    expect(ppiMean(turned).value).toBeCloseTo(tuned.value ?? Number.NaN, 13);
  });

  test("on average it is the mean of all units, within its intervals as often as they promise, where the plain mean is neither", () => {
    const random = seededRandom(11);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const trials = 1000;
    const [sums, held, squares] = [{ plain: 0, weighted: 0 }, { plain: 0, weighted: 0 }, { weighted: 0 }];
    for (let trial = 0; trial < trials; trial++) {
      // Units that people find better than the judge does are looked for.
      const units = Array.from({ length: 400 }, () => {
        const [quality, beyond] = [normal(), normal()];
        const chance = beyond > 0.5 ? 0.6 : 0.15;
        return { human: quality + beyond, judge: quality + 0.3 * normal(), chance, isRated: random.next() < chance };
      });
      const rated = units.filter(({ isRated }) => isRated);
      const input = {
        human: rated.map(({ human }) => human),
        judge: rated.map(({ judge }) => judge),
        judgeUnlabelled: units.filter(({ isRated }) => !isRated).map(({ judge }) => judge),
      };
      const found = { plain: ppiMean(input), weighted: ppiMean({ ...input, inclusion: rated.map(({ chance }) => chance) }) };
      for (const kind of ["plain", "weighted"] as const) {
        const { value, interval } = found[kind];
        sums[kind] += value ?? Number.NaN;
        held[kind] += interval && interval.low <= 0 && interval.high >= 0 ? 1 : 0;
      }
      squares.weighted += (found.weighted.value ?? Number.NaN) ** 2;
    }
    // Within three standard errors of the truth, 0.
    expect(Math.abs(sums.weighted / trials)).toBeLessThan((3 * Math.sqrt(squares.weighted)) / trials);
    expect(sums.plain / trials).toBeGreaterThan(0.3);
    expect(held.weighted / trials).toBeGreaterThan(0.93);
    expect(held.weighted / trials).toBeLessThan(0.97);
    expect(held.plain / trials).toBeLessThan(0.5);
  });

  test("chances that are missing, zero or above 1 are refused by row, but not those of units without a label", () => {
    const units = { human: [1, null, 3], judge: [1, 2, 2], judgeUnlabelled: [2, 4] };
    expect(ppiMean({ ...units, inclusion: [0.5, null, 0.5], lambda: 0 })).toMatchObject({ value: 2, labelled: 2 });
    for (const [chance, said] of [
      [0, "0"],
      [1.5, "1.5"],
      [null, "NaN"],
    ] as const)
      expect(() => ppiMean({ ...units, inclusion: [0.5, 1, chance] })).toThrow(
        `inclusion: row 2: must be above 0 and at most 1, got ${said}`,
      );
    expect(() => ppiMean({ ...units, inclusion: [0.5] })).toThrow("inclusion: has 1 values where human has 3");
  });

  test("without labels, without other units and with a judge that never varies it says what the plain mean says", () => {
    expect(ppiMean({ human: [], judge: [], judgeUnlabelled: [1], inclusion: [] })).toMatchObject({ value: null, why: "too-few" });
    const alone = ppiMean({ human: [1, 2], judge: [1, 2], judgeUnlabelled: [], inclusion: [0.5, 0.25] });
    expect(alone).toMatchObject({ value: null, why: "too-few", classical: { mean: 5 / 3 } });
    const constant = ppiMean({ human: [1, 4], judge: [3, 3], judgeUnlabelled: [3, 3], inclusion: [0.5, 0.25] });
    expect(constant).toMatchObject({ value: 3, lambdaRaw: null, lambda: 0 });
  });
});
