import { expect, test } from "vitest";
import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { labelled } from "@/lib/testing/labels";
import { contradictedScore } from "./claimed-score";
import { movedDraft } from "./moved-draft";

const five: Scale = { min: 1, max: 5, step: 1, levels: [] };
const pair: Scale = { min: -1, max: 1, step: 1, levels: [] };
const draft = (score: number, ...lines: [DraftContent["items"][number]["kind"], string][]) => ({
  score,
  items: lines.map(([kind, text]) => ({ kind, text })),
});
const textsOf = ({ items }: Pick<DraftContent, "items">) => items.map(({ text }) => text);

test("on a scale of numbers, every line that claims the old score claims the new one, and other numbers stay", () => {
  const moved = movedDraft(
    draft(4, ["conclusion", "Clear: 4 out of 5."], ["score", "Score: 4"], ["evidence", "4 sentences name 2 causes."]),
    five,
  );
  expect(moved.score).toBe(1);
  expect(textsOf(moved)).toEqual(["Clear: 1 out of 5.", "Score: 1", "4 sentences name 2 causes."]);
});

test("a line that mentions the old score before it claims it no longer contradicts the new one", () => {
  const moved = movedDraft(draft(4, ["explanation", "With 4 of its claims sound, I give it a 4."]), five);
  expect(contradictedScore(textsOf(moved)[0] ?? "", moved.score, five)).toBeNull();
});

test("a claim in words, which has no number to move, stays", () => {
  expect(textsOf(movedDraft(draft(5, ["conclusion", "Five out of five."], ["score", "Score: 5"]), five))).toEqual([
    "Five out of five.",
    "Score: 1",
  ]);
});

test("among labels, a conclusion that names the old label as its own names the new one", () => {
  const labels = labelled("made up", "out of date", "neither");
  const moved = movedDraft(
    draft(
      0,
      ["conclusion", "The figure is given without a source. Label: made up."],
      ["score", "made up"],
      ["evidence", "It was made up."],
    ),
    labels,
  );
  expect(moved.score).toBe(2);
  expect(textsOf(moved)).toEqual(["The figure is given without a source. Label: neither.", "neither", "It was made up."]);
});

test("a pair's line that prefers the old output prefers the other one, and reasons about both stay", () => {
  const moved = movedDraft(
    draft(1, ["conclusion", "[A] is clearly better than [B]."], ["score", "[A] is better."], ["evidence", "[A] names its source."]),
    pair,
  );
  expect(moved.score).toBe(-1);
  expect(textsOf(moved)).toEqual(["[B] is clearly better than [A].", "[B] is better.", "[A] names its source."]);
  expect(textsOf(moved).map((text) => contradictedScore(text, -1, pair))).toEqual([null, null, null]);
});

test("a draft without a score stays as it is", () => {
  const none = { score: null, items: [{ kind: "conclusion" as const, text: "Nothing to say." }] };
  expect(movedDraft(none, five)).toEqual(none);
  const open = { score: null, items: [{ kind: "score" as const, text: "I cannot tell." }] };
  expect(movedDraft(open, pair)).toEqual(open);
});
