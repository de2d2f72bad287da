import { describe, expect, test } from "vitest";
import { tolerances } from "../testing/oracles";
import { partialSpearman } from "./partial-spearman";
import { spearman } from "./spearman";
import { verbosity } from "./verbosity";

const length = [120, 80, 300, 150, 60, 400, 220, 90, 510, 130, 270, 75];
const human = [3, 2, 4, 3, 2, 4, 3, 3, 4, 3, 4, 2];
const judge = [3, 2, 5, 3, 1, 5, 4, 2, 5, 3, 4, 2];

describe("verbosity and partial Spearman", () => {
  test("independent figures of twelve outputs", () => {
    const result = verbosity({ length, human, judge });
    const close = (actual: number | null | undefined, expected: number): void =>
      expect(tolerances(actual, expected)).toBeLessThanOrEqual(1);
    close(result.judgeLength.value, 0.9770084209183945);
    close(result.humanLength.value, 0.9386793281621159);
    close(result.partial.value, 0.8528512545155755);
    close(result.slope.value, 0.8436693472540273);
    close(result.slope.standardError, 0.18208275698701437);
    close(result.slope.t, 4.633438998917374);
    close(result.slope.p, 0.0009312725554490599);
    close(result.perDoubling, 0.5847870293739784);
    expect(result.slope.df).toBe(10);
  });

  test("order changes nothing; a longer unit of length only moves the line", () => {
    const plain = verbosity({ length, human, judge });
    const turned = verbosity({ length: length.toReversed(), human: human.toReversed(), judge: judge.toReversed() });
    expect(turned.perDoubling).toBeCloseTo(plain.perDoubling as number, 13);
    expect(turned.partial.value).toBeCloseTo(plain.partial.value as number, 13);
    expect(turned.partial.interval?.low).toBeCloseTo(plain.partial.interval?.low as number, 10);
    expect(verbosity({ length: length.map((l) => 7 * l), human, judge }).slope.value).toBeCloseTo(plain.slope.value as number, 13);
  });

  test("the partial correlation is the plain one when the third says nothing, and none when it says all", () => {
    const x = [1, 2, 3, 4];
    const result = partialSpearman({ x, y: [1, 3, 2, 4], given: [1, 4, 4, 1] });
    expect(result.xGiven).toBe(0);
    expect(result.value).toBeCloseTo(spearman({ x, y: [1, 3, 2, 4] }).value as number, 14);
    expect(partialSpearman({ x, y: [1, 3, 2, 4], given: x })).toMatchObject({ value: null, why: "not-identifiable" });
  });

  test("lengths of one cluster are not independent, and labels must fit the rows", () => {
    // ln(length) 1 to 5 and errors 2 4 5 4 5: (x - 3) residual sums to 1, 0 and -1 in the clusters, so se^2 = 3/2 * 2 / 10^2.
    const input = { length: [1, 2, 3, 4, 5].map(Math.exp), human: [0, 0, 0, 0, 0], judge: [2, 4, 5, 4, 5] };
    const { slope } = verbosity({ ...input, clusters: ["a", "a", "b", "c", "c"] });
    expect(slope.value).toBeCloseTo(0.6, 12);
    expect(slope.standardError).toBeCloseTo(Math.sqrt(0.03), 12);
    expect(slope.df).toBe(2);
    expect(() => verbosity({ ...input, clusters: ["a"] })).toThrow("clusters: has 1 labels for 5 units");
  });

  test("edges", () => {
    expect(verbosity({ length: [1, 2, null], human: [1, 1, 1], judge: [1, 2, 3] })).toMatchObject({
      n: 2,
      slope: { intervalWhy: "too-few" },
      partial: { why: "too-few" },
    });
    expect(verbosity({ length: [5, 5, 5], human: [1, 2, 3], judge: [1, 2, 3] })).toMatchObject({
      slope: { why: "constant-input" },
      perDoubling: null,
    });
    expect(() => verbosity({ length: [0], human: [1], judge: [1] })).toThrow(/length: row 0: must be above 0/);
    expect(partialSpearman({ x: [1, 1, 1, 1], y: [1, 2, 3, 4], given: [1, 3, 2, 4] }).why).toBe("constant-input");
  });

  test("examples", () => {
    expect(verbosity({ length: [10, 20, 40], human: [3, 3, 3], judge: [2, 3, 4] }).perDoubling).toBeCloseTo(1, 14);
    expect(partialSpearman({ x: [1, 2, 3, 4], y: [1, 3, 2, 4], given: [1, 2, 4, 3] }).value).toBeCloseTo(0.8728715609439696, 14);
  });
});
