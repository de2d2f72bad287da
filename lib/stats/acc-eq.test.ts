import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { accEq, calibrateTies, heldOutTieCalibration } from "./acc-eq";
import { clusteredMean } from "./clustered-mean";
import { seededRandom } from "./random";

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
    // Each group has the same accuracy.
    expect(result).toMatchObject({ interval: null, intervalWhy: "degenerate-replicates" });
  });

  test("calibrated on other groups, the accuracy's interval is that of a mean of groups, within 0 and 1", () => {
    // Every group but one is ordered rightly; all wrong but one.
    const right = Array.from({ length: 6 }, (_, g) => [[1, 2], g === 0 ? [2, 1] : [1, 2]]);
    const of = (flip: boolean) =>
      heldOutTieCalibration({
        human: right.map(([own]) => own ?? []),
        metric: right.map(([, own]) => (flip ? own?.toReversed() : own) ?? []),
      });
    const [good, bad] = [of(false), of(true)];
    const mean = clusteredMean({ values: [0, 1, 1, 1, 1, 1], confidence: 0.5 }).interval;
    const groups = { human: right.map(([own]) => own ?? []), metric: right.map(([, own]) => own ?? []) };
    expect(heldOutTieCalibration({ ...groups, confidence: 0.5 }).interval).toEqual({ ...mean, low: expect.closeTo(mean?.low ?? 9, 12) });
    const none = { interval: null, intervalWhy: "not-requested" };
    expect(heldOutTieCalibration({ ...groups, interval: "none" })).toEqual({ ...good, ...none });
    expect(good.value).toBeCloseTo(5 / 6, 12);
    expect(good.interval?.high).toBe(1);
    expect(bad.value).toBeCloseTo(1 / 6, 12);
    expect(bad.interval?.low).toBe(0);
    expect(heldOutTieCalibration({ human: [[1, 2]], metric: [[1, 2]] })).toMatchObject({
      interval: null,
      intervalWhy: "undefined-estimate",
    });
  });

  test("by hand: one pair tied on both sides, two against the order, three in it", () => {
    const group = { human: [[1, 2, 2, 3]], metric: [[2, 1, 1, 3]] };
    // Up to 1, a pair in order is tied, and the two against it; up to 2, all pairs.
    expect(calibrateTies(group)).toMatchObject({
      thresholds: [0, 1, 2],
      accuracies: [4 / 6, 3 / 6, 1 / 6],
      epsilon: 0,
      value: 4 / 6,
      n: 1,
    });
    // With a group of one pair, whose people tie: the mean over groups.
    expect(calibrateTies({ human: [...group.human, [5, 5], [4]], metric: [...group.metric, [0, 3], [1]] })).toMatchObject({
      ...{ thresholds: [0, 1, 2, 3], epsilon: 3, n: 2 },
      accuracies: [4 / 6 / 2, 3 / 6 / 2, 1 / 6 / 2, (1 / 6 + 1) / 2],
    });
  });

  test("no group is judged by a threshold that was chosen on it, and names decide which go to one fold", () => {
    // People tie all pairs but the first group's: they want the thresholds 0, 1 and 2.
    const groups = { zero: [[1, 2], [0, 1]], one: [[1, 1], [0, 1]], two: [[3, 3], [0, 2]] } as const; // biome-ignore format: a table
    const held = (names: (keyof typeof groups)[], groupIds?: (string | number)[], folds = 2) =>
      heldOutTieCalibration({ human: names.map((name) => groups[name][0]), metric: names.map((name) => groups[name][1]), folds, groupIds });
    expect(held(["zero", "one"])).toEqual({
      ...{ interval: null, intervalWhy: "degenerate-replicates" },
      value: 0,
      why: null,
      n: 2,
      epsilons: [1, 0],
      inSample: 0.5,
    });
    expect(held(["zero", "one"], undefined, 7)).toEqual(held(["zero", "one"]));
    // Of zero and two, both 0 and 2 are right for one: the smaller. Of one and two, 2 is right for both.
    expect(held(["zero", "one", "two"])).toMatchObject({ value: 0, epsilons: [1, 0] });
    expect(held(["one", "zero", "two"])).toMatchObject({ value: 0, epsilons: [0, 2] });
    expect(held(["one", "two", "zero"])).toMatchObject({ value: 1 / 3, epsilons: [2, 0] });
    for (const ids of [
      [9, 10, 100],
      [2, "1", "a"],
      ["10", "11", "9"],
    ]) {
      // biome-ignore format: one row
      const [a, b, c] = ids as [number, number, number];
      expect(held(["two", "zero", "one"], [b, c, a])).toEqual(held(["one", "two", "zero"]));
      expect(held(["zero", "one", "two"], [c, a, b])).toEqual(held(["one", "two", "zero"]));
    }
    expect(held(["zero"])).toEqual({
      ...{ interval: null, intervalWhy: "undefined-estimate" },
      value: null,
      why: "too-few",
      n: 1,
      epsilons: [],
      inSample: 1,
    });
  });

  test("means over groups of several sizes do not change in the last digit with their order", () => {
    const random = seededRandom(3);
    const column = (n: number) => Array.from({ length: n }, () => random.int(4));
    for (let round = 0; round < 30; round++) {
      const sizes = [5, 2, 7, 3, 4, 2].map((n) => n + random.int(3));
      const groups = { human: sizes.map(column), metric: sizes.map(column) };
      const turned = { human: groups.human.toReversed(), metric: groups.metric.toReversed() };
      expect(calibrateTies(turned)).toEqual(calibrateTies(groups));
      const groupIds = sizes.map((_, g) => g);
      expect(heldOutTieCalibration({ ...turned, groupIds: groupIds.toReversed() })).toEqual(heldOutTieCalibration({ ...groups, groupIds }));
    }
  });

  test("what is refused is named", () => {
    const long = new Array(20_000).fill(1);
    const one = { human: [[1, 2]], metric: [[1, 2]] };
    const refused: [() => unknown, string][] = [
      [() => accEq({ human: long, metric: long }), "metric: gives 199990000 pairs; at most 50000000 can be looked at one by one"],
      [() => calibrateTies({ human: [[1], long], metric: [[1], long] }), "metric: gives 199990000 pairs"],
      [() => accEq({ human: [1, 2], metric: [1, 2], epsilon: -0.5 }), "epsilon: must be at least 0, got -0.5"],
      [() => accEq({ human: [1, 2], metric: [1, 2], epsilon: Number.NaN }), "epsilon: "],
      [() => accEq({ human: [1, Infinity], metric: [1, 2] }), "human: row 1"],
      [() => accEq({ human: [1, 2], metric: [1] }), "metric: has 1 values where human has 2"],
      [() => calibrateTies({ ...one, human: 1 as never }), "human: human and metric must be arrays of groups"],
      [() => calibrateTies({ ...one, metric: null as never }), "human: human and metric must be arrays of groups"],
      [() => calibrateTies({ ...one, metric: [[1, 2], [1]] }), "metric: has 2 groups where human has 1"],
      [
        () =>
          calibrateTies({
            human: [
              [1, 2],
              [1, "2"],
            ] as never,
            metric: [
              [1, 2],
              [1, 2],
            ],
          }),
        "human[1]: row 1",
      ],
      [
        () =>
          calibrateTies({
            human: [
              [1, 2],
              [1, 2],
            ],
            metric: [
              [1, 2],
              [1, 2, 3],
            ],
          }),
        "metric[1]: has 3 values where human[1] has 2",
      ],
      [
        () => calibrateTies({ human: [[1, 2]], metric: [[1e308, -1e308]] }),
        "metric: has scores so far apart that their difference overflows",
      ],
      [() => heldOutTieCalibration({ ...one, groupIds: "a" as never }), "groupIds: must be an array"],
      [() => heldOutTieCalibration({ ...one, groupIds: ["a", "b"] }), "groupIds: has 2 names for 1 groups"],
    ];
    for (const [call, said] of refused) expect(call).toThrow(said);
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
    expect(calibrateTies({ human: [[1]], metric: [[1]] })).toEqual({
      ...{ value: null, why: "too-few", n: 0, epsilon: null, thresholds: [], accuracies: [] },
    });
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
