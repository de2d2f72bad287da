import { describe, expect, test } from "vitest";
import { correlate } from "./correlation";
import { kendall } from "./kendall";
import { seededRandom } from "./random";

const numbers = ({ tauA, tauB, tauC, gamma, untiedShare }: ReturnType<typeof kendall>) => [
  ...[tauA, tauB, tauC, gamma].map(({ value }) => value),
  untiedShare,
];
const whys = ({ tauA, tauB, tauC, gamma }: ReturnType<typeof kendall>) => [tauA, tauB, tauC, gamma].map(({ why }) => why);

describe("Kendall's coefficients", () => {
  test("by hand, with a tie on one side", () => {
    // In order (1,2) (1,3) (1,4), against it (2,3) (2,4), tied (3,4); three distinct values at least on each side.
    const result = kendall({ x: [1, 2, 3, 4], y: [1, 3, 2, 2] });
    expect(numbers(result)).toEqual([1 / 6, expect.closeTo(1 / Math.sqrt(30), 14), (2 * 3) / (16 * 2), 1 / 5, 5 / 6]);
    expect(whys(result)).toEqual([null, null, null, null]);
    expect([result.n, ...[result.tauA, result.tauB, result.tauC, result.gamma].map(({ n }) => n)]).toEqual([4, 4, 4, 4, 4]);
    expect(numbers(kendall({ x: [1, 2, 3, 4], y: [2, 4, 1, 3] }))).toEqual([0, 0, 0, 0, 1]);
    expect(numbers(kendall({ x: [1, 2], y: [4, 3] }))).toEqual([-1, -1, -1, -1, 1]);
  });

  test("of a constant side only tau-a is defined, of fewer than two pairs none", () => {
    for (const [x, y] of [
      [
        [1, 2],
        [3, 3],
      ],
      [
        [2, 2, 2],
        [1, 5, 3],
      ],
    ] as const) {
      expect(numbers(kendall({ x, y }))).toEqual([0, null, null, null, 0]);
      expect(whys(kendall({ x, y }))).toEqual([null, "constant-input", "constant-input", "constant-input"]);
    }
    for (const x of [[], [1], [1, null]]) {
      const result = kendall({ x, y: [3, 4].slice(0, x.length) });
      expect(numbers(result)).toEqual([null, null, null, null, null]);
      expect(whys(result)).toEqual(["too-few", "too-few", "too-few", "too-few"]);
    }
  });

  test("tau-b has the interval of correlations, and none where none is wanted", () => {
    const random = seededRandom(8);
    const x = Array.from({ length: 5000 }, () => random.int(40) / 8);
    const y = x.map((score) => score + random.int(60) / 16);
    for (const length of [12, 5000]) {
      const columns = { x: x.slice(0, length), y: y.slice(0, length) };
      const { value, why, n, interval, intervalWhy } = correlate(columns).kendallTauB;
      expect(kendall(columns).tauB).toEqual({ value, why, n, interval, intervalWhy });
      expect(interval).not.toBeNull();
      expect(kendall({ ...columns, interval: "none" }).tauB).toEqual({ value, why, n, interval: null, intervalWhy: "not-requested" });
    }
  });

  test("many pairs say why there is no value as few do, and refuse as few do", () => {
    const y = Array.from({ length: 5000 }, (_, i) => i / 7);
    const x = y.map(() => 0.5);
    const result = kendall({ x, y, interval: "none" });
    expect(numbers(result)).toEqual([0, null, null, null, 0]);
    expect(result.tauB).toEqual({ value: null, why: "constant-input", n: 5000, interval: null, intervalWhy: "not-requested" });
    expect(() => kendall({ x, y, interval: "none", confidence: 2 })).toThrow(/confidence/);
    expect(() => kendall({ x, y: y.slice(1), interval: "none" })).toThrow(/y: has 4999 values where x has 5000/);
    expect(() => kendall({ x, y, clusters: ["a", "b"], interval: "none" })).toThrow(/clusters: has 2 labels for 5000 units/);
  });
});
