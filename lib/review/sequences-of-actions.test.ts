import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blankAction as blank, draftedUnit as drafted, draftedItems as items } from "@/lib/testing/drafted-lines";
import { actionProblem } from "./action-problem";
import { applyActions } from "./apply-actions";
import type { ReviewAction } from "./fold-actions";

const rules = { reasonRequired: false, mayAcceptRest: true };

describe("for every sequence of allowed actions", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom("accept" as const, "remove" as const), target: fc.nat(12) }),
    fc.record({
      kind: fc.constant("revise" as const),
      target: fc.nat(12),
      text: fc.string({ minLength: 1 }),
      score: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({ kind: fc.constant("add" as const), text: fc.string({ minLength: 1 }) }),
    fc.record({ kind: fc.constant("set-score" as const), score: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ kind: fc.constant("accept-rest" as const) }),
    fc.record({ kind: fc.constant("undo" as const), target: fc.nat(12) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  /** Turns steps into actions, leaving out those that are not allowed at that point. */
  function allowed(steps: Step[]): ReviewAction[] {
    const actions: ReviewAction[] = [];
    for (const [index, one] of steps.entries()) {
      const { lines } = applyActions({ ...drafted, actions });
      const line = "target" in one ? lines[one.target % lines.length] : undefined;
      const fields: Partial<ReviewAction> =
        one.kind === "undo"
          ? { kind: "undo", undoesId: actions[one.target % Math.max(1, actions.length)]?.id ?? null }
          : one.kind === "add"
            ? { kind: "add", itemKind: "explanation", text: one.text }
            : one.kind === "set-score"
              ? { kind: "set-score", score: one.score }
              : one.kind === "accept-rest"
                ? { kind: "accept-rest" }
                : {
                    kind: one.kind,
                    itemId: line?.id ?? null,
                    text: one.kind === "revise" ? one.text : null,
                    score: one.kind === "revise" && line?.kind === "score" ? one.score : null,
                  };
      const action = { ...blank, id: `s${index}`, seq: actions.length, ...fields };
      if (actionProblem({ ...drafted, ...rules, actions }, action) === null) actions.push(action);
    }
    return actions;
  }
  const histories = fc.array(step, { maxLength: 25 }).map(allowed);

  const shown = (actions: ReviewAction[]) => {
    const { lines, score, scoreSetBy, complete, tally, undoable } = applyActions({ ...drafted, actions });
    return { lines, score, scoreSetBy, complete, tally, undoable };
  };

  test("undoing the last effective action gives what was there before it, and redoing gives it back", () => {
    fc.assert(
      fc.property(histories, (actions) => {
        const before = applyActions({ ...drafted, actions });
        const added = { ...blank, id: "new", seq: actions.length, kind: "add" as const, itemKind: "evidence" as const, text: "new" };
        const bare = { ...added, itemKind: null, text: null };
        for (const next of [added, { ...bare, kind: "set-score" as const, score: 2 }, { ...bare, kind: "accept-rest" as const }]) {
          const undo = { ...blank, id: "undo", seq: actions.length + 1, kind: "undo" as const, undoesId: "new" };
          expect(shown([...actions, next, undo])).toEqual(shown(actions));
          expect(applyActions({ ...drafted, actions: [...actions, next, undo] }).redoable).toBe("undo");
          const redo = { ...undo, id: "redo", seq: actions.length + 2, undoesId: "undo" };
          expect(shown([...actions, next, undo, redo])).toEqual(shown([...actions, next]));
        }
        expect(before.lastActionId).toBe(actions.at(-1)?.id ?? null);
      }),
    );
  });

  test("the draft's lines keep their order and text, added ones follow, and the score is on the scale or absent", () => {
    fc.assert(
      fc.property(histories, (actions) => {
        const state = applyActions({ ...drafted, actions });
        expect(state.lines.slice(0, items.length).map(({ id, original }) => ({ id, original }))).toEqual(
          items.map(({ id, text }) => ({ id, original: text })),
        );
        const added = state.lines.slice(items.length).map((line) => actions.findIndex((action) => action.id === line.id));
        expect(added).toEqual(added.toSorted((a, b) => a - b));
        expect(state.score === null || [1, 2, 3, 4, 5].includes(state.score)).toBe(true);
        const scoreLine = state.lines[2];
        expect(scoreLine?.outcome === "accept").toBe(state.score === 4 && scoreLine?.outcome !== "revise");
      }),
    );
  });

  test("each decided line is tallied once, and repeating the computation changes nothing", () => {
    fc.assert(
      fc.property(histories, (actions) => {
        const state = applyActions({ ...drafted, actions });
        const counted = Object.values(state.tally).reduce((sum, kinds) => sum + kinds.accept + kinds.revise + kinds.remove + kinds.add, 0);
        expect(counted).toBe(state.lines.filter((line) => line.outcome !== "open").length);
        expect(applyActions({ ...drafted, actions })).toEqual(state);
      }),
    );
  });
});
