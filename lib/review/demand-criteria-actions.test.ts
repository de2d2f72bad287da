import { expect, test } from "vitest";
import type { Action, NewAction } from "@/lib/domain/action";
import { AppError } from "@/lib/domain/errors";
import { demandCriteriaActions } from "./demand-criteria-actions";

const scale = { min: 1, max: 5, step: 1, levels: [] };
const criterion = { name: "Clear", definition: "", scale, overall: false };
const add = (id: string, parentId: string | null): NewAction => ({
  ...{ id, parentId, kind: "add", itemId: null, itemKind: "criterion", text: null, score: null, criterion },
  ...{ reasonCode: null, reason: null, undoesId: null, at: "2026-01-01T00:00:00Z" },
});
const stored: Action[] = [
  { ...add("a", null), seq: 0 },
  { ...add("a1", "a"), seq: 1 },
  { ...add("b", "a1"), seq: 2 },
];
const demand = (fresh: NewAction[], actions = stored, kind: "pointwise" | "pairwise" = "pointwise") => {
  try {
    demandCriteriaActions({ items: [], actions, kind }, fresh, { taskId: "t" });
    return null;
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
    throw error;
  }
};

test("new actions that hang on the last stored one, and each on the one before it, are allowed", () => {
  expect(demand([add("c", "b"), add("d", "c")])).toBeNull();
  expect(demand([add("a", null)], [])).toBeNull();
  expect(demand([])).toBeNull();
});

test("actions that hang on anything else are stale, and say what the server has", () => {
  const details = { taskId: "t", lastActionId: "b", actions: stored };
  const stale = { code: "stale_parent", message: expect.stringMatching(/changed elsewhere .* Both versions are kept/u), details };
  expect(demand([add("c", "a")])).toEqual(stale);
  expect(demand([add("c", "b"), add("d", "b")])).toEqual(stale);
  expect(demand([add("a", "x")], [])).toMatchObject({ details: { lastActionId: null, actions: [] } });
});

test("an action that cannot follow those before it is named, even those of the same request", () => {
  const undo = (id: string, undoesId: string, parentId: string): NewAction => ({
    ...add(id, parentId),
    kind: "undo",
    criterion: null,
    undoesId,
  });
  expect(demand([undo("c", "b", "b"), undo("d", "b", "c")])).toMatchObject({
    ...{ code: "invalid_input", message: "That action is already undone.", details: { actionId: "d" } },
  });
  expect(demand([{ ...add("c", "b"), criterion: null }])).toMatchObject({ code: "invalid_input", details: { actionId: "c" } });
});

test("a criterion of a task that compares two outputs needs their scale", () => {
  expect(demand([add("c", "b")], stored, "pairwise")).toMatchObject({ code: "invalid_input", details: { actionId: "c" } });
  const undone: NewAction = { ...add("c", "b"), kind: "undo", criterion: null, undoesId: "b" };
  expect(demand([undone], stored, "pairwise")).toBeNull();
});
