import fc from "fast-check";
import { expect, test } from "vitest";
import type { Item } from "@/lib/domain/draft";
import { processorMs } from "@/lib/testing/processor-time";
import { type ActionContext, actionProblem, checkInOrder } from "./action-problem";
import { applyActions } from "./apply-actions";
import type { ReviewAction } from "./fold-actions";
import { UnitState } from "./unit-state";

const items: Item[] = [
  { id: "0", kind: "heading", text: "Evaluation:" },
  { id: "1", kind: "conclusion", text: "The answer is clear." },
  { id: "2", kind: "score", text: "2. Score: 4 out of 5." },
  { id: "3", kind: "evidence", text: '- "plain words"' },
];
const unit: ActionContext = {
  ...{ items, draftScore: 4, scale: { min: 1, max: 5, step: 1 }, actions: [] },
  ...{ reasonRequired: false, mayAcceptRest: true },
};
const blank = {
  ...{ parentId: null, kind: "accept" as const, itemId: null, itemKind: null, text: null, score: null, criterion: null },
  ...{ reasonCode: null, reason: null, undoesId: null, at: "2026-01-01T00:00:00Z" },
};
const actionOf = (index: number, step: Partial<ReviewAction>): ReviewAction => ({ ...blank, id: `a${index}`, seq: index, ...step });

test("actions checked in order are allowed and refused like each by itself on the whole history", () => {
  const place = fc.constantFrom("0", "1", "2", "3", "a1", "a4", "none");
  const earlier = fc.nat(20).map((index) => `a${index}`);
  const step: fc.Arbitrary<Partial<ReviewAction>> = fc.oneof(
    fc.record({ kind: fc.constantFrom("accept" as const, "remove" as const), itemId: place }),
    fc.record({ kind: fc.constant("revise" as const), itemId: place, text: fc.constantFrom("new", null), score: fc.constantFrom(3, null) }),
    fc.record({ kind: fc.constant("add" as const), itemKind: fc.constant("evidence" as const), text: fc.constantFrom("mine", "") }),
    fc.record({ kind: fc.constant("set-score" as const), score: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ kind: fc.constant("accept-rest" as const) }),
    fc.record({ kind: fc.constant("undo" as const), undoesId: earlier }),
    fc.record({ id: earlier, kind: fc.constant("accept" as const), itemId: place }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.nat(3), (steps, madeBlind) => {
      const actions = Array.from({ length: madeBlind }, (_, index) => actionOf(index, { kind: "set-score", score: 2 }));
      const check = checkInOrder({ ...unit, madeBlind, actions });
      const state = new UnitState({ ...unit, madeBlind, actions });
      for (const [index, one] of steps.entries()) {
        const action = actionOf(madeBlind + index, one);
        const problem = check.problem(action);
        expect(problem).toBe(actionProblem({ ...unit, madeBlind, actions }, action));
        if (problem !== null) continue;
        actions.push(action);
        check.add(action);
        state.add(action);
        // The lines an undo or the rest leaves are those of the evaluation itself.
        expect(state.lines()).toEqual(applyActions({ ...unit, madeBlind, actions }).lines);
      }
    }),
  );
});

test("five hundred actions after ten thousand are checked in the time of reading them, not of their square", () => {
  const scored = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => actionOf(from + index, { kind: "set-score", score: 1 + (index % 5) }));
  const check = checkInOrder({ ...unit, actions: scored(10_000, 0) });
  const spent = processorMs(() => {
    for (const action of scored(500, 10_000)) {
      expect(check.problem(action)).toBeNull();
      check.add(action);
    }
  });
  expect(spent).toBeLessThan(2000);
});

test("accepting the rest again and again is read in the time of its actions: each time does not double it", () => {
  const lines: Item[] = Array.from({ length: 30 }, (_, index) => ({ id: `l${index}`, kind: "evidence", text: `Line ${index}` }));
  const steps: Partial<ReviewAction>[] = lines.slice(1).map(({ id }) => ({ kind: "accept", itemId: id }));
  steps.push({ kind: "accept-rest" });
  // Each accepted line is put back to the draft, and accepted with the rest.
  for (let index = 0; index < 29; index++) steps.push({ kind: "undo", undoesId: `a${index}` }, { kind: "accept-rest" });
  const actions = steps.map((step, index) => actionOf(index, step));
  let state: ReturnType<typeof applyActions> | undefined;
  const spent = processorMs(() => {
    state = applyActions({ ...unit, items: lines, draftScore: null, actions });
  });
  expect(state?.lines.every(({ outcome, together }) => outcome === "accept" && together)).toBe(true);
  expect(spent).toBeLessThan(2000);
});
