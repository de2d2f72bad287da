import { expect, it } from "vitest";
import { judgeOf } from "@/lib/testing/panel-tables";
import { alphas, fixtureReport, rates } from "@/lib/testing/report-fixture";
import { type DraftView, draftEntries, draftRows, linesOf, reasonRows, viewsOf } from "./draft-rows";

const all = fixtureReport([{ name: "1. Clarity.", agreement: alphas(0.7) }]).actions;
const own = judgeOf(all);
const rowsOf = (view: DraftView, actions = all) => draftRows(draftEntries(actions, "model-x", view));

it("lines are counted by kind, by criterion and by annotator", () => {
  expect(rowsOf("kind").map(({ name, n }) => [name, n])).toEqual([
    ["All lines", 96],
    ["Conclusion", 25],
    ["Score", 25],
    ["Evidence", 40],
    ["Explanation", 6],
  ]);
  expect(rowsOf("criterion").map(({ name }) => name)).toEqual(["Clarity"]);
  expect(rowsOf("annotator").map(({ name, n }) => [name, n])).toEqual([
    ["Ada", 30],
    ["Ben", 30],
    ["Chloe", 30],
  ]);
});

const unread = { ...own, overall: rates(0, 0, 0, 0) };

it("lines are counted by judge, all of each, and judges whose drafts nobody acted on are left out", () => {
  const several = { ...all, "model-y": { ...own, overall: rates(40, 7, 0, 1) }, "model-z": unread };
  expect(rowsOf("judge", several).map(({ name, n, segments }) => [name, n, segments.map(({ key, count }) => `${key} ${count}`)])).toEqual([
    ["model-x", 96, ["accept 75", "revise 13", "remove 6", "add 2"]],
    ["model-y", 48, ["accept 40", "revise 7", "add 1"]],
  ]);
});

it("judges are compared where people acted on drafts of another, which is all there is for a judge whose drafts nobody acted on", () => {
  const one: DraftView[] = ["kind", "criterion", "annotator"];
  expect(viewsOf(all, "model-x")).toEqual(one);
  expect(viewsOf({ ...all, "model-y": unread }, "model-x")).toEqual(one);
  expect(viewsOf({ ...all, "model-y": own }, "model-x")).toEqual([...one, "judge"]);
  expect(viewsOf({ ...all, "model-y": unread }, "model-y")).toEqual(["judge"]);
  expect(viewsOf(all, "model-z")).toEqual(["judge"]);
  expect(viewsOf({}, "model-x")).toEqual([]);
  expect(draftEntries({}, "model-x", "kind")).toEqual([]);
});

it("explanations have their own row if there are any", () => {
  const none = { count: 0, share: null, interval: null, intervalWhy: "undefined-estimate" };
  const explanation = { n: 0, accept: none, revise: none, remove: none, add: none };
  expect(rowsOf("kind", { "model-x": { ...own, explanation } }).map(({ name }) => name)).toEqual([
    "All lines",
    "Conclusion",
    "Score",
    "Evidence",
  ]);
});

it("every share keeps its interval, or why it has none", () => {
  const [first] = rowsOf("kind");
  expect(first?.segments.map(({ key, interval }) => [key, interval])).toEqual([
    ["accept", own.overall.accept.interval],
    ["revise", own.overall.revise.interval],
    ["remove", own.overall.remove.interval],
    ["add", own.overall.add.interval],
  ]);
  const alike = { ...own.overall.accept, interval: null, intervalWhy: "degenerate-replicates" };
  const [bar] = rowsOf("kind", { "model-x": { ...own, overall: { ...own.overall, accept: alike } } });
  expect(bar?.segments[0]?.interval).toBe("Leaving out any input changes nothing, so there is no interval.");
});

it("every reason that was given comes with how often it and any was, the most frequent first, and with its interval or why it has none", () => {
  const interval = { low: 0.2, high: 0.7, confidence: 0.95, method: "t", resamples: null, seed: null };
  const share = (count: number, ends: typeof interval | null = interval) => ({
    ...{ count, share: count / 14, interval: ends, intervalWhy: ends ? null : "too-few" },
  });
  const reasonShares = { "made-up": share(3, null), "wrong-score": share(6), unclear: share(0), biased: share(3), "own words": share(2) };
  const too = "There are too few inputs for an interval.";
  expect(reasonRows({ reasons: { "made-up": 3 }, reasonShares })).toEqual([
    { code: "wrong-score", words: "wrong score", count: 6, total: 14, interval },
    { code: "biased", words: "biased", count: 3, total: 14, interval },
    { code: "made-up", words: "made up", count: 3, total: 14, interval: too },
    { code: "own words", words: "in their own words", count: 2, total: 14, interval },
  ]);
});

it("reasons of older reports are counted without intervals", () => {
  expect(reasonRows({ reasons: { "made-up": 3, "wrong-score": 6, unclear: 0 } })).toEqual([
    { code: "wrong-score", words: "wrong score", count: 6, total: 9, interval: null },
    { code: "made-up", words: "made up", count: 3, total: 9, interval: null },
  ]);
  expect(reasonRows({ reasons: { unclear: 0 } })).toEqual([]);
});

it("a segment opens its own lines: of a kind, of a criterion, of a person or of a judge", () => {
  const report = fixtureReport([
    { name: "1. Clarity.", agreement: alphas(0.7) },
    { name: "2. Truth.", agreement: alphas(0.7) },
  ]);
  const shared = { judge: "model-x", outcome: "revise", of: "lines" };
  expect(linesOf(report, "model-x", "kind", "All lines", "revise")).toEqual({ ...shared, item: "all" });
  expect(linesOf(report, "model-x", "kind", "Evidence", "revise")).toEqual({ ...shared, item: "evidence" });
  expect(linesOf(report, "model-x", "annotator", "Ada", "revise")).toEqual({ ...shared, item: "all", human: "Ada" });
  expect(linesOf(report, "model-x", "criterion", "Truth", "revise")).toEqual({ ...shared, item: "all", criterion: "2. Truth." });
  expect(linesOf(report, "model-x", "judge", "model-y", "add")).toEqual({ judge: "model-y", outcome: "add", of: "lines", item: "all" });
  expect(linesOf(report, "model-x", "criterion", "Beauty", "revise")).toBeUndefined();
});
