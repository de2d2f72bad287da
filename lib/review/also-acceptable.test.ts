import { describe, expect, test } from "vitest";
import { blankAction as blank, draftedUnit } from "@/lib/testing/drafted-lines";
import { labelled } from "@/lib/testing/labels";
import { actionProblem } from "./action-problem";
import { applyActions } from "./apply-actions";
import type { ReviewAction } from "./fold-actions";

const several = { min: 1, max: 5, step: 1, several: true as const };
const unit = { ...draftedUnit, scale: several };
const rules = { reasonRequired: true, mayAcceptRest: true };

type Step = Partial<ReviewAction>;
const script = (steps: Step[]): ReviewAction[] => steps.map((step, index) => ({ ...blank, id: `a${index}`, seq: index, ...step }));
const marksAfter = (...steps: Step[]) => applyActions({ ...unit, actions: script(steps) }).alsoAcceptable;
const score = (value: number): Step => ({ kind: "set-score", score: value, reasonCode: "other" });
const allow = (value: number): Step => ({ kind: "allow", score: value });
const disallow = (value: number): Step => ({ kind: "disallow", score: value });
const undo = (id: string): Step => ({ kind: "undo", undoesId: id });

describe("scores marked as also acceptable", () => {
  test("are listed in order without the score itself, and change neither score, lines nor completeness", () => {
    const plain = applyActions({ ...unit, actions: script([score(4)]) });
    const marked = applyActions({ ...unit, actions: script([score(4), allow(5), allow(3)]) });
    expect(marked.alsoAcceptable).toEqual([3, 5]);
    const { alsoAcceptable: _, undoable, lastActionId, ...rest } = marked;
    expect({ undoable, lastActionId }).toEqual({ undoable: "a2", lastActionId: "a2" });
    expect(plain).toMatchObject(rest);
    expect(plain.alsoAcceptable).toEqual([]);
  });

  test("are taken away by choosing them again and by undo, each of which can itself be undone", () => {
    expect(marksAfter(score(4), allow(3), disallow(3))).toEqual([]);
    expect(marksAfter(score(4), allow(3), disallow(3), undo("a2"))).toEqual([3]);
    expect(marksAfter(score(4), allow(3), allow(5), undo("a1"))).toEqual([5]);
    expect(marksAfter(score(4), allow(3), undo("a1"), undo("a2"))).toEqual([3]);
  });

  test("are absorbed where the score becomes one of them, and stay where it becomes another", () => {
    expect(marksAfter(score(4), allow(3), allow(2), score(3))).toEqual([2]);
    expect(marksAfter(score(4), allow(3), score(3), score(2)), "an absorbed mark does not come back by itself").toEqual([]);
    expect(marksAfter(score(4), allow(3), score(3), undo("a2")), "only by undo").toEqual([3]);
    expect(marksAfter(score(2), allow(4), { kind: "accept", itemId: "2" }), "accepting the draft's score").toEqual([]);
    expect(marksAfter(score(2), allow(4), { kind: "accept-rest" })).toEqual([4]);
  });

  test("are none while there is no score, and none equals it whatever is undone", () => {
    const removed: Step = { kind: "remove", itemId: "2", reasonCode: "other" };
    expect(marksAfter({ kind: "accept", itemId: "2" }, allow(3), removed)).toEqual([]);
    expect(marksAfter({ kind: "accept", itemId: "2" }, allow(3), removed, undo("a2"))).toEqual([3]);
    expect(marksAfter(score(3), score(4), allow(3), undo("a1"))).toEqual([]);
  });

  test("of the blind pass hold until they are taken away, also after the draft is shown", () => {
    const blind = [score(2), allow(3), allow(1)];
    const stateAfter = (...steps: Step[]) => applyActions({ ...unit, actions: script([...blind, ...steps]), madeBlind: 3 });
    expect(stateAfter()).toMatchObject({ score: 2, alsoAcceptable: [1, 3], undoable: null });
    expect(stateAfter(disallow(3)).alsoAcceptable).toEqual([1]);
    expect(stateAfter({ kind: "accept", itemId: "2" }, allow(2))).toMatchObject({ score: 4, alsoAcceptable: [1, 2, 3] });
  });

  test("of imported work never hold its score", () => {
    const origin = { row: 1, textSeen: "", cells: [] };
    const steps: Step[] = [score(2), allow(3), { kind: "accept", itemId: "2" }, allow(2)];
    const actions = script(steps.map((step) => ({ ...step, origin })));
    expect(applyActions({ ...unit, actions })).toMatchObject({ score: 2, alsoAcceptable: [3] });
    expect(applyActions({ ...unit, actions }).tally).toEqual({ score: { accept: 1, revise: 0, remove: 0, add: 0 } });
  });
});

describe("marking a score as also acceptable", () => {
  const problem = (step: Step, before: Step[] = [score(4)], scale: object = several) =>
    actionProblem({ ...unit, ...rules, scale: { ...several, ...scale }, actions: script(before) }, { ...blank, id: "new", ...step });

  test("needs a criterion with several right scores, a score, and another point of the scale; a reason it never needs", () => {
    expect(problem(allow(3))).toBeNull();
    expect(problem(allow(3), [score(4)], { several: undefined })).toMatch(/^Only one score/u);
    expect(problem(disallow(3), [score(4), allow(3)], { several: undefined })).toMatch(/^Only one score/u);
    expect(problem(allow(3), [])).toMatch(/^Score first/u);
    expect(problem(allow(4))).toMatch(/^This is the score already/u);
    expect(problem(allow(6))).toMatch(/6 is not on the scale, 1 to 5/u);
    expect(problem(allow(2.5))).toMatch(/not on the scale/u);
    expect(problem({ kind: "allow" })).toMatch(/needs the score/u);
    expect(problem({ ...allow(3), itemId: "2" })).toMatch(/names no line or text/u);
    expect(problem({ ...allow(3), text: "x" })).toMatch(/names no line or text/u);
    expect(problem({ ...allow(3), undoesId: "a0" })).toMatch(/^Only undo/u);
  });

  test("happens once for each, and takes away only what is marked", () => {
    expect(problem(allow(3), [score(4), allow(3)])).toMatch(/already marked/u);
    expect(problem(disallow(3), [score(4), allow(3)])).toBeNull();
    expect(problem(disallow(2), [score(4), allow(3)])).toMatch(/not marked/u);
    expect(problem(disallow(3), [score(4), allow(3), score(3)]), "absorbed").toMatch(/not marked/u);
    expect(problem(allow(3), [score(4), allow(3), undo("a1")])).toBeNull();
  });

  test("names labels by their place", () => {
    const labels = { ...labelled("supported", "contradicted", "unclear"), several: true as const };
    const blind = { items: [], draftScore: null, scale: labels };
    expect(problem(allow(0), [score(2)], labels)).toBeNull();
    expect(problem(allow(3), [score(2)], labels)).toMatch(/3 is not a label/u);
    expect(applyActions({ ...blind, actions: script([score(2), allow(1), allow(0)]) }).alsoAcceptable).toEqual([0, 1]);
  });
});
