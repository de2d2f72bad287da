import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { accEq, calibrateTies, heldOutTieCalibration } from "./acc-eq";

const human = [
  [5, 2, 2, 4],
  [1, 3, 3, 5],
  [2, 2, 4, 4],
];
const metric = [
  [0.91, 0.42, 0.4, 0.77],
  [0.1, 0.35, 0.33, 0.9],
  [0.3, 0.31, 0.8, 0.82],
];

describe("pairwise accuracy with ties", () => {
  test("gives the reference counts, accuracies and thresholds", () => {
    for (const { id, gold, metric: scores, epsilon, expected } of readOracles().acc_eq) {
      const result = accEq({ human: gold, metric: scores, epsilon });
      expect(tolerances(result.value, expected.acc_eq.value), id).toBeLessThanOrEqual(1);
      expect(tolerances(result.tauEq, expected.tau_eq.value), id).toBeLessThanOrEqual(1);
      expect(result.counts).toMatchObject({
        concordant: expected.C,
        discordant: expected.D,
        tiedHumanOnly: expected.ties_gold_only,
        tiedMetricOnly: expected.ties_metric_only,
        tiedBoth: expected.ties_both,
      });
    }
    for (const { id, human: gold, metric: scores, expected } of readOracles().tie_calibration) {
      const result = calibrateTies({ human: gold, metric: scores });
      expect(result.thresholds, id).toEqual(expected.thresholds);
      expect(result.epsilon, id).toBe(expected.best_threshold);
      expect(tolerances(result.value, expected.best.value), id).toBeLessThanOrEqual(1);
      result.accuracies.forEach((accuracy, i) => {
        expect(tolerances(accuracy, expected.acc_eq[i]), id).toBeLessThanOrEqual(1);
      });
    }
  });

  test("differences that are equal on paper are one threshold", () => {
    const { thresholds } = calibrateTies({
      human: [
        [1, 1],
        [1, 1],
      ],
      metric: [
        [0.35, 0.33],
        [0.42, 0.4],
      ],
    });
    expect(thresholds).toEqual([0, 0.02]);
    expect(accEq({ human: [1, 1], metric: [0.35, 0.33], epsilon: 0.02 }).value).toBe(1);
  });

  test("differences of thirds that are equal on paper are one threshold too", () => {
    // In doubles, 1 - 2/3 is more than 1/3, and 5/3 - 1 more than 2/3.
    const thirds = [0, 1 / 3, 2 / 3, 1];
    const { thresholds, accuracies } = calibrateTies({ human: [[1, 1, 1, 2]], metric: [thirds] });
    expect(thresholds).toEqual([0, 1 / 3, 2 / 3, 1].map((wanted) => expect.closeTo(wanted, 12)));
    // People tie all pairs but those with the last: up to 1/3, two pairs are tied rightly and one wrongly; up to 2/3, one more of each.
    expect(accuracies).toEqual([3 / 6, 4 / 6, 4 / 6, 3 / 6]);
    expect(accEq({ human: [1, 1], metric: [5 / 3, 1], epsilon: 2 / 3 })).toMatchObject({ value: 1, counts: { tiedBoth: 1 } });
    // No threshold ties the first two pairs and leaves the third in order.
    const pairs = { human: [[1, 1], [2, 2], [1, 2]], metric: [thirds.slice(0, 2), thirds.slice(1, 3), thirds.slice(2)] }; // biome-ignore format: one row
    expect(calibrateTies(pairs)).toMatchObject({ value: 2 / 3, thresholds: [0, 1 / 3], accuracies: [1 / 3, 2 / 3] });
  });

  test("the threshold of a fold is chosen on the other folds", () => {
    const result = heldOutTieCalibration({ human, metric, folds: 3 });
    expect(result.epsilons).toEqual(
      [0, 1, 2].map(
        (fold) => calibrateTies({ human: human.filter((_, g) => g !== fold), metric: metric.filter((_, g) => g !== fold) }).epsilon,
      ),
    );
    const own = human.map(
      (scores, g) => accEq({ human: scores, metric: metric[g] ?? [], epsilon: result.epsilons[g] ?? 0 }).value as number,
    );
    expect(result.value).toBeCloseTo(own.reduce((sum, each) => sum + each, 0) / 3, 14);
    expect(result.value as number).toBeLessThanOrEqual((result.inSample as number) + 1e-12);
  });

  test("order of units and of named groups, shift and stretch change nothing", () => {
    const plain = calibrateTies({ human, metric });
    expect(calibrateTies({ human: human.map((row) => row.toReversed()), metric: metric.map((row) => row.toReversed()) })).toEqual(plain);
    expect(calibrateTies({ human, metric: metric.map((row) => row.map((score) => Math.round(score * 100) * 3 + 7)) }).value).toBe(
      plain.value,
    );
    const groupIds = ["b", "a", "c"];
    const named = heldOutTieCalibration({ human, metric, folds: 2, groupIds });
    const turned = heldOutTieCalibration({
      human: human.toReversed(),
      metric: metric.toReversed(),
      folds: 2,
      groupIds: groupIds.toReversed(),
    });
    expect(turned).toEqual(named);
  });

  test("too few, missing, all tied, and refused input", () => {
    expect(accEq({ human: [1], metric: [1] })).toMatchObject({ value: null, why: "too-few" });
    expect(accEq({ human: [1, null, 2], metric: [1, 2, 3] })).toMatchObject({ n: 2, value: 1 });
    expect(accEq({ human: [3, 3, 3], metric: [1, 1, 1] }).value).toBe(1);
    expect(calibrateTies({ human: [[1]], metric: [[1]] })).toMatchObject({ value: null, why: "too-few", epsilon: null });
    expect(heldOutTieCalibration({ human: [[1, 2]], metric: [[1, 2]] })).toMatchObject({ value: null, why: "too-few" });
    expect(() => accEq({ human: [1, 2], metric: [1, 2], epsilon: -1 })).toThrow(/epsilon/);
    expect(() => accEq({ human: new Array(20_000).fill(1), metric: new Array(20_000).fill(1) })).toThrow(/pairs/);
  });

  test("examples", () => {
    expect(accEq({ human: [1, 2, 2, 3, 4], metric: [2, 1, 1.5, 5, 3] }).value).toBe(0.6);
    expect(calibrateTies({ human: [[1, 1, 1, 4]], metric: [[0, 2, 6, 8]] }).epsilon).toBe(4);
    expect(
      heldOutTieCalibration({
        human: [
          [1, 1, 2],
          [3, 3, 4],
        ],
        metric: [
          [0, 1, 5],
          [1, 2, 9],
        ],
        folds: 2,
      }).value,
    ).toBe(1);
  });
});
