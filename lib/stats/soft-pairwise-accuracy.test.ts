import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { softPairwiseAccuracy } from "./soft-pairwise-accuracy";

describe("soft pairwise accuracy", () => {
  test("gives the enumerated reference figures of every pair", () => {
    for (const { id, human: scores, metric, expected } of readOracles().soft_pairwise_accuracy) {
      const result = softPairwiseAccuracy({ human: scores, metric });
      expect(tolerances(result.value, expected.spa.value), id).toBeLessThanOrEqual(1);
      expect(result.pairs.map(({ i, j, pHuman, pMetric }) => ({ i, j, p_human: pHuman, p_metric: pMetric }))).toEqual(expected.pairs);
    }
  });

  test("a metric that says the same as the humans reaches 1, at any scale and with random signs too", () => {
    const scores = [0, 1, 2].map((system) => Array.from({ length: 30 }, (_, i) => 1 + ((i * (system + 2)) % 5)));
    const stretched = scores.map((row) => row.map((score) => 10 * score - 7));
    expect(softPairwiseAccuracy({ human: scores, metric: stretched, permutations: 200 }).value).toBe(1);
    const turned = (rows: number[][]): number[][] => rows.map((row) => row.toReversed());
    const other = scores.toReversed();
    const options = { permutations: 200, seed: 4 };
    expect(softPairwiseAccuracy({ human: turned(scores), metric: turned(other), ...options })).toEqual(
      softPairwiseAccuracy({ human: scores, metric: other, ...options }),
    );
  });

  test("says how many permutations of which seed it took, and does not depend on the order of the units", () => {
    const human = [0, 1].map((system) => Array.from({ length: 20 }, (_, i) => 1 + ((i * (system + 2)) % 3)));
    const metric = [0, 1].map((system) => Array.from({ length: 20 }, (_, i) => 1 + ((i * (system + 3)) % 7)));
    expect(softPairwiseAccuracy({ human, metric })).toMatchObject({ permutations: 1000, seed: 1 });
    const options = { permutations: 200, seed: 4 };
    const plain = softPairwiseAccuracy({ human, metric, ...options });
    expect(plain).toMatchObject(options);
    // Units with equal differences by people are put in order by those of the metric.
    const order = Array.from({ length: 20 }, (_, i) => (i * 7) % 20);
    const moved = (rows: number[][]) => rows.map((row) => order.map((i) => row[i] as number));
    expect(softPairwiseAccuracy({ human: moved(human), metric: moved(metric), ...options })).toEqual(plain);
  });

  test("edges", () => {
    expect(() => softPairwiseAccuracy({ human: "all" as never, metric: [] })).toThrow("human: must be an array of systems");
    expect(() => softPairwiseAccuracy({ human: [[1]], metric: [[1], [2]] })).toThrow("metric: has 2 systems where human has 1");
    expect(() => softPairwiseAccuracy({ human: [[1, 2], [1, 2]], metric: [[1], [1, 2]] })).toThrow("metric: row 0: has 1 units, not 2"); // biome-ignore format: one row
    expect(softPairwiseAccuracy({ human: [[1, 2]], metric: [[1, 2]] })).toMatchObject({ value: null, why: "too-few" });
    expect(softPairwiseAccuracy({ human: [[1], [null]], metric: [[1], [1]] })).toMatchObject({ value: null, n: 0 });
    expect(() =>
      softPairwiseAccuracy({
        human: [[1, 2], [1]],
        metric: [
          [1, 2],
          [1, 2],
        ],
      }),
    ).toThrow(/human: row 1: has 1 units, not 2/);
    expect(
      softPairwiseAccuracy({
        human: [
          [1, 2, 3],
          [2, 3, 4],
        ],
        metric: [
          [2, 2, 4],
          [1, 3, 5],
        ],
      }).value,
    ).toBe(0.875);
  });
});
