import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { criteriaConsistency, lexicalCriteriaConsistency } from "./criteria-consistency";
import { distributionDistance } from "./distribution";

const first = [5, 10, 25, 40, 20];
const second = [1, 3, 16, 50, 30];

describe("distributions", () => {
  test("give the reference distances", () => {
    const { human_counts, llm_counts, expected } = readOracles().distribution_distance[0] ?? {};
    const result = distributionDistance({ first: human_counts, second: llm_counts });
    expect(tolerances(result.jensenShannonBits.value, expected.jensen_shannon_divergence_bits.value)).toBeLessThanOrEqual(1);
    expect(tolerances(result.jensenShannonDistance.value, expected.jensen_shannon_distance)).toBeLessThanOrEqual(1);
    expect(tolerances(result.wasserstein.value, expected.wasserstein1_scale_points.value)).toBeLessThanOrEqual(1);
    expect(tolerances(result.totalVariation.value, expected.total_variation.value)).toBeLessThanOrEqual(1);
  });

  test("are alike from both sides, do not depend on the sample's size, and stretch with the scale", () => {
    const plain = distributionDistance({ first, second });
    const exchanged = distributionDistance({ first: second, second: first });
    expect(exchanged.wasserstein.value).toBe(plain.wasserstein.value);
    expect(exchanged.jensenShannonBits.value).toBeCloseTo(plain.jensenShannonBits.value as number, 15);
    expect(distributionDistance({ first: first.map((c) => 3 * c), second }).jensenShannonBits.value).toBeCloseTo(
      plain.jensenShannonBits.value as number,
      15,
    );
    expect(distributionDistance({ first, second, scale: [0, 25, 50, 75, 100] }).wasserstein.value).toBeCloseTo(
      25 * (plain.wasserstein.value as number),
      12,
    );
    expect(distributionDistance({ first, second: first }).wasserstein.value).toBe(0);
    expect(distributionDistance({ first: [1, 0], second: [0, 1] })).toMatchObject({
      jensenShannonBits: { value: 1 },
      totalVariation: { value: 1 },
    });
    expect(distributionDistance({ first: [5, 5], second: [0, 10] }).wasserstein.value).toBe(0.5);
  });

  test("empty sides and refused counts", () => {
    expect(distributionDistance({ first: [0, 0], second: [1, 1] }).wasserstein).toMatchObject({ value: null, why: "no-units" });
    expect(() => distributionDistance({ first: [1], second: [1, 2] })).toThrow(/second: has 2 counts/);
    expect(() => distributionDistance({ first: [-1], second: [1] })).toThrow(/first: row 0/);
    for (const scale of [
      [2, 1],
      [2, 2],
    ]) {
      // biome-ignore format: short
      expect(() => distributionDistance({ first: [1, 2], second: [1, 2], scale })).toThrow("scale: row 1: values must rise");
    }
    expect(() => distributionDistance({ first: [1, 2], second: [1, 2], scale: [1] })).toThrow("scale: has 1 values for 2 counts");
    expect(() => distributionDistance({ first: [], second: [], scale: [] })).toThrow("scale: must have at least one value");
    expect(() => distributionDistance({ first: [1], second: [1], scale: ["x" as never] })).toThrow(/^scale: row 0/);
    expect(() => distributionDistance({ first: [1], second: [0.5] })).toThrow("second: row 0: must be a whole number from 0, got 0.5");
    const none = { value: null, why: "no-units", n: 0 };
    for (const empty of [[], [0, 0]])
      expect(distributionDistance({ first: empty, second: empty })).toEqual({
        ...{ firstN: 0, secondN: 0, jensenShannonBits: none, jensenShannonDistance: none, wasserstein: none, totalVariation: none },
      });
    expect(distributionDistance({ first: [1, 4], second: [0, 0] }).wasserstein).toEqual({ value: null, why: "no-units", n: 5 });
    expect(distributionDistance({ first: [1, 4], second: [2, 0] }).wasserstein).toEqual({ value: 0.8, why: null, n: 7 });
  });
});

describe("criteria consistency", () => {
  test("leaves empty lists out, and names what it cannot read", () => {
    const samples = [[[1, 0]], [], [[0, 1]]]; // biome-ignore format: one row
    expect(criteriaConsistency({ reference: [[1, 0]], samples })).toEqual({
      ...{ cc: { value: 0.5, why: null, n: 2 }, icc: { value: 0, why: null, n: 1 }, basis: "embeddings" },
    });
    const wrong = "x" as never;
    expect(() => criteriaConsistency({ reference: [], samples: wrong })).toThrow('samples: must be an array of lists, got "x"');
    expect(() => criteriaConsistency({ reference: wrong, samples: [] })).toThrow('reference: must be an array of vectors, got "x"');
    expect(() => criteriaConsistency({ reference: [], samples: [[[1, wrong]]] })).toThrow(/^samples\[0\]\[0\]: row 1/);
    expect(() => lexicalCriteriaConsistency({ reference: [], samples: wrong })).toThrow('samples: must be an array of lists, got "x"');
    expect(() => lexicalCriteriaConsistency({ reference: wrong, samples: [] })).toThrow('reference: must be an array of texts, got "x"');
    expect(() => lexicalCriteriaConsistency({ reference: [], samples: [["a"], [3 as never]] })).toThrow(
      "samples[1]: row 0: must be a text, got 3",
    );
  });

  const reference = [
    [1, 0],
    [0, 1],
  ];

  test("by hand: each criterion with its nearest counterpart, both ways", () => {
    const diagonal = [[1, 1]];
    const { cc, icc } = criteriaConsistency({ reference, samples: [reference, diagonal] });
    expect(cc.value).toBeCloseTo((1 + Math.SQRT1_2) / 2, 15);
    expect(icc).toMatchObject({ value: expect.closeTo(Math.SQRT1_2, 15), n: 1 });
  });

  test("order of lists and criteria, and the vectors' lengths, change nothing", () => {
    const samples = [
      [
        [1, 2],
        [3, 1],
      ],
      [[2, 1]],
      [
        [0, 1],
        [1, 1],
        [4, 1],
      ],
    ];
    const plain = criteriaConsistency({ reference, samples });
    expect(
      criteriaConsistency({ reference: reference.toReversed(), samples: samples.toReversed().map((list) => list.toReversed()) }),
    ).toEqual(plain);
    const longer = criteriaConsistency({ reference, samples: samples.map((list) => list.map((vector) => vector.map((x) => 1e200 * x))) });
    expect(longer.cc.value).toBeCloseTo(plain.cc.value as number, 14);
    expect(longer.icc.value).toBeCloseTo(plain.icc.value as number, 14);
  });

  test("too few lists, and vectors without direction", () => {
    expect(criteriaConsistency({ reference, samples: [] })).toMatchObject({ cc: { value: null, why: "too-few" }, icc: { value: null } });
    expect(criteriaConsistency({ reference: [], samples: [reference, reference] })).toMatchObject({
      cc: { value: null },
      icc: { value: 1 },
    });
    expect(() => criteriaConsistency({ reference, samples: [[[0, 0]]] })).toThrow(/samples\[0\]: row 0/);
    expect(() => criteriaConsistency({ reference, samples: [[[1, 0, 0]]] })).toThrow(/3 dimensions, not 2/);
    expect(criteriaConsistency({ reference: [[1, 0]], samples: [[[1, 0]], [[0, 1]]] }).cc.value).toBe(0.5);
  });

  test("the lexical fallback says what it is, and reads words in any script", () => {
    const result = lexicalCriteriaConsistency({ reference: ["Clear language"], samples: [["Clear language"], ["clear words"]] });
    expect(result).toMatchObject({ basis: "lexical", icc: { value: expect.closeTo(0.5, 15) } });
    expect(lexicalCriteriaConsistency({ reference: ["Länge ÄHNLICH"], samples: [["ähnlich länge"]] }).cc.value).toBeCloseTo(1, 15);
    expect(() => lexicalCriteriaConsistency({ reference: ["…"], samples: [] })).toThrow(/row 0: has no words/);
  });
});
