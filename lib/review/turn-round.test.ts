import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withItemIds } from "@/lib/domain/draft";
import { preferenceScale } from "@/lib/domain/sides";
import { applyActions, type ReviewAction } from "./apply-actions";
import { replaceVerdictInText } from "./score-text";
import { turnAction, turnDraft, turnOutputs, turnScore, turnText } from "./turn-round";

const text = fc.array(fc.constantFrom("[A]", "[B]", "A", "[", "]", " is better than ", "é")).map((parts) => parts.join(""));

describe("turning a pair round", () => {
  it("exchanges outputs, names and preferences", () => {
    expect(turnOutputs({ output: "x", outputB: "y" }, true)).toEqual({ output: "y", outputB: "x" });
    expect(turnText("[A] is shorter than [B]; [C] and A stay.", true)).toBe("[B] is shorter than [A]; [C] and A stay.");
    expect([1, 0, -1, null].map((score) => turnScore(score, true))).toEqual([-1, 0, 1, null]);
  });

  it("leaves everything as it is where the outputs are not exchanged, and a single output always", () => {
    const action = { text: "[A]", reason: "[B]", score: 1 };
    expect(turnAction(action, false)).toBe(action);
    expect(turnScore(1, false)).toBe(1);
    expect(turnOutputs({ output: "x", outputB: null }, true)).toEqual({ output: "x", outputB: null });
  });

  it("twice gives back what was there", () => {
    fc.assert(
      fc.property(text, fc.option(text), fc.option(fc.constantFrom(-1, 0, 1)), (line, reason, score) => {
        const action = { text: line, reason, score };
        expect(turnAction(turnAction(action, true), true)).toEqual(action);
      }),
    );
  });
});

it("an annotator who sees the outputs exchanged and the server come to the same evaluation", () => {
  const draft = {
    score: 1,
    items: [
      { kind: "conclusion" as const, text: "[A] says why." },
      { kind: "score" as const, text: "[A] is better." },
    ],
  };
  const seen: ReviewAction[] = [
    { ...action("a"), kind: "revise", itemId: "0", text: "[A] leaves it out, [B] says why." },
    { ...action("b"), kind: "set-score", score: 1 },
  ];
  const evaluate = (of: typeof draft, actions: ReviewAction[]) =>
    applyActions({ items: withItemIds(of.items), draftScore: of.score, scale: preferenceScale, actions });
  const there = evaluate(turnDraft(draft, true), seen);
  const here = evaluate(
    draft,
    seen.map((one) => turnAction(one, true)),
  );
  expect([there.score, here.score]).toEqual([1, -1]);
  expect(here.tally).toEqual(there.tally);
  expect(here.lines.map((line) => line.text)).toEqual(["[B] leaves it out, [A] says why.", "[B] is better."]);
  expect(there.lines.map((line) => turnText(line.text, true))).toEqual(here.lines.map((line) => line.text));
});

function action(id: string): ReviewAction {
  return {
    ...{ id, seq: 0, parentId: null, kind: "undo", itemId: null, itemKind: null, text: null, score: null, criterion: null },
    ...{ reasonCode: null, reason: null, undoesId: null, at: "2026-01-05T10:00:00.000Z" },
  };
}

it.each([
  ["[A] is better.", 1, -1, "[B] is better."],
  ["Verdict: [B]", -1, 1, "Verdict: [A]"],
  ["[A] is better than [B].", 1, -1, "[A] is better than [B]."],
  ["[A] is better.", 1, 0, "[A] is better."],
  ["Neither is better.", 0, 1, "Neither is better."],
  ["1. One more point for [A].", 1, -1, "1. One more point for [B]."],
])("the verdict %j, chosen otherwise from %d to %d, reads %j", (line, from, to, after) => {
  expect(replaceVerdictInText(line, from, to)).toBe(after);
});
