import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { altTest } from "./alt-test";
import { altTestDifference } from "./alt-test-difference";
import { encodeRatings } from "./encoded-ratings";
import { seededRandom } from "./random";

interface AltCase {
  scoring: string;
  epsilon: number;
  winning_rate: { value: number };
  advantage_probability: { value: number };
  per_human: { human: string; n: number; rho_llm: number; rho_human: number; p: number; rejected: boolean }[];
}

const random = seededRandom(11);
const judge = Array.from({ length: 60 }, () => 1 + random.int(5));
const ratings = judge.map((score) => [0, 1, 2].map(() => Math.min(5, Math.max(1, score + random.int(3) - 1))));

describe("alternative-annotator test", () => {
  test("gives the reference figures for accuracy and error at three epsilons", () => {
    const own = readOracles().alt_test.own;
    const units = Object.keys(own.llm);
    const annotatorIds = Object.keys(own.humans);
    const input = {
      ratings: units.map((unit) => annotatorIds.map((id) => own.humans[id][unit] ?? null)),
      judge: units.map((unit) => own.llm[unit]),
      annotatorIds,
    };
    for (const expected of own.cases as AltCase[]) {
      const result = altTest({ ...input, score: expected.scoring === "accuracy" ? "accuracy" : "rmse", epsilon: expected.epsilon });
      expect(result.winningRate).toBe(expected.winning_rate.value);
      expect(tolerances(result.advantageProbability, expected.advantage_probability.value)).toBeLessThanOrEqual(1);
      expected.per_human.forEach((human, i) => {
        const mine = result.perAnnotator[i];
        expect(mine).toMatchObject({ id: human.human, n: human.n, rejected: human.rejected, eligible: true });
        expect(tolerances(mine?.rhoJudge, human.rho_llm)).toBeLessThanOrEqual(1);
        expect(tolerances(mine?.rhoHuman, human.rho_human)).toBeLessThanOrEqual(1);
        expect(tolerances(mine?.p, human.p)).toBeLessThanOrEqual(1);
      });
    }
  });

  test("without variance the mean decides: below epsilon rejected, equal undecided, above not", () => {
    const same = { ratings: Array.from({ length: 30 }, () => [1, 1, 1]), judge: Array.from({ length: 30 }, () => 1) };
    expect(altTest({ ...same, epsilon: 0.2 })).toMatchObject({ winningRate: 1, advantageProbability: 1, passed: true });
    expect(altTest({ ...same, epsilon: 0 }).perAnnotator[0]).toMatchObject({ p: null, rejected: false });
    const wrong = altTest({ ...same, judge: Array.from({ length: 30 }, () => 2), epsilon: 0.2 });
    expect(wrong.perAnnotator.map((each) => each.p)).toEqual([1, 1, 1]);
    expect(wrong).toMatchObject({ winningRate: 0, passed: false });
  });

  test("without an annotator with enough units there is no result, rather than zero", () => {
    const result = altTest({ ratings: [[1, 2, 3]], judge: [1] });
    expect(result).toMatchObject({ winningRate: null, advantageProbability: null, passed: null, why: "no-eligible-annotators" });
    expect(result.perAnnotator[0]).toMatchObject({ eligible: false, p: null, n: 1 });
    expect(altTest({ ratings: [], judge: [] })).toMatchObject({ n: 0, why: "no-eligible-annotators", perAnnotator: [] });
  });

  test("one annotator short of units is left out of the rate and of the correction", () => {
    const short = ratings.map((row, unit) => [...row, unit < 5 ? 3 : null]);
    const result = altTest({ ratings: short, judge });
    expect(result.perAnnotator[3]).toMatchObject({ eligible: false, n: 5, rejected: false });
    expect(result.winningRate).not.toBeNull();
  });

  test("errors that tie on paper tie here, at any decimal step", () => {
    const tenths = (row: readonly number[]): number[] => row.map((score) => score / 10);
    const whole = altTest({ ratings, judge, score: "rmse" });
    const scaled = altTest({ ratings: ratings.map(tenths), judge: tenths(judge), score: "rmse" });
    expect(scaled.perAnnotator).toEqual(whole.perAnnotator);
    const thirds = altTest({ ratings: ratings.map((row) => row.map((x) => x / 3)), judge: judge.map((x) => x / 3), score: "rmse" });
    expect(thirds.perAnnotator).toEqual(whole.perAnnotator);
  });

  test("does not depend on the order of units, or on how labels are written", () => {
    const order = judge.map((_, i) => (i * 7) % judge.length);
    const moved = altTest({ ratings: order.map((i) => ratings[i] ?? []), judge: order.map((i) => judge[i]) });
    expect(moved.perAnnotator).toEqual(altTest({ ratings, judge }).perAnnotator);
    const words = altTest({ ratings: ratings.map((row) => row.map((x) => `level ${x}`)), judge: judge.map((x) => `level ${x}`) });
    expect(words.perAnnotator).toEqual(altTest({ ratings, judge }).perAnnotator);
  });

  test("clusters of one unit change nothing; repeated units in clusters do not add certainty", () => {
    const single = altTest({ ratings, judge, clusters: judge.map((_, i) => i) });
    const plain = altTest({ ratings, judge });
    expect(single.perAnnotator).toEqual(plain.perAnnotator);
    const twice = altTest({
      ratings: [...ratings, ...ratings],
      judge: [...judge, ...judge],
      clusters: [...judge, ...judge].map((_, i) => i % 60),
    });
    twice.perAnnotator.forEach((each, i) => {
      expect(each.p).toBeCloseTo(plain.perAnnotator[i]?.p as number, 12);
    });
  });

  test("reads codes as it reads ratings, where most of many annotators have rated nothing", () => {
    const drawn = seededRandom(12);
    const sparse = judge.map((score) =>
      Array.from({ length: 9 }, (_, annotator) => (drawn.int(3) === 0 ? score + drawn.int(2 + annotator) / 2 : null)),
    );
    const clusters = judge.map((_, unit) => unit >> 1);
    for (const score of ["accuracy", "rmse"] as const) {
      const shared = { judge: judge.map((one, unit) => (unit % 11 === 0 ? null : one)), clusters, score, minUnits: 15 };
      const expected = altTest({ ...shared, ratings: sparse });
      expect(altTest({ ...shared, ratings: encodeRatings({ ratings: sparse }) })).toEqual(expected);
      expect(new Set(expected.perAnnotator.map(({ rhoJudge }) => rhoJudge)).size).toBeGreaterThan(4);
    }
    const others = judge.map((score) => 6 - score);
    const input = { a: judge, b: others, score: "rmse" as const, minUnits: 15 };
    const difference = altTestDifference({ ...input, ratings: sparse });
    expect(altTestDifference({ ...input, ratings: encodeRatings({ ratings: sparse }) })).toEqual(difference);
    expect(difference.value).toBeGreaterThan(0);
    const few = encodeRatings({ ratings: [[1, 2]] });
    expect(() => altTest({ ratings: few, judge: [1, 2] })).toThrow("judge: has 2 values for 1 units");
    expect(() => altTestDifference({ ratings: few, a: [1], b: [1, 2] })).toThrow("b: has 2 values for 1 units");
    expect(() => altTest({ ratings: { ...few, codes: Uint8Array.of(1, 3) }, judge: [1] })).toThrow(
      "ratings: row 0, column 1: code 3 has no value",
    );
  });

  test("refuses what it cannot read, naming the row", () => {
    expect(() => altTest({ ratings: [["a", "b"]], judge: ["a"], score: "rmse" })).toThrow(/ratings: row 0/);
    expect(() => altTest({ ratings: [[1, Infinity]], judge: [1] })).toThrow(/row 0/);
    expect(() => altTest({ ratings: [[1, 2]], judge: [1, 2] })).toThrow(/judge: has 2 values for 1 units/);
    expect(() => altTest({ ratings: [[1, 2]], judge: [1], epsilon: Number.NaN })).toThrow(/epsilon/);
  });

  test("its example", () => {
    const result = altTest({ ratings: [[1, 1, 1], [2, 2, 1]], judge: [1, 2], minUnits: 2 }); // biome-ignore format: as in the doc
    expect(result.advantageProbability).toBe(1);
  });
});
