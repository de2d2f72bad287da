import { expect, test } from "vitest";
import { additionsOf } from "./additions";

test("each criterion is added after the one before it, with its kind where it has one", () => {
  const scale = { min: 1, max: 5, step: 1, levels: [] };
  const clear = { name: "Clear", definition: "It is clear.", scale, overall: false };
  const whole = { name: "Whole", definition: "", scale: { ...scale, max: 7 }, overall: true, group: "general" as const };
  let made = 0;
  const additions = additionsOf([clear, whole], () => `n${made++}`, new Date("2026-01-02T03:04:05Z"));
  const at = "2026-01-02T03:04:05.000Z";
  expect(additions).toMatchObject([
    { id: "n0", parentId: null, kind: "add", itemKind: "criterion", at },
    { id: "n1", parentId: "n0", kind: "add", itemKind: "criterion", at },
  ]);
  expect(additions.map(({ criterion }) => criterion)).toEqual([clear, whole]);
  expect(additions[0]?.criterion).not.toHaveProperty("group");
});
