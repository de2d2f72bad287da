import { expect, test } from "vitest";
import type { CriterionContent } from "@/lib/domain/criterion";
import { diffCriteria } from "./diff-criteria";

const scale = { min: 1, max: 5, step: 1, levels: [] };
const named = (name: string, definition: string, more: Partial<CriterionContent> = {}): CriterionContent => ({
  name,
  definition,
  scale,
  overall: false,
  ...more,
});
const changes = (before: CriterionContent[], after: CriterionContent[]) =>
  diffCriteria(before, after).map((change) => [change.kind, change.before?.name ?? null, change.after?.name ?? null]);

test("criteria of two versions belong together by name, whatever changed about them", () => {
  const before = [named("Clear", "It is clear."), named("True", "No false claims."), named("Short", "Few words.")];
  const after = [
    named("true ", "Nothing in it is wrong."),
    named("Clear", "It is clear.", { scale: { ...scale, max: 7 } }),
    named("Kind", ""),
  ];
  expect(changes(before, after)).toEqual([
    ["changed", "True", "true "],
    ["changed", "Clear", "Clear"],
    ["added", null, "Kind"],
    ["removed", "Short", null],
  ]);
});

test("a renamed criterion is recognised by its definition, or by most of its words", () => {
  const before = [named("Truth", "Every claim in it is true."), named("Ease", "A child can follow each of its steps.")];
  const after = [named("Accuracy", "Every claim in it is true."), named("Simplicity", "A young child can follow each of its steps.")];
  expect(changes(before, after)).toEqual([
    ["changed", "Truth", "Accuracy"],
    ["changed", "Ease", "Simplicity"],
  ]);
  expect(changes([named("Truth", "")], [named("Length", "")])).toEqual([
    ["added", null, "Length"],
    ["removed", "Truth", null],
  ]);
});

test("a name counts before a definition, the same definition before a similar one, and half of the words are not most", () => {
  const [clear, plain] = [named("Clear", "It is clear."), named("Plain", "No word is rare.")];
  expect(changes([clear, plain], [named("Clear", "No word is rare.")])).toEqual([
    ["changed", "Clear", "Clear"],
    ["removed", "Plain", null],
  ]);
  const [similar, same] = [named("Fresh", "Every claim in it is true today."), named("Truth", "Every claim in it is true.")];
  expect(changes([similar, same], [named("Accuracy", "Every claim in it is true.")])).toEqual([
    ["changed", "Truth", "Accuracy"],
    ["removed", "Fresh", null],
  ]);
  expect(changes([named("Two", "one two")], [named("Four", "one two three four")])).toEqual([
    ["added", null, "Four"],
    ["removed", "Two", null],
  ]);
  expect(changes([named("No harm", "")], [named("No  harm", "")])).toEqual([["changed", "No harm", "No  harm"]]);
});

test("a criterion is the same if nothing about it changed, its kind included", () => {
  const one = named("Clear", "It is clear.", { group: "general" });
  expect(changes([one], [{ ...one }])).toEqual([["same", "Clear", "Clear"]]);
  expect(changes([one], [{ ...one, group: "task-specific" }])).toEqual([["changed", "Clear", "Clear"]]);
});
