import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withItemIds } from "@/lib/domain/draft";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import { applyActions } from "./apply-actions";
import type { ReviewAction } from "./fold-actions";
import { swapAction, swapDraft, swapOutputs, swapScore, swapText, unswapAction } from "./swap-pair";

const text = fc.array(fc.constantFrom("[A]", "[B]", "A", "[", "]", " is better than ", "é")).map((parts) => parts.join(""));

describe("swapping a pair", () => {
  it("exchanges outputs, names and preferences", () => {
    expect(swapOutputs({ output: "x", outputB: "y" }, true)).toEqual({ output: "y", outputB: "x" });
    expect(swapText("[A] is shorter than [B]; [C] and A stay.", true)).toBe("[B] is shorter than [A]; [C] and A stay.");
    const action = { text: "[A] is short.", reason: "[B] is long.", score: 1 };
    expect(swapAction(action, true)).toEqual({ text: "[B] is short.", reason: "[A] is long.", score: -1 });
    expect([1, 0, -1, null].map((score) => swapScore(score, true))).toEqual([-1, 0, 1, null]);
  });

  it("changes nothing when the pair is not swapped, and never a single output", () => {
    const action = { text: "[A]", reason: "[B]", score: 1 };
    expect(swapAction(action, false)).toBe(action);
    expect(swapScore(1, false)).toBe(1);
    expect(swapOutputs({ output: "x", outputB: null }, true)).toEqual({ output: "x", outputB: null });
  });

  it("twice restores the original", () => {
    fc.assert(
      fc.property(text, fc.option(text), fc.option(fc.constantFrom(-1, 0, 1)), (line, reason, score) => {
        const action = { text: line, reason, score };
        expect(unswapAction(swapAction(action, true), true)).toEqual(action);
      }),
    );
  });
});

it("an annotator who sees the pair swapped and the server derive the same evaluation", () => {
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
  const there = evaluate(swapDraft(draft, true), seen);
  const here = evaluate(
    draft,
    seen.map((one) => unswapAction(one, true)),
  );
  expect([there.score, here.score]).toEqual([1, -1]);
  expect(here.tally).toEqual(there.tally);
  expect(here.lines.map((line) => line.text)).toEqual(["[B] leaves it out, [A] says why.", "[B] is better."]);
  expect(there.lines.map((line) => swapText(line.text, true))).toEqual(here.lines.map((line) => line.text));
});

function action(id: string): ReviewAction {
  return {
    ...{ id, seq: 0, parentId: null, kind: "undo", itemId: null, itemKind: null, text: null, score: null, criterion: null },
    ...{ reasonCode: null, reason: null, undoesId: null, at: "2026-01-05T10:00:00.000Z" },
  };
}
