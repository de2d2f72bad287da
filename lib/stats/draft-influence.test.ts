import { describe, expect, test } from "vitest";
import { draftInfluence, majorityOf } from "./draft-influence";
import { wilson } from "./wilson";

// One unit for each way a draft L, a blind score H and a final F can lie to the majority G = 4 of the others.
const units = [
  { draft: 3, blind: 4, final: 4 }, // wrong draft, knew better, corrected
  { draft: 3, blind: 4, final: 3 }, // wrong draft, knew better, kept
  { draft: 3, blind: 2, final: 2 }, // wrong draft, wrong alone, left the draft
  { draft: 3, blind: 2, final: 3 }, // wrong draft, wrong alone, kept
  { draft: 4, blind: 2, final: 2 }, // right draft, wrong alone, stayed
  { draft: 4, blind: 2, final: 4 }, // right draft, wrong alone, removed the outlier
  { draft: 4, blind: 4, final: 5 }, // right draft, right alone, moved away
];
const column = (key: "draft" | "blind" | "final"): number[] => units.map((unit) => unit[key]);
const others = units.map(() => [4, 4, 1]);
const input = { draft: column("draft"), final: column("final"), others };

describe("what a draft does to people", () => {
  test("with a blind score: the four rates by their definition", () => {
    const result = draftInfluence({ ...input, blind: column("blind") });
    expect(result).toMatchObject({
      definition: "blind-score",
      n: 7,
      correction: { value: 0.5, count: 1, n: 2 },
      scrutiny: { value: 0.5, count: 1, n: 2 },
      subjectivity: { value: 0.5, count: 1, n: 2 },
      outlierRemoved: { value: 0.5, count: 1, n: 2 },
    });
    expect(result.correction.interval?.method).toBe("wilson");
  });

  test("draft only: the three rates that need no blind score", () => {
    expect(draftInfluence(input)).toMatchObject({
      definition: "draft-only",
      correction: { count: 1, n: 4 },
      scrutiny: { count: 2, n: 4 },
      subjectivity: { count: 2, n: 3 },
      outlierRemoved: null,
    });
  });

  test("order and relabelling change nothing", () => {
    const plain = draftInfluence({ ...input, blind: column("blind") });
    const turned = {
      draft: column("draft").toReversed(),
      final: column("final").toReversed(),
      blind: column("blind").toReversed(),
      others,
    };
    expect(draftInfluence(turned)).toEqual(plain);
    const name = (scores: number[]): number[] => scores.map((score) => 100 - 3 * score);
    expect(
      draftInfluence({
        draft: name(column("draft")),
        final: name(column("final")),
        blind: name(column("blind")),
        others: others.map(name),
      }),
    ).toEqual(plain);
  });

  test("tied majorities and gaps are left out and counted", () => {
    const result = draftInfluence({ draft: [3, 3, null, 3], final: [4, 4, 4, 4], others: [[4, 5], [4, 4], [4], [null]] });
    expect(result).toMatchObject({
      n: 1,
      tiedMajorities: 1,
      correction: { value: 1, n: 1 },
      subjectivity: { value: null, why: "no-units" },
    });
    expect(majorityOf([1, 2, 2])).toBe(2);
    expect(majorityOf([])).toBeNull();
    expect(draftInfluence({ draft: [], final: [], others: [] }).correction).toMatchObject({ value: null, why: "no-units" });
    expect(() => draftInfluence({ draft: [1], final: [1], others: [] })).toThrow(/others/);
    expect(
      draftInfluence({
        draft: [3, 3],
        final: [4, 3],
        others: [
          [4, 4],
          [4, 4],
        ],
      }).correction.value,
    ).toBe(0.5);
  });

  test("each rate counts its own units, with its own share", () => {
    // The majority is 4. By draft and blind score, the final scores:
    const groups = [
      { draft: 3, blind: 4, finals: [4, 4, 3, 3, 5] },
      { draft: 3, blind: 2, finals: [2, 2, 4, 3, 3, 3, 3] },
      { draft: 4, blind: 2, finals: [2, 4, 4, 4, 4, 5] },
      { draft: 4, blind: 4, finals: [4, 5, 5] },
    ];
    const all = groups.flatMap(({ finals, ...group }) => finals.map((final) => ({ ...group, final })));
    const of = (key: "draft" | "blind" | "final") => all.map((unit) => unit[key]);
    const given = { draft: of("draft"), final: of("final"), others: all.map(() => [4, 4, 1]) };
    const seen = draftInfluence({ ...given, blind: of("blind"), confidence: 0.8 });
    expect(seen).toMatchObject({
      ...{ n: 21, tiedMajorities: 0 },
      correction: { count: 2, n: 5, value: 2 / 5 },
      scrutiny: { count: 3, n: 7, value: 3 / 7 },
      subjectivity: { count: 1, n: 6, value: 1 / 6 },
      outlierRemoved: { count: 4, n: 6, value: 4 / 6 },
    });
    expect(seen.scrutiny.interval).toEqual(wilson({ successes: 3, n: 7, confidence: 0.8 }).interval);
    expect(draftInfluence(given)).toMatchObject({
      ...{ n: 21, tiedMajorities: 0 },
      correction: { count: 3, n: 12 },
      scrutiny: { count: 6, n: 12 },
      subjectivity: { count: 4, n: 9 },
    });
  });

  test("a unit without one of its scores is left out, and what cannot be read is named", () => {
    const given = { draft: [3, 3, 3, 3], final: [4, null, 4, 4], others: [[4], [4], [4], []], blind: [4, 4, null, 4] };
    expect(draftInfluence(given)).toMatchObject({ n: 1, tiedMajorities: 0, correction: { count: 1, n: 1 } });
    expect(majorityOf([1, 2])).toBeNull();
    expect([majorityOf([4, 4, 5, 5, 6]), majorityOf([4, 4, 5, 5, 5]), majorityOf([6, 5, 4, 5, 4, 4])]).toEqual([null, 5, 4]);
    expect([majorityOf([0, -0, 1]), majorityOf([-0, 0, 1])]).toEqual([0, 0]);
    const one = { draft: [1], final: [1], others: [[1]], blind: [1] };
    expect(() => draftInfluence({ ...one, draft: ["x" as never] })).toThrow(/^draft: row 0/);
    expect(() => draftInfluence({ ...one, final: ["x" as never] })).toThrow(/^final: row 0/);
    expect(() => draftInfluence({ ...one, blind: ["x" as never] })).toThrow(/^blind: row 0/);
    expect(() => draftInfluence({ ...one, others: [["x" as never]] })).toThrow(/^others\[0\]: row 0/);
    expect(() => draftInfluence({ ...one, others: "4" as never })).toThrow("others: must be an array with the other raters' scores");
    expect(() => draftInfluence({ ...one, final: [] })).toThrow(/^final: has 0 values where draft has 1/);
    expect(() => draftInfluence({ ...one, others: [] })).toThrow(/^others: has 0 values where draft has 1/);
    expect(() => draftInfluence({ ...one, blind: [1, 2] })).toThrow(/^blind: has 2 values where draft has 1/);
  });
});
