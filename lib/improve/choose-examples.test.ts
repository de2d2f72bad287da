import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseExamples, type RedlinedUnit } from "./choose-examples";

const criteria = [
  { id: "clear", name: "Clear", min: 1, max: 5 },
  { id: "true", name: "True", min: 0, max: 10 },
];
const unit = (some: Partial<RedlinedUnit> & { sampleId: string }): RedlinedUnit => ({
  input: some.sampleId,
  criterionId: "clear",
  people: [{ annotatorId: "ada", score: 3 }],
  sampleInput: "Why?",
  output: "Because.",
  reference: null,
  wording: "It says why.",
  edits: 1,
  judgeScore: 4,
  ...some,
});
const choose = (units: RedlinedUnit[], tokenBudget = 100, cost = 10) =>
  chooseExamples(units, criteria, { tokenBudget, cost: () => cost }).map(({ sampleId }) => sampleId);

const anyUnit = fc.record({
  sampleId: fc.constantFrom("s1", "s2", "s3", "s4", "s5", "s6", "s7"),
  input: fc.constantFrom("i1", "i2", "i3", "i4"),
  criterionId: fc.constantFrom("clear", "true", "unknown"),
  people: fc.array(fc.record({ annotatorId: fc.constantFrom("a", "b"), score: fc.integer({ min: 1, max: 5 }) }), { maxLength: 3 }),
  sampleInput: fc.string(),
  output: fc.string({ maxLength: 60 }),
  reference: fc.constant(null),
  wording: fc.constantFrom("", "Clear.", "Wrong in one place."),
  edits: fc.nat(3),
  judgeScore: fc.option(fc.integer({ min: 1, max: 5 })),
});

describe("the chosen examples", () => {
  test("fit the budget, were edited, and have a score that somebody gave without a draft", () => {
    fc.assert(
      fc.property(fc.array(anyUnit, { maxLength: 25 }), fc.nat(120), (units, tokenBudget) => {
        const cost = ({ output }: { output: string }) => output.length + 5;
        const chosen = chooseExamples(units, criteria, { tokenBudget, cost });
        expect(chosen.reduce((sum, example) => sum + cost(example), 0)).toBeLessThanOrEqual(tokenBudget);
        const sources = chosen.map((example) =>
          units.filter((one) => one.sampleId === example.sampleId && one.wording === example.wording && one.edits > 0),
        );
        for (const [at, own] of sources.entries()) {
          expect(own.some(({ people }) => people.some(({ score }) => score === chosen[at]?.score))).toBe(true);
        }
        expect(chosen.every(({ wording }) => wording !== "")).toBe(true);
      }),
    );
  });

  test("are the same whatever the order of the units", () => {
    fc.assert(
      fc.property(fc.array(anyUnit, { maxLength: 12 }), (units) => {
        const options = { tokenBudget: 100, cost: () => 30 };
        expect(chooseExamples(units.toReversed(), criteria, options)).toEqual(chooseExamples(units, criteria, options));
      }),
    );
  });

  test("have one of each input", () => {
    expect(choose([unit({ sampleId: "a", input: "one" }), unit({ sampleId: "b", input: "one" }), unit({ sampleId: "c" })])).toEqual([
      "a",
      "c",
    ]);
  });

  test("spread over criteria before one criterion has its second, and over scores before one score has its second", () => {
    const far = { judgeScore: 1, people: [{ annotatorId: "ada", score: 5 }] };
    const units = [
      unit({ sampleId: "a", ...far }),
      unit({ sampleId: "b", ...far }),
      unit({ sampleId: "c" }),
      unit({ sampleId: "d", criterionId: "true", judgeScore: 3 }),
    ];
    expect(choose(units, 20)).toEqual(["a", "d"]);
    expect(choose(units, 30)).toEqual(["a", "d", "c"]);
  });

  test("begin with where judge and people are furthest apart, as a share of the scale", () => {
    const units = [
      unit({ sampleId: "a", judgeScore: 4, people: [{ annotatorId: "ada", score: 2 }] }),
      unit({ sampleId: "b", criterionId: "true", judgeScore: 7, people: [{ annotatorId: "ada", score: 3 }] }),
    ];
    expect(choose(units, 10)).toEqual(["a"]);
  });

  test("carry the lower median of people's scores, not the judge's", () => {
    const people = [5, 2, 4, 2].map((score, at) => ({ annotatorId: `p${at}`, score }));
    expect(chooseExamples([unit({ sampleId: "a", people })], criteria, { tokenBudget: 10, cost: () => 1 })[0]?.score).toBe(2);
  });
});
