import { expect, it } from "vitest";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { draftRows, linesOf, reasonRows } from "./draft-rows";

const actions = fixtureReport([{ name: "1. Clarity.", agreement: alphas(0.7) }]).actions["model-x"];

it("lines are counted by kind, by criterion and by annotator", () => {
  if (!actions) throw new Error("The fixture has a judge.");
  expect(draftRows(actions, "kind").map(({ name, n }) => [name, n])).toEqual([
    ["All lines", 96],
    ["Conclusion", 25],
    ["Score", 25],
    ["Evidence", 40],
    ["Explanation", 6],
  ]);
  expect(draftRows(actions, "criterion").map(({ name }) => name)).toEqual(["Clarity"]);
  expect(draftRows(actions, "annotator").map(({ name, n }) => [name, n])).toEqual([
    ["Ada", 30],
    ["Ben", 30],
    ["Chloe", 30],
  ]);
});

it("explanations have their own row if there are any", () => {
  if (!actions) throw new Error("The fixture has a judge.");
  const none = { count: 0, share: null, interval: null, intervalWhy: "undefined-estimate" };
  const explanation = { n: 0, accept: none, revise: none, remove: none, add: none };
  expect(draftRows({ ...actions, explanation }, "kind").map(({ name }) => name)).toEqual(["All lines", "Conclusion", "Score", "Evidence"]);
});

it("every share keeps its interval", () => {
  if (!actions) throw new Error("The fixture has a judge.");
  const [all] = draftRows(actions, "kind");
  expect(all?.segments.map(({ key, interval }) => [key, interval?.low.toFixed(2), interval?.high.toFixed(2)])).toEqual([
    ["accept", "0.68", "0.86"],
    ["revise", "0.04", "0.22"],
    ["remove", "0.00", "0.14"],
    ["add", "0.00", "0.10"],
  ]);
});

it("every reason that was given comes with how often it and any was given, the most frequent first", () => {
  expect(reasonRows({ "made-up": 3, "wrong-score": 6, unclear: 0, biased: 3 })).toEqual([
    { code: "wrong-score", words: "wrong score", count: 6, total: 12 },
    { code: "biased", words: "biased", count: 3, total: 12 },
    { code: "made-up", words: "made up", count: 3, total: 12 },
  ]);
  expect(reasonRows({ unclear: 0 })).toEqual([]);
});

it("a segment opens its own lines: of a kind, of a criterion or of a person", () => {
  const report = fixtureReport([
    { name: "1. Clarity.", agreement: alphas(0.7) },
    { name: "2. Truth.", agreement: alphas(0.7) },
  ]);
  const shared = { judge: "model-x", outcome: "revise", of: "lines" };
  expect(linesOf(report, "model-x", "kind", "All lines", "revise")).toEqual({ ...shared, item: "all" });
  expect(linesOf(report, "model-x", "kind", "Evidence", "revise")).toEqual({ ...shared, item: "evidence" });
  expect(linesOf(report, "model-x", "annotator", "Ada", "revise")).toEqual({ ...shared, item: "all", human: "Ada" });
  expect(linesOf(report, "model-x", "criterion", "Truth", "revise")).toEqual({ ...shared, item: "all", criterion: "2. Truth." });
  expect(linesOf(report, "model-x", "criterion", "Beauty", "revise")).toBeUndefined();
});
