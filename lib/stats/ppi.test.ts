import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { ppiMean } from "./ppi";
import { seededRandom } from "./random";

const human = [4, 5, 4, 2, 4, 3, 1, 3, 2, 5];
const judge = [5, 5, 5, 3, 5, 4, 1, 3, 3, 5];
const judgeUnlabelled = [2, 4, 4, 4, 2, 5, 5, 4, 5, 2, 2, 1];

describe("prediction-powered mean", () => {
  test("gives the reference figures for tuned, full and no trust", () => {
    const oracle = readOracles().ppi_mean[0];
    for (const [name, lambda] of [
      ["tuned", "tuned"],
      ["lambda1", 1],
      ["lambda0", 0],
    ] as const) {
      const expected = oracle.expected[name];
      const result = ppiMean({ human: oracle.Y, judge: oracle.Yhat, judgeUnlabelled: oracle.Yhat_unlabeled, lambda });
      const pairs: [number | null | undefined, number][] = [
        [result.value, expected.estimate.value],
        [result.lambdaRaw, expected.lambda_raw.value],
        [result.lambda, expected.lam.value],
        [result.standardError, expected.se],
        [result.interval?.low, expected.ci95[0]],
        [result.interval?.high, expected.ci95[1]],
        [result.classical?.mean, expected.classical.mean],
        [result.classical?.standardError, expected.classical.se],
        [result.classical?.interval?.low, expected.classical.ci95[0]],
        [result.judgeOnlyMean, expected.judge_only_mean],
        [result.effectiveGain, expected.effective_n_gain],
      ];
      for (const [actual, wanted] of pairs) expect(tolerances(actual, wanted), name).toBeLessThanOrEqual(1);
    }
  });

  test("a judge that is off by a constant costs nothing at lambda 1", () => {
    for (const labels of [human, [1, 9, 4], [0.5, 0.25]]) {
      expect(ppiMean({ human: labels, judge: labels.map((y) => y + 2), judgeUnlabelled: [2, 2, 2], lambda: 1 }).value).toBeCloseTo(0, 14);
    }
  });

  test("order, shift and stretch", () => {
    const plain = ppiMean({ human, judge, judgeUnlabelled });
    const turned = ppiMean({ human: human.toReversed(), judge: judge.toReversed(), judgeUnlabelled: judgeUnlabelled.toReversed() });
    expect(turned.value).toBeCloseTo(plain.value as number, 13);
    const map = (values: number[]): number[] => values.map((value) => 3 * value - 1);
    const stretched = ppiMean({ human: map(human), judge: map(judge), judgeUnlabelled: map(judgeUnlabelled) });
    expect(stretched.value).toBeCloseTo(3 * (plain.value as number) - 1, 12);
    expect(stretched.effectiveGain).toBeCloseTo(plain.effectiveGain as number, 12);
  });

  test("few labels use Student's t; none, no unlabelled units, or a constant judge say so", () => {
    expect(ppiMean({ human, judge, judgeUnlabelled }).interval?.method).toBe("t");
    expect(ppiMean({ human: [], judge: [], judgeUnlabelled })).toMatchObject({ value: null, why: "too-few", classical: null });
    expect(ppiMean({ human, judge, judgeUnlabelled: [] })).toMatchObject({ value: null, why: "too-few", classical: { mean: 3.3 } });
    expect(ppiMean({ human, judge: human.map(() => 3), judgeUnlabelled: [3, 3] })).toMatchObject({ lambdaRaw: null, lambda: 0 });
    expect(ppiMean({ human: [1, null, 3], judge: [1, 2, 3], judgeUnlabelled: [2, null] })).toMatchObject({ labelled: 2, unlabelled: 1 });
    expect(() => ppiMean({ human, judge: [1], judgeUnlabelled })).toThrow(/judge: has 1 values/);
  });

  test("clusters widen the interval, by t of the clusters that have a label, and a label may occur on both sides", () => {
    // Rest y - f = -1, -1 | 1, 3 around 0.5: cluster sums -3 and 3 over n = 4; unlabelled 2, 4 | 3: around 3, -1 in "a", 1 in "a", 0 in "c".
    const input = { human: [1, 2, 4, 6], judge: [2, 3, 3, 3], judgeUnlabelled: [2, 4, null, 3], lambda: 1 };
    const clusters = ["a", "a", "b", "b"];
    const apart = ppiMean({ ...input, clusters, unlabelledClusters: ["c", "d", "d", "e"] });
    expect(apart.value).toBe(3.5);
    // 2/(2-1) * ((3/4)^2 + (3/4)^2 + (1/3)^2 + (1/3)^2)
    expect(apart.standardError).toBeCloseTo(Math.sqrt(2 * (2 * 0.75 ** 2 + 2 / 9)), 14);
    // Both of the unlabelled units around "a" now take from what its labels say: (-3/4 - 1/3)^2.
    const joined = ppiMean({ ...input, clusters, unlabelledClusters: ["a", "d", "d", "e"] });
    expect(joined.standardError).toBeCloseTo(Math.sqrt(2 * ((3 / 4 + 1 / 3) ** 2 + 0.75 ** 2 + 1 / 9)), 14);
    expect(joined.interval).toMatchObject({ method: "t" });
    expect(((joined.interval?.high ?? 0) - 3.5) / (joined.standardError ?? 0)).toBeCloseTo(Math.tan(0.475 * Math.PI), 10);
    expect(joined.classical?.standardError).toBeCloseTo(Math.sqrt(2 * 2 * (3.5 / 4) ** 2), 14);
  });

  test("one label's cluster, or clusters on one side only, are no ground for an interval", () => {
    const input = { human: [1, 2], judge: [2, 2], judgeUnlabelled: [2, 3], lambda: 1 };
    const one = ppiMean({ ...input, clusters: ["a", "a"], unlabelledClusters: ["b", "c"] });
    expect(one).toMatchObject({
      value: 2,
      interval: null,
      intervalWhy: "too-few",
      standardError: null,
      classical: { standardError: null },
    });
    expect(() => ppiMean({ ...input, clusters: ["a", "b"] })).toThrow(/unlabelledClusters: must be given/);
    expect(() => ppiMean({ ...input, unlabelledClusters: ["a", "b"] })).toThrow(/clusters: must be given/);
    expect(() => ppiMean({ ...input, clusters: ["a", "b"], unlabelledClusters: ["a"] })).toThrow(/unlabelledClusters: has 1 labels for 2/);
  });

  test("with clusters the interval covers what it promises, where independent units would not", () => {
    const random = seededRandom(8);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const draw = (inputs: number, from: number) =>
      Array.from({ length: inputs }, (_, input) => {
        const [quality, error] = [normal(), normal()];
        return Array.from({ length: 5 }, () => {
          const human = quality + 0.5 * normal();
          return { cluster: `${from + input}`, human, judge: human + error + 0.3 * normal() };
        });
      }).flat();
    const held = { clustered: 0, plain: 0 };
    for (let i = 0; i < 200; i++) {
      const [labelled, other] = [draw(25, 0), draw(100, 25)];
      const input = {
        human: labelled.map(({ human }) => human),
        judge: labelled.map(({ judge }) => judge),
        judgeUnlabelled: other.map(({ judge }) => judge),
      };
      const [clusters, unlabelledClusters] = [labelled.map(({ cluster }) => cluster), other.map(({ cluster }) => cluster)];
      const holdsZero = (interval: { low: number; high: number } | null) => (interval && interval.low <= 0 && interval.high >= 0 ? 1 : 0);
      held.plain += holdsZero(ppiMean(input).interval);
      held.clustered += holdsZero(ppiMean({ ...input, clusters, unlabelledClusters }).interval);
    }
    expect(held.clustered / 200).toBeGreaterThan(0.92);
    expect(held.plain / 200).toBeLessThan(0.75);
  });

  test("labels that do not vary have no interval", () => {
    const constant = ppiMean({ human: [3, 3], judge: [3, 3], judgeUnlabelled: [3, 3] });
    expect(constant).toMatchObject({ value: 3, interval: null, intervalWhy: "degenerate-replicates", classical: { interval: null } });
  });

  test("its example", () => {
    expect(ppiMean({ human: [1, 2, 3], judge: [3, 4, 5], judgeUnlabelled: [2, 2], lambda: 1 }).value).toBe(0);
  });
});

test("the interval is by the normal distribution from 30 labels on, and by t with n - 1 below", () => {
  const sample = (n: number) => ({
    human: Array.from({ length: n }, (_, unit) => 1 + (unit % 5)),
    judge: Array.from({ length: n }, (_, unit) => 1 + ((unit * unit) % 5)),
    judgeUnlabelled: [2, 3, 5, 4],
  });
  const [few, enough] = [ppiMean(sample(29)), ppiMean(sample(30))];
  const reach = ({ value, standardError, interval }: typeof few) => ((interval?.high ?? 0) - (value ?? 0)) / (standardError ?? 0);
  expect([few.interval?.method, enough.interval?.method]).toEqual(["t", "wald"]);
  // t(28) and the normal quantile at .975.
  expect(reach(few)).toBeCloseTo(2.048407141795244, 9);
  expect(reach(enough)).toBeCloseTo(1.959963984540054, 9);
  expect([few.classical?.interval?.method, enough.classical?.interval?.method]).toEqual(["t", "wald"]);
});

test("one label, no variation, gaps and sizes beyond the largest number", () => {
  const single = ppiMean({ human: [3], judge: [2], judgeUnlabelled: [2, 4] });
  expect(single).toMatchObject({ value: null, why: "too-few", n: 3, labelled: 1, classical: { mean: 3, interval: null } });
  expect(ppiMean({ human: [3, 3], judge: [2, 2], judgeUnlabelled: [2, 2] })).toMatchObject({ standardError: 0, effectiveGain: null });
  const gaps = ppiMean({ human: [1, 2, 4], judge: [2, 2, 3], judgeUnlabelled: [2, null, 4, Number.NaN], lambda: 1 });
  expect(gaps).toMatchObject({ n: 5, labelled: 3, unlabelled: 2, judgeOnlyMean: 3 });
  const huge = ppiMean({ human: [1e308, -1e308, 1e308], judge: [1, 2, 3], judgeUnlabelled: [1, 2] });
  expect(huge).toMatchObject({ value: null, why: "overflow", classical: null });
  // The labels' own error, or the judge's alone, is beyond the largest number.
  for (const [human, judge] of [
    [
      [1.5e308, -1.5e308],
      [1.5e308, -1.5e308],
    ],
    [
      [1, 2],
      [1.5e308, -1.5e308],
    ],
  ]) {
    // biome-ignore format: one row
    expect(ppiMean({ human: human ?? [], judge: judge ?? [], judgeUnlabelled: [1, 2], lambda: 1 })).toMatchObject({
      ...{ value: null, why: "overflow", interval: null, intervalWhy: "undefined-estimate" },
    });
  }
});

test("the standard error by clusters, and the interval of two labels, as computed by hand", () => {
  // Lambda 1: rests 0, 1, 3, 4 about 2, over 4: -.5, -.25, .25, .5; unlabelled 1, 5 about 3, over 2: -1, 1.
  const input = { human: [2, 3, 7, 9], judge: [2, 2, 4, 5], judgeUnlabelled: [1, 5], lambda: 1 };
  const result = ppiMean({ ...input, clusters: ["a", "a", "b", "c"], unlabelledClusters: ["a", "d"] });
  // By cluster: a -.75 - 1, b .25, c .5, d 1; squares 4.375; three clusters have labels: times 3/2.
  expect(result.value).toBe(5);
  expect(result.standardError).toBeCloseTo(Math.sqrt(4.375 * 1.5), 12);
  // t(2) at .975.
  expect(result.interval?.low).toBeCloseTo(5 - 4.302652729911275 * Math.sqrt(6.5625), 9);
  const without = ppiMean({ ...input, judgeUnlabelled: [null], clusters: ["a", "a", "b", "c"], unlabelledClusters: ["a"] });
  expect(without).toMatchObject({ value: null, why: "too-few", classical: { mean: 5.25 } });
  // Two labels: rests 0 and 2, variance 1 over 2; unlabelled 4 over 2; t(1).
  const two = ppiMean({ human: [2, 6], judge: [2, 4], judgeUnlabelled: [1, 5], lambda: 1 });
  expect(two.standardError).toBeCloseTo(Math.sqrt(2.5), 14);
  expect(two.interval).toMatchObject({ method: "t", high: expect.closeTo(4 + 12.706204736432095 * Math.sqrt(2.5), 9) });
});

test("the moments are those that lambda is tuned by", () => {
  // Labels 1, 3, 8 around 4; the judge 2, 3, 7 around 4, with 4, 9 around 5.
  const { moments, lambdaRaw } = ppiMean({ human: [1, 3, 8], judge: [2, 3, 7], judgeUnlabelled: [4, 9] });
  expect(moments?.human).toBeCloseTo(26 / 3, 12);
  expect(moments?.covariance).toBeCloseTo(19 / 3, 12);
  expect(moments?.judge).toBeCloseTo(34 / 4, 12);
  expect(lambdaRaw).toBeCloseTo(19 / 3 / ((1 + 3 / 2) * 8.5), 12);
  expect(ppiMean({ human: [1], judge: [2], judgeUnlabelled: [4] }).moments).toBeNull();
  const huge = { human: [1, 2, 3], judge: [1e200, 2e200, 3e200], judgeUnlabelled: [1e200] };
  const clusters = { clusters: [1, 2, 3], unlabelledClusters: [4] };
  expect(ppiMean({ ...huge, ...clusters, lambda: 0 })).toMatchObject({ value: 2, moments: null, lambdaRaw: null });
});
