import { describe, expect, test } from "vitest";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import { blankAction as blank, draftedUnit as drafted } from "@/lib/testing/drafted-lines";
import { actionProblem } from "./action-problem";
import { applyActions } from "./apply-actions";
import type { ReviewAction, ReviewInput } from "./fold-actions";

const scale = { min: 1, max: 5, step: 1 };
const rules = { reasonRequired: false, mayAcceptRest: true };

/** Actions named a0, a1, … in order. */
const script = (...steps: Partial<ReviewAction>[]): ReviewAction[] =>
  steps.map((step, index) => ({ ...blank, id: `a${index}`, seq: index, parentId: index === 0 ? null : `a${index - 1}`, ...step }));
const outcomeOf = (...steps: Partial<ReviewAction>[]) => applyActions({ ...drafted, actions: script(...steps) });
const accept = (itemId: string) => ({ kind: "accept" as const, itemId });

describe("the evaluation", () => {
  test("is open and without score before anything was done", () => {
    const state = outcomeOf();
    expect(state.lines.map((line) => line.outcome)).toEqual(["open", "open", "open", "open"]);
    expect(state).toMatchObject({ score: null, complete: false, tally: {}, undoable: null, redoable: null, lastActionId: null });
  });

  test("is complete once every line but headings has an outcome and the score is on the scale", () => {
    const state = outcomeOf(accept("1"), accept("2"), { kind: "remove", itemId: "3", reasonCode: "made-up" });
    expect(state).toMatchObject({ score: 4, scoreSetBy: "a1", complete: true });
    expect(state.lines[3]).toMatchObject({
      outcome: "remove",
      original: '- "plain words"',
      text: '- "plain words"',
      reasonCode: "made-up",
    });
    expect(state.tally).toEqual({
      conclusion: { accept: 1, revise: 0, remove: 0, add: 0 },
      score: { accept: 1, revise: 0, remove: 0, add: 0 },
      evidence: { accept: 0, revise: 0, remove: 1, add: 0 },
    });
  });

  test.each(["1", "3"])("is not complete while line %s is open, though the score is set", (left) => {
    const others = ["1", "2", "3"].filter((id) => id !== left).map((id) => accept(id));
    expect(outcomeOf(...others)).toMatchObject({ score: 4, complete: false });
    expect(outcomeOf(...others, accept(left))).toMatchObject({ score: 4, complete: true });
  });

  test("keeps what was done before the draft was shown: its score and lines decide no drafted line, do not count and cannot be undone", () => {
    const before = script({ kind: "set-score", score: 2 }, { kind: "add", itemKind: "evidence", text: "It cites nobody." });
    const shown = applyActions({ ...drafted, actions: before, madeBlind: 2 });
    expect(shown).toMatchObject({ score: 2, scoreSetBy: "a0", tally: {}, undoable: null, redoable: null });
    expect(shown.lines.map((line) => line.outcome)).toEqual(["open", "open", "open", "open", "add"]);
    const withdrawn = script({ kind: "set-score", score: 2 }, { kind: "set-score", score: 5 }, { kind: "undo", undoesId: "a1" });
    expect(applyActions({ ...drafted, actions: withdrawn, madeBlind: 3 })).toMatchObject({ score: 2, undoable: null, redoable: null });
    const after = [...before, ...script({}, {}, accept("2"), { kind: "add", itemKind: "evidence", text: "Nor dates." }).slice(2)];
    const counts = { accept: 0, revise: 0, remove: 0, add: 0 };
    expect(applyActions({ ...drafted, actions: after, madeBlind: 2 })).toMatchObject({
      score: 4,
      tally: { score: { ...counts, accept: 1 }, evidence: { ...counts, add: 1 } },
      undoable: "a3",
    });
  });

  test("keeps the score when only the text of its line is revised", () => {
    const state = outcomeOf(accept("2"), { kind: "revise", itemId: "2", text: "Score: 4, but only just." });
    expect(state).toMatchObject({ score: 4, scoreSetBy: "a0" });
    expect(state.lines[2]).toMatchObject({ outcome: "revise", text: "Score: 4, but only just." });
  });

  test("keeps only the last decision on a line", () => {
    const state = outcomeOf(accept("1"), { kind: "revise", itemId: "1", text: "It is muddled." }, { kind: "remove", itemId: "1" });
    expect(state.lines[1]).toMatchObject({ outcome: "remove", actionId: "a2" });
    expect(state.tally.conclusion).toEqual({ accept: 0, revise: 0, remove: 1, add: 0 });
  });

  test("loses an added line that its author removes, and counts a rewritten one as added", () => {
    const added = { kind: "add" as const, itemKind: "evidence" as const, text: "It cites nobody." };
    expect(outcomeOf(added, { kind: "remove", itemId: "a0" }).lines).toHaveLength(4);
    const rewritten = outcomeOf(added, { kind: "revise", itemId: "a0", text: "It cites one source." });
    expect(rewritten.lines[4]).toMatchObject({ id: "a0", outcome: "add", original: null, text: "It cites one source." });
    expect(rewritten.tally.evidence?.add).toBe(1);
    expect(outcomeOf(added, accept("a0")).lines[4]).toMatchObject({ outcome: "add", actionId: "a0", text: "It cites nobody." });
  });
});

describe("the score line is the score", () => {
  test("revising the line sets the score, and the score control revises the line", () => {
    expect(outcomeOf({ kind: "revise", itemId: "2", text: "Score: 2", score: 2 })).toMatchObject({ score: 2 });
    const state = outcomeOf({ kind: "set-score", score: 3 });
    expect(state.score).toBe(3);
    expect(state.lines[2]).toMatchObject({ outcome: "revise", text: "2. Score: 3 out of 5." });
  });

  test("setting the draft's own score accepts the line", () => {
    const state = outcomeOf({ kind: "set-score", score: 2 }, { kind: "set-score", score: 4 });
    expect(state.lines[2]).toMatchObject({ outcome: "accept", text: "2. Score: 4 out of 5." });
    expect(state.score).toBe(4);
  });

  test("accepting a draft's score with floating-point noise stores the point on the scale", () => {
    const noisy = { ...drafted, draftScore: 4.0000000001, actions: script(accept("2")) };
    expect(actionProblem({ ...noisy, ...rules, actions: [] }, { ...blank, id: "new", ...accept("2") })).toBeNull();
    expect(applyActions(noisy)).toMatchObject({ score: 4 });
    expect(applyActions({ ...noisy, actions: script({ kind: "set-score", score: 4 }) }).lines[2]).toMatchObject({ outcome: "accept" });
  });

  test("removing the line leaves no score, and undoing that brings the former one back", () => {
    const removed = script(accept("2"), { kind: "remove", itemId: "2" });
    expect(applyActions({ ...drafted, actions: removed })).toMatchObject({ score: null, scoreSetBy: null });
    const undone = script(accept("2"), { kind: "remove", itemId: "2" }, { kind: "undo", undoesId: "a1" });
    expect(applyActions({ ...drafted, actions: undone })).toMatchObject({ score: 4, scoreSetBy: "a0" });
  });

  test("accepting the line takes the draft's score; a score given without text goes into the line's current text", () => {
    expect(outcomeOf({ ...accept("2"), score: 2 })).toMatchObject({ score: 4 });
    const reworded = { kind: "revise" as const, itemId: "2", text: "Score: 2, for it is thin.", score: 2 };
    expect(outcomeOf(reworded, { kind: "revise", itemId: "2", score: 3 }).lines[2]?.text).toBe("Score: 3, for it is thin.");
  });

  test("the verdict on a pair is reworded where it names an output, and any other score by its number", () => {
    const line = (text: string, of: ReviewInput["scale"], score: number) =>
      applyActions({
        items: [{ id: "0", kind: "score", text }],
        draftScore: 1,
        scale: of,
        actions: script({ kind: "set-score", score }),
      }).lines[0]?.text;
    expect(line("[A] is better.", preferenceScale, -1)).toBe("[B] is better.");
    expect(line("Preference: 1", preferenceScale, -1)).toBe("Preference: -1");
    expect(line("[A] gets 1 point.", scale, 3)).toBe("[A] gets 3 point.");
  });

  test("a unit without a score is not complete, even where 0 is on the scale", () => {
    const blind = { items: [], draftScore: null, scale: { min: 0, max: 5, step: 1 } };
    expect(applyActions({ ...blind, actions: [] })).toMatchObject({ score: null, complete: false });
    expect(applyActions({ ...blind, actions: script({ kind: "set-score", score: 0 }) })).toMatchObject({ score: 0, complete: true });
  });

  test("a blind unit has only the score and added lines", () => {
    const blind = { items: [], draftScore: null, scale, actions: script({ kind: "set-score", score: 5 }) };
    expect(applyActions(blind)).toMatchObject({ lines: [], score: 5, complete: true, tally: {} });
  });
});

test("imported work keeps its own contradiction: its set-score wins and its rows count one by one", () => {
  const row = (fields: Partial<ReviewAction>) => ({ origin: { row: 1 }, ...fields });
  const state = outcomeOf(
    row({ ...accept("2"), itemKind: "score" }),
    row({ kind: "revise", itemKind: "evidence", text: "edited elsewhere" }),
    row({ kind: "accept", itemKind: "evidence" }),
    row({ kind: "accept", itemKind: "heading" }),
    { kind: "set-score", score: 2 },
  );
  expect(state).toMatchObject({ score: 2, scoreSetBy: "a4" });
  expect(state.tally).toEqual({
    score: { accept: 1, revise: 0, remove: 0, add: 0 },
    evidence: { accept: 1, revise: 1, remove: 0, add: 0 },
    heading: { accept: 1, revise: 0, remove: 0, add: 0 },
  });
});

test("imported work without a set-score of its own has the score of its score line; the last of several set-scores wins", () => {
  const row = (fields: Partial<ReviewAction>) => ({ origin: { row: 1 }, ...fields });
  const accepted = row({ ...accept("2"), itemKind: "score" });
  expect(outcomeOf(accepted)).toMatchObject({ score: 4, scoreSetBy: "a0" });
  const twice = outcomeOf(row({ kind: "set-score", score: 1 }), row({ kind: "set-score", score: 3 }), accepted);
  expect(twice).toMatchObject({ score: 3, scoreSetBy: "a1" });
  expect(twice.tally).toEqual({ score: { accept: 1, revise: 0, remove: 0, add: 0 } });
});

test("imported rows count under the kind of the draft's line unless they name one; rows without a line and scores set are not counted", () => {
  const row = (fields: Partial<ReviewAction>) => ({ origin: { row: 1 }, ...fields });
  const state = outcomeOf(row(accept("3")), row({ kind: "accept" }), row({ kind: "set-score", itemId: "2", score: 2 }));
  expect(state.tally).toEqual({ evidence: { accept: 1, revise: 0, remove: 0, add: 0 } });
});

test("imported rows that say less than the product's own actions change no more than they say", () => {
  const row = (fields: Partial<ReviewAction>) => ({ origin: { row: 1 }, ...fields });
  const unexplained = outcomeOf(row({ kind: "revise", itemId: "2" }));
  expect(unexplained).toMatchObject({ score: null, lines: [{}, {}, { outcome: "revise", text: "2. Score: 4 out of 5." }, {}] });
  expect(outcomeOf(row({ kind: "set-score" }))).toMatchObject({ score: null, lines: [{}, {}, { outcome: "open" }, {}] });
  const added = outcomeOf(row({ kind: "add" })).lines[4];
  expect(added).toMatchObject({ kind: "explanation", outcome: "add", text: "" });
  expect(applyActions({ ...drafted, draftScore: null, actions: script(row(accept("2"))) })).toMatchObject({
    score: null,
    scoreSetBy: null,
  });
});

test("an action stored without an origin is not imported", () => {
  const own = outcomeOf({ kind: "set-score", score: 3, origin: null }, { ...accept("2"), origin: null });
  expect(own).toMatchObject({ score: 4, scoreSetBy: "a1" });
});

test("undo goes back step by step, redo forward again, and something new ends redoing", () => {
  const undo = (undoesId: string | null) => ({ kind: "undo" as const, undoesId });
  const twice = [accept("1"), accept("2"), undo("a1"), undo("a0")];
  expect(outcomeOf(...twice)).toMatchObject({ undoable: null, redoable: "a3", score: null });
  const redone = outcomeOf(...twice, undo("a3"));
  expect(redone).toMatchObject({ undoable: "a0", redoable: "a2" });
  expect(outcomeOf(...twice, undo("a3"), undo("a2"))).toMatchObject({ undoable: "a1", redoable: null, score: 4 });
  expect(outcomeOf(...twice, undo("a3"), accept("3"))).toMatchObject({ undoable: "a5", redoable: null });
});

describe("accepting the rest", () => {
  const rest = { kind: "accept-rest" as const };

  test("accepts the open lines and the draft's score by one action, leaves decided lines and headings, and is counted separately", () => {
    const state = outcomeOf({ kind: "remove", itemId: "3", reasonCode: "made-up" }, rest);
    expect(state.lines.map(({ outcome, actionId, together }) => [outcome, actionId, together])).toEqual([
      ["open", null, false],
      ["accept", "a1", true],
      ["accept", "a1", true],
      ["remove", "a0", false],
    ]);
    expect(state).toMatchObject({ score: 4, scoreSetBy: "a1", complete: true });
    expect(state.tally).toEqual({
      conclusion: { accept: 1, revise: 0, remove: 0, add: 0, together: 1 },
      score: { accept: 1, revise: 0, remove: 0, add: 0, together: 1 },
      evidence: { accept: 0, revise: 0, remove: 1, add: 0 },
    });
  });

  test("is undone as a whole by one undo", () => {
    const undone = outcomeOf(accept("1"), rest, { kind: "undo", undoesId: "a1" });
    expect(undone.lines.map(({ outcome }) => outcome)).toEqual(["open", "accept", "open", "open"]);
    expect(undone).toMatchObject({ score: null, undoable: "a0", redoable: "a2" });
  });

  test("does not accept a line whose earlier decision is undone later", () => {
    const state = outcomeOf({ kind: "remove", itemId: "3", reasonCode: "made-up" }, rest, { kind: "undo", undoesId: "a0" });
    expect(state.lines[3]).toMatchObject({ outcome: "open" });
    expect(state.complete).toBe(false);
  });

  test("counts a line once it is accepted or revised by itself", () => {
    const state = outcomeOf(rest, accept("1"), { kind: "revise", itemId: "3", text: "other words" });
    expect(state.tally.conclusion).toEqual({ accept: 1, revise: 0, remove: 0, add: 0 });
    expect(state.tally.evidence).toEqual({ accept: 0, revise: 1, remove: 0, add: 0 });
    expect(state.tally.score).toMatchObject({ together: 1 });
  });

  test("leaves a score that is not on the scale to the annotator", () => {
    const state = applyActions({ ...drafted, draftScore: 3.4, actions: script(rest) });
    expect(state.lines.map(({ outcome }) => outcome)).toEqual(["open", "accept", "open", "accept"]);
    expect(state).toMatchObject({ score: null, complete: false });
  });
});
