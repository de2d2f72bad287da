import { expect, test } from "vitest";
import type { Item } from "@/lib/domain/draft";
import { applyActions } from "./apply-actions";
import { compareEvaluations } from "./compare-evaluations";
import type { ReviewAction } from "./fold-actions";

const items: Item[] = [
  { id: "0", kind: "conclusion", text: "It is clear." },
  { id: "1", kind: "score", text: "Score: 4" },
  { id: "2", kind: "evidence", text: "“plain”" },
];
const blank = { parentId: null, itemId: null, itemKind: null, text: null, score: null, criterion: null, reasonCode: null, reason: null };
const version = (...steps: Partial<ReviewAction>[]) =>
  applyActions({
    ...{ items, draftScore: 4, scale: { min: 1, max: 5, step: 1 } },
    actions: steps.map((step, seq) => ({
      ...blank,
      undoesId: null,
      kind: "accept",
      at: "2026-01-01T00:00:00Z",
      id: `${seq}-${Math.random()}`,
      seq,
      ...step,
    })),
  });

test("two versions with the same decisions do not differ, whatever the actions that led there", () => {
  expect(compareEvaluations(version({ itemId: "0" }), version({ kind: "remove", itemId: "0" }, { itemId: "0" }))).toEqual([]);
});

test("only lines that differ are listed, by decision, text or reason", () => {
  const mine = version({ itemId: "0" }, { kind: "remove", itemId: "2", reasonCode: "made-up" });
  const theirs = version({ itemId: "0" }, { kind: "remove", itemId: "2" });
  expect(compareEvaluations(mine, theirs)).toMatchObject([
    { kind: "line", id: "2", mine: { reasonCode: "made-up" }, theirs: { reasonCode: null } },
  ]);
  const revised = (text: string) => version({ kind: "revise", itemId: "0", text });
  expect(compareEvaluations(revised("One."), revised("Two."))).toMatchObject([
    { id: "0", mine: { text: "One." }, theirs: { text: "Two." } },
  ]);
});

test("a different score is listed once, not as its line too", () => {
  expect(compareEvaluations(version({ kind: "set-score", score: 2 }), version({ itemId: "1" }))).toEqual([
    { kind: "score", mine: 2, theirs: 4 },
  ]);
});

test("marks that differ are listed after the score, and the same ones in any order are no difference", () => {
  const marked = (score: number, ...marks: number[]) =>
    version({ kind: "set-score", score }, ...marks.map((mark) => ({ kind: "allow" as const, score: mark })));
  expect(compareEvaluations(marked(3, 2, 5), marked(3, 5, 2))).toEqual([]);
  expect(compareEvaluations(marked(3, 2), marked(3, 5, 1))).toEqual([{ kind: "also", mine: [2], theirs: [1, 5] }]);
  expect(compareEvaluations(marked(3, 2), marked(2)).map(({ kind }) => kind)).toEqual(["score", "also", "line"].slice(0, 2));
});

test("lines that differ are listed after a different score, and the score's line where only it differs", () => {
  const mine = version({ kind: "set-score", score: 2 }, { kind: "remove", itemId: "2" });
  expect(compareEvaluations(mine, version({ itemId: "1" })).map((one) => (one.kind === "line" ? one.id : one.kind))).toEqual([
    "score",
    "2",
  ]);
  const revised = (text: string) => version({ kind: "revise", itemId: "1", text, score: 3 });
  expect(compareEvaluations(revised("Score: 3"), revised("Three of five"))).toMatchObject([{ kind: "line", id: "1" }]);
});

test("a line that one version added is missing in the other", () => {
  const added = version({ kind: "add", id: "new", itemKind: "evidence", text: "mine" });
  expect(compareEvaluations(version(), added)).toMatchObject([{ kind: "line", id: "new", mine: null, theirs: { text: "mine" } }]);
});
