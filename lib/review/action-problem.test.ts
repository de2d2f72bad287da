import { describe, expect, test } from "vitest";
import type { Item } from "@/lib/domain/draft";
import { type ActionContext, actionProblem, type ProposedAction } from "./action-problem";

const items: Item[] = [
  { id: "0", kind: "heading", text: "Evaluation:" },
  { id: "1", kind: "conclusion", text: "The answer is clear." },
  { id: "2", kind: "score", text: "2. Score: 4 out of 5." },
  { id: "3", kind: "evidence", text: '- "plain words"' },
];
const rules = { reasonRequired: false, mayAcceptRest: true };
const drafted: ActionContext = { items, draftScore: 4, scale: { min: 1, max: 5, step: 1 }, actions: [], ...rules };
const blind: ActionContext = { ...drafted, items: [], draftScore: null };
const strict: ActionContext = { ...drafted, reasonRequired: true };

const blank = {
  ...{ parentId: null, kind: "accept" as const, itemId: null, itemKind: null, text: null, score: null, criterion: null },
  ...{ reasonCode: null, reason: null, undoesId: null, at: "2026-01-01T00:00:00Z" },
};
type Step = Partial<ProposedAction>;
const problem = (step: Step, context = drafted) => actionProblem(context, { ...blank, id: "new", ...step });
const following = (context: ActionContext, ...steps: Step[]): ActionContext => ({
  ...context,
  actions: steps.map((step, index) => ({ ...blank, id: `a${index}`, seq: index, ...step })),
});

const accept = (itemId: string): Step => ({ kind: "accept", itemId });
const revise = (itemId: string, rest: Step): Step => ({ kind: "revise", itemId, ...rest });
const added: Step = { kind: "add", itemKind: "evidence", text: "It cites nobody." };
const clarity = { name: "Clarity", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false };

describe("an action is refused for", () => {
  test.each<[string, Step, RegExp]>([
    ["an unknown line", accept("9"), /no such line/],
    ["no line", { kind: "accept" }, /needs the line/],
    ["a heading", accept("0"), /heading is only shown/],
    ["the wrong kind", { ...accept("1"), itemKind: "score" }, /of kind conclusion, not score/],
    ["revising without text", revise("1", { text: " " }), /Revising needs the new text/],
    ["revising into the same", revise("1", { text: "The answer is clear." }), /accept the line/],
    ["revising the score into the same", revise("2", { score: 4 }), /accept the line/],
    ["revising the score without a score", revise("2", { text: "Score: two" }), /new score/],
    ["revising the score's text into nothing", revise("2", { text: " ", score: 2 }), /Revising needs the new text/],
    ["a score off the scale", { kind: "set-score", score: 6 }, /The score 6 is not on the scale, 1 to 5\./],
    ["a score between the steps", { kind: "set-score", score: 2.5 }, /not on the scale/],
    ["a score that is almost a point", { kind: "set-score", score: 3.0000000001 }, /3.0000000001 is not on the scale/],
    ["a revised score that is almost a point", revise("2", { score: 2.9999999999 }), /not on the scale/],
    ["no score", { kind: "set-score" }, /needs a score/],
    ["a score set on another line", { kind: "set-score", itemId: "1", score: 2 }, /belongs to the score line/],
    ["a score on another line", revise("1", { text: "x", score: 2 }), /Only a revision of the score line/],
    ["a score with an accepted score line", { ...accept("2"), score: 4 }, /Only a revision of the score line/],
    ["an added score line", { kind: "add", itemKind: "score", text: "Score: 2" }, /score control/],
    ["an added heading", { kind: "add", itemKind: "heading", text: "More:" }, /kind heading cannot be added/],
    ["an added criterion", { kind: "add", itemKind: "criterion", text: "Tone" }, /kind criterion cannot be added/],
    ["an added line without text", { kind: "add", itemKind: "evidence", text: "" }, /needs text/],
    ["an added line without kind", { kind: "add", text: "x" }, /needs a kind/],
    ["an added line with another line's id", { ...added, itemId: "1" }, /has no item yet/],
    ["a criterion", { ...accept("1"), criterion: clarity }, /changed in a criteria set/],
    ["undoing by another kind of action", { ...accept("1"), undoesId: "a0" }, /Only undo/],
    ["undo of nothing", { kind: "undo" }, /must name/],
    ["undo of what is not there", { kind: "undo", undoesId: "zz" }, /does not exist/],
  ])("%s", (_name, step, expected) => {
    expect(problem(step, following(drafted, added))).toMatch(expected);
  });

  test("undoing what was done before the draft was shown, and a text or a score with accepting the rest", () => {
    const shown = { ...following(drafted, { kind: "set-score", score: 2 }, accept("1")), madeBlind: 1 };
    expect(problem({ kind: "undo", undoesId: "a0" }, shown)).toMatch(/before the draft was shown/);
    expect(problem({ kind: "undo", undoesId: "a1" }, shown)).toBeNull();
    expect(problem({ kind: "accept-rest", text: "x" })).toMatch(/names no line, text or score/);
    expect(problem({ kind: "accept-rest", score: 3 })).toMatch(/names no line, text or score/);
    expect(problem({ kind: "accept-rest" })).toBeNull();
  });

  test("undoing twice, accepting one's own line, and repeating an id", () => {
    const before = following(drafted, added, accept("1"), { kind: "undo", undoesId: "a1" });
    expect(problem({ kind: "undo", undoesId: "a1" }, before)).toMatch(/already undone/);
    expect(problem({ kind: "undo", undoesId: "a2" }, before)).toBeNull();
    expect(problem(accept("a0"), before)).toMatch(/your own/);
    expect(problem({ ...accept("1"), id: "a0" }, before)).toMatch(/already made/);
  });

  test("accepting a score that cannot be read or is off the scale; other lines of that draft can be accepted", () => {
    expect(problem(accept("2"), { ...drafted, draftScore: null })).toMatch(/no readable score/);
    expect(problem(accept("2"), { ...drafted, draftScore: 4.5 })).toMatch(/The score 4.5 is not on the scale/);
    expect(problem(accept("1"), { ...drafted, draftScore: null })).toBeNull();
  });
});

test("a text or a reason of a megabyte is refused with its length and the limit, whatever the action", () => {
  const megabyte = "x".repeat(1_000_000);
  const expected = "This text has 1,000,000 characters; at most 100,000 can be saved. Shorten it.";
  expect(problem(revise("1", { text: megabyte }))).toBe(expected);
  expect(problem({ kind: "remove", itemId: "1", reason: megabyte })).toBe(expected);
  expect(problem({ kind: "add", itemKind: "evidence", text: megabyte })).toBe(expected);
  expect(problem(revise("1", { text: "x".repeat(100_000) }))).toBeNull();
});

test("accepting the rest is refused where the task does not allow it, where nothing is open, and with a line", () => {
  const rest: Step = { kind: "accept-rest" };
  expect(problem(rest)).toBeNull();
  expect(problem(rest, strict)).toBeNull();
  expect(problem(rest, { ...drafted, mayAcceptRest: false })).toMatch(/one by one/);
  expect(problem(rest, following(drafted, rest))).toMatch(/No line of this draft is open/);
  expect(problem({ ...rest, itemId: "1" })).toMatch(/names no line/);
  expect(problem(rest, blind)).toMatch(/No line/);
});

describe("an action is allowed that", () => {
  test.each<[string, Step]>([
    ["accepts a line", accept("1")],
    ["names the line's kind", { ...accept("1"), itemKind: "conclusion" }],
    ["accepts the score line", accept("2")],
    ["revises a line", revise("1", { text: "It is muddled." })],
    ["revises the score alone", revise("2", { score: 2 })],
    ["revises the score and keeps the text", revise("2", { text: "2. Score: 4 out of 5.", score: 2 })],
    ["revises the score's text and keeps the score", revise("2", { text: "Score: 4, barely.", score: 4 })],
    ["sets the score on the score line", { kind: "set-score", itemId: "2", score: 2 }],
    ["adds a line under its own id", { ...added, itemId: "new" }],
  ])("%s", (_name, step) => {
    expect(problem(step)).toBeNull();
  });

  test("scores, adds and rewrites in a unit without a draft", () => {
    expect(problem({ kind: "set-score", score: 2 }, blind)).toBeNull();
    expect(problem({ kind: "set-score", itemId: "2", score: 2 }, blind)).toMatch(/belongs to the score line/);
    expect(problem(revise("a0", { text: "It cites one source." }), following(blind, added))).toBeNull();
  });
});

test("a task that asks for reasons asks for one with each departure from the draft, and with nothing else", () => {
  const asks = /asks for a reason/;
  expect(problem({ kind: "remove", itemId: "3" }, strict)).toMatch(asks);
  expect(problem(revise("1", { text: "It is muddled." }), strict)).toMatch(asks);
  expect(problem(revise("2", { text: "2. Score: 4 out of 5.", score: 3 }), strict)).toMatch(asks);
  expect(problem({ kind: "set-score", score: 2 }, strict)).toMatch(asks);
  expect(problem({ kind: "remove", itemId: "3", reason: " " }, strict)).toMatch(asks);
  expect(problem({ kind: "remove", itemId: "3", reason: "Not in the text." }, strict)).toBeNull();
  expect(problem({ kind: "remove", itemId: "3", reasonCode: "made-up" }, strict)).toBeNull();
  expect(problem({ kind: "set-score", score: 4 }, strict)).toBeNull();
  expect(problem(accept("1"), strict)).toBeNull();
  expect(problem(added, strict)).toBeNull();
  const own = following(strict, added);
  expect(problem(revise("a0", { text: "It cites one source." }), own)).toBeNull();
  expect(problem({ kind: "remove", itemId: "a0" }, own)).toBeNull();
  expect(problem({ kind: "set-score", score: 2 }, { ...blind, reasonRequired: true })).toBeNull();
});

test("the point nearest to a draft's score from between two points needs no reason, and any other does", () => {
  const asked = (draftScore: number) => [3, 4].map((score) => problem({ kind: "set-score", score }, { ...strict, draftScore }) !== null);
  expect(asked(3.4)).toEqual([false, true]);
  expect(asked(3.6)).toEqual([true, false]);
  expect(asked(3.5)).toEqual([true, true]);
});
