import { expect, test } from "vitest";
import { criterionContent, scale } from "./criterion";
import { criterionFromText, criterionToText } from "./criterion-text";
import { preferenceScale } from "./pair-outputs";
import { pairScaleProblem } from "./preference";
import { isSameScale } from "./same-scale";

const five = { min: 1, max: 5, step: 1, levels: [] };
const labels = { kind: "categorical" as const, levels: [{ label: "true" }, { label: "false" }] };

test("a scale may say that several scores can be right, and is as it was where it does not", () => {
  expect(scale.parse({ ...five, several: true })).toEqual({ ...five, several: true });
  expect(scale.parse({ ...labels, several: true })).toMatchObject({ kind: "categorical", max: 1, several: true });
  expect(JSON.stringify(scale.parse(five))).toBe('{"min":1,"max":5,"step":1,"levels":[]}');
  expect(Object.keys(scale.parse(labels))).not.toContain("several");
});

test("only points that can be listed can be right several at a time", () => {
  const problemOf = (step: number | null, max: number) => scale.safeParse({ min: 0, max, step, several: true }).error?.issues[0];
  expect(problemOf(1, 100)).toBeUndefined();
  expect(problemOf(null, 1)).toMatchObject({ path: ["several"], message: expect.stringContaining("give it steps") });
  expect(problemOf(1, 101)).toMatchObject({ path: ["several"] });
  expect(scale.safeParse({ ...five, several: false }).success).toBe(false);
});

test("a choice between two outputs has one right answer", () => {
  const asked = (kind: "pointwise" | "pairwise") =>
    pairScaleProblem(kind, [{ name: "Better", scale: { ...preferenceScale, several: true } }]);
  expect(asked("pairwise")).toMatch(/"Better" has one right choice/u);
  expect(asked("pointwise")).toBeNull();
});

test("a criterion written as text keeps whether several scores can be right", () => {
  for (const own of [five, { ...five, step: 0.5 }, labels])
    for (const several of [undefined, true] as const) {
      const content = criterionContent.parse({ name: "Tone", definition: "How it sounds.", scale: { ...own, several } });
      const text = criterionToText(content);
      expect(criterionFromText(text, five)).toEqual(content);
      expect(text.includes("more than one can be right")).toBe(several === true);
    }
});

test("scales that differ in it alone are different", () => {
  expect(isSameScale(five, { ...five, several: true })).toBe(false);
  expect(isSameScale({ ...five, several: true }, { ...five, several: true })).toBe(true);
});
