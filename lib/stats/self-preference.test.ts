import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { anchoring } from "./anchoring";
import { selfPreference, unequalOpportunity } from "./self-preference";

const own = [1, 0, 1, 1, 0, 1, 0, 1];
const other = [0, 0, -1, 0, 1, 0, 0, -1, 0, 0];

describe("self-preference", () => {
  test("independent figures of Welch's test and of unequal opportunity", () => {
    const result = selfPreference({ errorOnOwn: own, errorOnOther: other });
    expect(tolerances(result.value, 0.725)).toBeLessThanOrEqual(1);
    expect(tolerances(result.t, 2.828400433287726)).toBeLessThanOrEqual(1);
    expect(tolerances(result.df, 15.669122201065441)).toBeLessThanOrEqual(1);
    expect(tolerances(result.p, 0.01229865889059385)).toBeLessThanOrEqual(1);
    const counts = { humanOwnJudgeOwn: 45, humanOwnJudgeOther: 5, humanOtherJudgeOwn: 18, humanOtherJudgeOther: 32 };
    expect(tolerances(unequalOpportunity(counts).value, 0.26)).toBeLessThanOrEqual(1);
    expect(unequalOpportunity({ humanOwnJudgeOwn: 1, humanOwnJudgeOther: 2, humanOtherJudgeOwn: 4, humanOtherJudgeOther: 2 }).value).toBe(
      0,
    );
    expect(unequalOpportunity({ ...counts, humanOtherJudgeOwn: 0, humanOtherJudgeOther: 0 })).toMatchObject({
      value: null,
      why: "too-few",
    });
  });

  test("order and a common shift change nothing; exchanging the sides turns the sign", () => {
    const plain = selfPreference({ errorOnOwn: own, errorOnOther: other });
    expect(selfPreference({ errorOnOwn: own.toReversed(), errorOnOther: other.toReversed() })).toEqual(plain);
    expect(selfPreference({ errorOnOwn: other, errorOnOther: own }).value).toBe(-0.725);
    const moved = selfPreference({ errorOnOwn: own.map((e) => e + 2), errorOnOther: other.map((e) => e + 2) });
    expect(moved.t).toBeCloseTo(plain.t as number, 12);
  });

  test("clusters that hold both sides pair them", () => {
    const inputs = own.map((_, i) => `input ${i}`);
    const level = own.map((_, i) => 3 * (i % 4));
    const clustered = selfPreference({
      errorOnOwn: own.map((e, i) => e + (level[i] as number)),
      errorOnOther: level,
      ownClusters: inputs,
      otherClusters: inputs,
    });
    // As a paired t test of the own errors.
    expect(clustered.value).toBeCloseTo(0.625, 14);
    expect(clustered.t).toBeCloseTo(0.625 / (Math.sqrt(own.reduce((sum, e) => sum + (e - 0.625) ** 2, 0) / 7) / Math.sqrt(8)), 12);
    expect(clustered.df).toBe(7);
  });

  test("empty, single and unvarying sides", () => {
    expect(selfPreference({ errorOnOwn: [], errorOnOther: other })).toMatchObject({ value: null, why: "no-units" });
    expect(selfPreference({ errorOnOwn: [1], errorOnOther: other })).toMatchObject({ value: 1.1, intervalWhy: "too-few" });
    expect(selfPreference({ errorOnOwn: [1, 1], errorOnOther: [0, 0] })).toMatchObject({
      value: 1,
      t: null,
      intervalWhy: "degenerate-replicates",
    });
    expect(selfPreference({ errorOnOwn: [1, 0, 1], errorOnOther: [0, 0, -1] }).value).toBeCloseTo(1, 14);
  });

  test("missing errors are dropped, the confidence is passed on, and what is wrong is named", () => {
    const gaps = selfPreference({ errorOnOwn: [...own, null], errorOnOther: [null, ...other], confidence: 0.8 });
    const plain = selfPreference({ errorOnOwn: own, errorOnOther: other });
    expect(gaps.value).toBe(plain.value);
    expect(gaps.interval?.confidence).toBe(0.8);
    expect((gaps.interval?.low as number) > (plain.interval?.low as number)).toBe(true);
    expect(() => selfPreference({ errorOnOwn: ["x" as never], errorOnOther: [1] })).toThrow(/errorOnOwn/);
    expect(() => selfPreference({ errorOnOwn: [1], errorOnOther: ["x" as never] })).toThrow(/errorOnOther/);
    const oneInput = { ownClusters: [1], otherClusters: [2] };
    expect(() => selfPreference({ errorOnOwn: ["x" as never], errorOnOther: [1], ...oneInput })).toThrow(/errorOnOwn/);
    expect(() => selfPreference({ errorOnOwn: [1], errorOnOther: ["x" as never], ...oneInput })).toThrow(/errorOnOther/);
  });

  test("clusters of one side alone are not used", () => {
    const plain = selfPreference({ errorOnOwn: own, errorOnOther: other });
    expect(selfPreference({ errorOnOwn: own, errorOnOther: other, ownClusters: own.map((_, i) => i) })).toEqual(plain);
    expect(selfPreference({ errorOnOwn: own, errorOnOther: other, otherClusters: other.map((_, i) => i) })).toEqual(plain);
  });

  test("unequal opportunity counts all pairs, needs both preferences and names a count that is none", () => {
    // 3/4 of the pairs that people gave to the own output, 1/5 of the others: 0.75 - 0.2.
    const counts = { humanOwnJudgeOwn: 3, humanOwnJudgeOther: 1, humanOtherJudgeOwn: 8, humanOtherJudgeOther: 2 };
    expect(unequalOpportunity(counts)).toEqual({ value: expect.closeTo(0.55, 14), why: null, n: 14 });
    expect(unequalOpportunity({ ...counts, humanOwnJudgeOwn: 0, humanOwnJudgeOther: 0 })).toEqual({ value: null, why: "too-few", n: 10 });
    expect(unequalOpportunity({ ...counts, humanOtherJudgeOwn: 0, humanOtherJudgeOther: 0 })).toEqual({
      value: null,
      why: "too-few",
      n: 4,
    });
    expect(unequalOpportunity({ ...counts, humanOwnJudgeOwn: 0, humanOtherJudgeOther: 0 })).toEqual({ value: 0, why: null, n: 9 });
    expect(unequalOpportunity({ ...counts, humanOwnJudgeOther: 0, humanOtherJudgeOwn: 0 })).toEqual({ value: 0, why: null, n: 5 });
    // As often won as lost is no reason to be undefined.
    expect(unequalOpportunity({ humanOwnJudgeOwn: 2, humanOwnJudgeOther: 2, humanOtherJudgeOwn: 3, humanOtherJudgeOther: 3 }).value).toBe(
      0,
    );
    for (const name of Object.keys(counts)) expect(() => unequalOpportunity({ ...counts, [name]: 0.5 })).toThrow(new RegExp(`^${name}\\b`));
  });
});

describe("anchoring", () => {
  test("give the reference figures of two arms", () => {
    const { arm_draft, arm_no_draft, expected } = readOracles().anchoring[0] ?? {};
    const result = anchoring({ drafted: arm_draft, blind: arm_no_draft });
    const pairs: [number | null | undefined, number][] = [
      [result.difference.value, expected.mean_difference.value],
      [result.difference.t, expected.welch.t],
      [result.difference.df, expected.welch.df],
      [result.difference.p, expected.welch.p_two_sided],
      [result.difference.interval?.low, expected.welch.ci95[0]],
      [result.difference.interval?.high, expected.welch.ci95[1]],
      [result.mannWhitneyU, expected.mann_whitney_U],
      [result.probabilityOfSuperiority, expected.probability_of_superiority.value],
      [result.cliffsDelta, expected.cliffs_delta.value],
    ];
    for (const [actual, wanted] of pairs) expect(tolerances(actual, wanted)).toBeLessThanOrEqual(1);
  });

  test("arms: order, exchange, clusters of one, empty arms", () => {
    const drafted = [4, 4, 5, 4, 3];
    const blind = [3, 4, 4, 2];
    const plain = anchoring({ drafted, blind });
    expect(anchoring({ drafted: drafted.toReversed(), blind: blind.toReversed() })).toEqual(plain);
    expect(anchoring({ drafted: blind, blind: drafted }).cliffsDelta).toBe(-(plain.cliffsDelta as number));
    const clustered = anchoring({ drafted, blind, draftedClusters: [1, 2, 3, 4, 5], blindClusters: [6, 7, 8, 9] }).clustered;
    expect(clustered).toMatchObject({ value: plain.difference.value, df: 8 });
    expect(anchoring({ drafted: [], blind })).toMatchObject({ mannWhitneyU: null, difference: { value: null, why: "no-units" } });
    expect(anchoring({ drafted: [4, 5], blind: [3, 4] }).probabilityOfSuperiority).toBe(0.875);
  });

  test("arms: counts, missing values, and clusters only where both arms have them", () => {
    const result = anchoring({ drafted: [4, null, 5], blind: [3, 4, null, 3], confidence: 0.9 });
    // Of six pairs, five are won by the drafted value and one is tied.
    expect(result).toMatchObject({ mannWhitneyU: 5.5, probabilityOfSuperiority: 5.5 / 6, cliffsDelta: 5 / 6, draftedN: 2, blindN: 3 });
    expect(result.clustered).toBeNull();
    expect(result.difference.interval?.confidence).toBe(0.9);
    const half = { drafted: [4, 5], blind: [3, 4] };
    expect(anchoring({ ...half, draftedClusters: [1, 2] }).clustered).toBeNull();
    expect(anchoring({ ...half, blindClusters: [1, 2] }).clustered).toBeNull();
    expect(anchoring({ drafted: [1], blind: [] })).toMatchObject({
      probabilityOfSuperiority: null,
      cliffsDelta: null,
      draftedN: 1,
      blindN: 0,
    });
    expect(() => anchoring({ drafted: ["x" as never], blind: [1] })).toThrow(/^drafted\b/);
    expect(() => anchoring({ drafted: [1], blind: ["x" as never] })).toThrow(/^blind\b/);
    const clusters = { draftedClusters: [1], blindClusters: [2] };
    expect(() => anchoring({ drafted: [1], blind: [1], draftedClusters: [1, 2], blindClusters: [2] })).toThrow(/2 labels for 1/);
    expect(() => anchoring({ drafted: [1], blind: [1], ...clusters, blindClusters: [2, 3] })).toThrow(/2 labels for 1/);
  });
});
