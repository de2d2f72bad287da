import { expect, it } from "vitest";
import { draftRows, mostFrequentReason } from "./draft-rows";
import { alphas, fixtureReport } from "./report-fixture";

const actions = fixtureReport([{ name: "1. Clarity.", agreement: alphas(0.7) }]).actions["model-x"];

it("lines are counted by kind, by criterion and by annotator", () => {
  if (!actions) throw new Error("The fixture has a judge.");
  expect(draftRows(actions, "kind").map(({ name, n }) => [name, n])).toEqual([
    ["All lines", 90],
    ["Conclusion", 25],
    ["Score", 25],
    ["Evidence", 40],
  ]);
  expect(draftRows(actions, "criterion").map(({ name }) => name)).toEqual(["Clarity"]);
  expect(draftRows(actions, "annotator").map(({ name, n }) => [name, n])).toEqual([
    ["Ada", 30],
    ["Ben", 30],
    ["Chloe", 30],
  ]);
});

it("the most frequent reason is told with how often any was given", () => {
  expect(mostFrequentReason({ "made-up": 3, "wrong-score": 6, unclear: 0 })).toEqual({ reason: "wrong score", count: 6, total: 9 });
  expect(mostFrequentReason({ unclear: 0 })).toBeNull();
});
