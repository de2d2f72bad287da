import fc from "fast-check";
import { expect, test } from "vitest";
import type { Action } from "@/lib/domain/action";
import type { CriterionContent } from "@/lib/domain/criterion";
import { criterionFromText, criterionToText } from "@/lib/domain/criterion-text";
import type { Item } from "@/lib/domain/draft";
import { applyCriteriaActions, criteriaActionProblem, publishProblem } from "./apply-criteria-actions";

const scale = { min: 1, max: 3, step: 1, levels: [{ value: 1, label: "poor", description: "Hard to follow." }] };
const clarity: CriterionContent = { name: "Clarity", definition: "Easy to follow.", scale, overall: false };
const items: Item[] = [
  { id: "0", kind: "criterion", text: criterionToText(clarity) },
  { id: "1", kind: "criterion", text: "2. Correctness: what it says is true" },
];
const blank: Action = {
  id: "a",
  seq: 0,
  parentId: null,
  kind: "accept",
  itemId: null,
  itemKind: "criterion",
  text: null,
  score: null,
  criterion: null,
  reasonCode: null,
  reason: null,
  undoesId: null,
  at: "2026-01-01T00:00:00Z",
};
const script = (...steps: Partial<Action>[]): Action[] => steps.map((step, index) => ({ ...blank, id: `a${index}`, seq: index, ...step }));
const outcomeOf = (...steps: Partial<Action>[]) => applyCriteriaActions({ items, actions: script(...steps) });

test("a proposal is read as criteria, and nothing of it is published before it is decided", () => {
  const state = outcomeOf();
  expect(state.lines.map((line) => line.original?.name)).toEqual(["Clarity", "Correctness"]);
  expect(state.lines[1]?.original?.definition).toBe("what it says is true");
  expect(state).toMatchObject({ criteria: [], open: 2 });
  expect(publishProblem(state)).toMatch(/2 proposed criteria are still undecided/);
});

test("a proposed criterion has the heading above it; lines of other kinds are left out; a pair's criteria get the preference scale", () => {
  const proposal: Item[] = [
    { id: "0", kind: "criterion", text: "Brevity: no padding" },
    { id: "1", kind: "heading", text: "Language" },
    { id: "2", kind: "criterion", text: "Clarity: easy to follow" },
    { id: "3", kind: "explanation", text: "These cover the style." },
    { id: "4", kind: "criterion", text: "Tone: polite" },
  ];
  const shown = (pairwise?: boolean) =>
    applyCriteriaActions({ items: proposal, actions: [], ...(pairwise !== undefined && { pairwise }) }).lines.map(
      ({ heading, original }) => [heading, original?.name, original?.scale.min, original?.scale.max],
    );
  expect(shown()).toEqual([
    [null, "Brevity", 1, 5],
    ["Language", "Clarity", 1, 5],
    ["Language", "Tone", 1, 5],
  ]);
  expect(shown(true)).toEqual([
    [null, "Brevity", -1, 1],
    ["Language", "Clarity", -1, 1],
    ["Language", "Tone", -1, 1],
  ]);
});

test("each decision is kept with its reason and its action, and a later one supersedes it", () => {
  const removed = { kind: "remove" as const, itemId: "0", reasonCode: "made-up" as const, reason: "cannot be judged" };
  const state = outcomeOf({ itemId: "1" }, removed);
  expect(state.lines[0]).toMatchObject({ outcome: "remove", reasonCode: "made-up", reason: "cannot be judged", actionId: "a1" });
  expect(state.lines[1]).toMatchObject({ outcome: "accept", reason: null, actionId: "a0" });
  expect(state).toMatchObject({ open: 0, criteria: [{ name: "Correctness" }], undoable: "a1", lastActionId: "a1" });
  expect(outcomeOf({ itemId: "0" }, { itemId: "1" }, removed).lastActionId).toBe("a2");
  const revised = { kind: "revise" as const, itemId: "0", criterion: { ...clarity, name: "Ease" } };
  expect(outcomeOf(revised, removed).lines[0]).toMatchObject({ outcome: "remove", criterion: { name: "Clarity" } });
  expect(outcomeOf(removed, { itemId: "0" }).lines[0]).toMatchObject({ outcome: "accept", reason: null, actionId: "a1" });
  expect(outcomeOf()).toMatchObject({ undoable: null, redoable: null, lastActionId: null });
});

test("actions without their criterion, or on a line that is not there, change nothing", () => {
  const before = outcomeOf();
  expect(outcomeOf({ kind: "add" }).lines).toEqual(before.lines);
  expect(outcomeOf({ kind: "revise", itemId: "0" }).lines).toEqual(before.lines);
  expect(outcomeOf({ kind: "remove", itemId: "9" }).lines).toEqual(before.lines);
  const own = outcomeOf({ kind: "add", criterion: clarity });
  expect(own.lines[2]).toMatchObject({ outcome: "add", heading: null, original: null, criterion: clarity, actionId: "a0" });
  expect(outcomeOf({ kind: "add", criterion: clarity }, { itemId: "a0" }).lines).toEqual(own.lines);
  expect(outcomeOf({ itemId: "0", criterion: { ...clarity, name: "Ease" } }).lines[0]?.criterion.name).toBe("Clarity");
});

test("accepted, revised and added criteria make the list; removed ones do not", () => {
  const tone = { ...clarity, name: "Tone" };
  const state = outcomeOf({ itemId: "0" }, { kind: "remove", itemId: "1", reason: "cannot be judged" }, { kind: "add", criterion: tone });
  expect(state.criteria).toEqual([clarity, tone]);
  expect(publishProblem(state)).toBeNull();
  const revised = outcomeOf({ kind: "revise", itemId: "1", criterion: { ...clarity, name: "Truth" } });
  expect(revised.lines[1]).toMatchObject({ outcome: "revise", criterion: { name: "Truth" }, original: { name: "Correctness" } });
});

test("an added criterion can be rewritten and taken away again", () => {
  const add = { kind: "add" as const, criterion: clarity };
  expect(outcomeOf(add, { kind: "revise", itemId: "a0", criterion: { ...clarity, name: "Ease" } }).lines[2]).toMatchObject({
    outcome: "add",
    criterion: { name: "Ease" },
  });
  expect(outcomeOf(add, { kind: "remove", itemId: "a0" }).lines).toHaveLength(2);
  expect(outcomeOf(add, { kind: "undo", undoesId: "a0" }).lines).toHaveLength(2);
});

test("a list with two criteria of one name, with two overall ones or with none cannot be published", () => {
  const decided = [{ itemId: "0" }, { kind: "remove" as const, itemId: "1" }];
  expect(publishProblem(outcomeOf(...decided, { kind: "add", criterion: clarity }))).toMatch(/Two criteria/);
  const overall = (name: string) => ({ kind: "add" as const, criterion: { ...clarity, name, overall: true } });
  expect(publishProblem(outcomeOf(...decided, overall("A"), overall("B")))).toMatch(/overall/);
  expect(publishProblem(outcomeOf(...decided, overall("A")))).toBeNull();
  expect(publishProblem(outcomeOf(...decided, { kind: "add", criterion: { ...clarity, name: " Clarity " } }))).toMatch(/Two criteria/);
  expect(publishProblem(outcomeOf({ itemId: "0" }))).toMatch(/1 proposed criterion is still undecided/);
  expect(publishProblem(applyCriteriaActions({ items: [], actions: [] }))).toMatch(/no criterion/);
});

test("actions that make no sense on criteria are refused", () => {
  const before = script({ kind: "add", criterion: clarity }, { itemId: "1" });
  const problem = (step: Partial<Action>) => criteriaActionProblem({ items, actions: before }, { ...blank, id: "new", ...step });
  expect(problem({ itemId: "0" })).toBeNull();
  expect(problem({ itemId: "9" })).toMatch(/no such criterion/);
  expect(problem({ kind: "revise", itemId: "0" })).toMatch(/new criterion/);
  expect(problem({ kind: "add" })).toMatch(/needs the criterion/);
  expect(problem({ kind: "set-score", score: 3 })).toMatch(/no score/);
  expect(problem({ kind: "set-score" })).toMatch(/no score/);
  expect(problem({ itemId: "0", score: 3 })).toMatch(/no score/);
  expect(problem({ itemId: "0", itemKind: "evidence" })).toMatch(/only criteria/);
  expect(problem({ itemId: "a0" })).toMatch(/your own/);
  expect(problem({ itemId: "0", id: "a0" })).toMatch(/already made/);
  expect(problem({ itemId: "0", undoesId: "a0" })).toMatch(/Only undo/);
  expect(problem({ kind: "undo", undoesId: "a9" })).toMatch(/does not exist/);
});

test("actions that make sense on criteria are allowed", () => {
  const before = script({ kind: "add", criterion: clarity }, { itemId: "1" });
  const problem = (step: Partial<Action>) => criteriaActionProblem({ items, actions: before }, { ...blank, id: "new", ...step });
  expect(problem({ itemId: "0", itemKind: null })).toBeNull();
  expect(problem({ kind: "add", criterion: clarity })).toBeNull();
  expect(problem({ kind: "revise", itemId: "0", criterion: clarity })).toBeNull();
  expect(problem({ kind: "revise", itemId: "a0", criterion: clarity })).toBeNull();
  expect(problem({ kind: "remove", itemId: "a0" })).toBeNull();
  expect(problem({ kind: "undo", undoesId: "a0" })).toBeNull();
});

test("a criterion written as text is read back the same", () => {
  const line = fc.stringMatching(/^[A-Za-zéß好](?:[A-Za-z,é好-]{0,8} ){0,3}[a-z]$/).filter((text) => !/ {2}/.test(text));
  const anyScale = fc
    .record({
      min: fc.integer({ min: -5, max: 5 }),
      width: fc.integer({ min: 1, max: 100 }),
      step: fc.constantFrom(1, 0.5, null),
      words: fc.array(line, { maxLength: 3 }),
    })
    .map(({ min, width, step, words }) => ({
      min,
      max: min + width,
      step,
      levels: words.slice(0, width).map((description, index) => ({ value: min + index, label: index === 0 ? "" : "word", description })),
    }));
  const content = fc.record({
    name: line,
    definition: fc.array(line, { maxLength: 3 }).map((lines) => lines.join("\n")),
    scale: anyScale,
    overall: fc.boolean(),
    group: fc.constantFrom(undefined, "general" as const, "task-specific" as const),
  });
  fc.assert(
    fc.property(content, (given) => {
      expect(criterionFromText(criterionToText(given), scale)).toEqual(given);
    }),
  );
});
