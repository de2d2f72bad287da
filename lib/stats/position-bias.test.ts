import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { clusteredMean } from "./clustered-mean";
import { positionBias, repetitionStability, type Verdict } from "./position-bias";

const swap = (verdicts: readonly Verdict[]): Verdict[] =>
  verdicts.map((verdict) => (verdict === "A" ? "B" : verdict === "B" ? "A" : verdict));
const first: Verdict[] = ["A", "A", "B", "tie", "A", "B", "B"];
const second: Verdict[] = ["A", "B", "B", "tie", "tie", "A", "B"];

describe("position bias", () => {
  test("gives the reference figures", () => {
    const { first_order, swapped_order, expected } = readOracles().pairwise_position[0] ?? {};
    const result = positionBias({ firstOrder: first_order, swappedOrder: swapped_order });
    expect(tolerances(result.consistency.value, expected.position_consistency.value)).toBeLessThanOrEqual(1);
    expect(result).toMatchObject({
      inconsistent: expected.inconsistent,
      bothFirstPosition: expected.both_first_position,
      bothSecondPosition: expected.both_second_position,
      p: expected.sign_test_p_two_sided.value,
    });
  });

  test("order of items changes nothing; exchanging the names changes no count; exchanging the orders swaps first and second", () => {
    const plain = positionBias({ firstOrder: first, swappedOrder: second });
    expect(positionBias({ firstOrder: first.toReversed(), swappedOrder: second.toReversed() })).toEqual(plain);
    expect(positionBias({ firstOrder: swap(second), swappedOrder: swap(first) })).toEqual(plain);
    const exchanged = positionBias({ firstOrder: second, swappedOrder: first });
    expect(exchanged).toMatchObject({
      bothFirstPosition: plain.bothSecondPosition,
      bothSecondPosition: plain.bothFirstPosition,
      p: plain.p,
    });
  });

  test("a judge that always names the first is inconsistent everywhere", () => {
    const always = positionBias({ firstOrder: new Array(10).fill("A"), swappedOrder: new Array(10).fill("B") });
    expect(always).toMatchObject({
      inconsistent: 10,
      bothFirstPosition: 10,
      p: 2 / 1024,
      consistency: { value: 0 },
      primacy: { value: 1 },
    });
  });

  test("nothing, missing, and unknown verdicts", () => {
    expect(positionBias({ firstOrder: [], swappedOrder: [] })).toMatchObject({ n: 0, p: 1, consistency: { value: null, why: "no-units" } });
    expect(positionBias({ firstOrder: ["A", null], swappedOrder: ["A", "B"] }).n).toBe(1);
    expect(positionBias({ firstOrder: ["A", "B"], swappedOrder: ["A", undefined as never] }).n).toBe(1);
    expect(() => positionBias({ firstOrder: ["C" as "A"], swappedOrder: ["A"] })).toThrow(/firstOrder: row 0: must be "A", "B", "tie"/);
    expect(() => positionBias({ firstOrder: ["A"], swappedOrder: [] })).toThrow(/swappedOrder/);
  });

  test("repetition: the share of the most frequent verdict", () => {
    expect(
      repetitionStability({
        repeats: [
          ["A", "A", "B"],
          ["tie", "tie"],
        ],
      }).value,
    ).toBeCloseTo(5 / 6, 15);
    expect(repetitionStability({ repeats: [["A"], [null, null]] })).toMatchObject({ value: null, why: "no-units" });
    // 1/2 + 3/5 + 3/5 is another double than 3/5 + 3/5 + 1/2.
    const three = ["A", "A", "A", "B", "B"];
    const repeats = [["A", "B"], three, three];
    expect(repetitionStability({ repeats }).value).toBe(repetitionStability({ repeats: repeats.toReversed() }).value);
    const gap = undefined as never;
    expect(
      repetitionStability({
        repeats: [
          ["A", gap, gap, gap, "B", "A"],
          ["A", gap],
        ],
      }),
    ).toMatchObject({ value: 2 / 3, n: 1 });
    expect(positionBias({ firstOrder: ["A", "B"], swappedOrder: ["B", "B"] }).consistency.value).toBe(0.5);
  });
});

test("repetition has the interval of a mean of items, an input's items together, within 0 and 1", () => {
  const repeats = [["A", "B"], ["A", "A"], ["B", "B", "A"], ["A"], ["tie", "tie"]];
  const shares = [1 / 2, 1, 2 / 3, null, 1];
  for (const clusters of [undefined, ["i", "i", "j", "j", "k"]]) {
    const { value, n, interval, intervalWhy } = repetitionStability({ repeats, clusters, confidence: 0.8 });
    const expected = clusteredMean({ values: shares, clusters, confidence: 0.8 });
    expect([value, n, intervalWhy]).toEqual([expected.value, 4, null]);
    expect(interval).toEqual({ ...expected.interval, high: Math.min(1, expected.interval?.high ?? 9) });
  }
  expect(repetitionStability({ repeats, clusters: [1, 1, 2, 2, 3] }).interval).toMatchObject({ high: 1, confidence: 0.95 });
  expect(
    repetitionStability({
      repeats: [
        ["A", "A"],
        ["B", "B"],
      ],
    }),
  ).toMatchObject({ value: 1, interval: null, intervalWhy: "degenerate-replicates" });
  expect(() => repetitionStability({ repeats, clusters: [1] })).toThrow(/clusters/);
});

test("p counts every item that follows the position: three to the first place and one to the second", () => {
  const result = positionBias({ firstOrder: ["A", "A", "A", "B", "A"], swappedOrder: ["B", "B", "B", "A", "A"] });
  // P(3 or more of 4 the same way) = 2 (4 + 1) / 16.
  expect(result).toMatchObject({ bothFirstPosition: 3, bothSecondPosition: 1, inconsistent: 4, n: 5 });
  expect(result.p).toBeCloseTo(10 / 16, 14);
});
