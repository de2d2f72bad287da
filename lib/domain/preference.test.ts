import { describe, expect, it } from "vitest";
import { preferenceScaleWithoutTie } from "./pair-outputs";
import { pairScaleProblem, preferenceCriterion, readPreference } from "./preference";

const rated = (min: number, max: number, step: number | null = 1) => ({ name: "Clear", scale: { min, max, step, levels: [] } });

describe("the scale of pairs", () => {
  it("is A, tie, B or A, B, and nothing else, in a pairwise task", () => {
    expect(pairScaleProblem("pairwise", [preferenceCriterion, { name: "Clear", scale: preferenceScaleWithoutTie }])).toBeNull();
    for (const other of [rated(1, 5), rated(-1, 1, 0.5), rated(-1, 1, null), rated(0, 1)])
      expect(pairScaleProblem("pairwise", [preferenceCriterion, other])).toContain('"Clear"');
  });

  it("does not restrict a task that judges one output", () => {
    expect(pairScaleProblem("pointwise", [rated(1, 5), preferenceCriterion])).toBeNull();
  });
});

it.each([
  ["A", "A"],
  [" b ", "B"],
  ["1", "A"],
  ["2", "B"],
  ["TIE", "tie"],
  ["0", null],
  ["constructor", null],
  ["", null],
])("a cell %j is the preference %j", (text, preference) => {
  expect(readPreference(text)).toBe(preference);
});
