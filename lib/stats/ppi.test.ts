import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { ppiMean } from "./ppi";

const human = [4, 5, 4, 2, 4, 3, 1, 3, 2, 5];
const judge = [5, 5, 5, 3, 5, 4, 1, 3, 3, 5];
const judgeUnlabelled = [2, 4, 4, 4, 2, 5, 5, 4, 5, 2, 2, 1];

describe("prediction-powered mean", () => {
  test.skipIf(!readOracles())("gives the reference figures for tuned, full and no trust", () => {
    const oracle = readOracles()?.ppi_mean[0];
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
        [result.classical?.interval.low, expected.classical.ci95[0]],
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

  test("its example", () => {
    expect(ppiMean({ human: [1, 2, 3], judge: [3, 4, 5], judgeUnlabelled: [2, 2], lambda: 1 }).value).toBe(0);
  });
});
