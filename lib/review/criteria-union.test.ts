import { describe, expect, test } from "vitest";
import type { Action } from "@/lib/domain/action";
import type { Comment, LineDecision, RoundItem } from "@/lib/domain/criteria-round";
import type { CriterionContent } from "@/lib/domain/criterion";
import { criterionToText } from "@/lib/domain/criterion-text";
import { countedOutcomes } from "./counted-outcomes";
import { consensusOf, criteriaUnion, isSameWording } from "./criteria-union";
import { nextRound } from "./next-round";

const scale = { min: 1, max: 5, step: 1, levels: [] };
const named = (name: string, more: Partial<CriterionContent> = {}): CriterionContent => ({
  ...{ name, definition: `About ${name}.`, scale, overall: false, ...more },
});
const line = (name: string, proposed: string | null): RoundItem => ({
  ...{ kind: "criterion", text: criterionToText(named(name)), proposed: proposed && criterionToText(named(proposed)) },
});
const heading = (text: string): RoundItem => ({ kind: "heading", text, proposed: null });
/** An earlier round has reworded "Nice" and added "Old". */
const items = [
  heading("General criteria"),
  line("Clear", "Clear"),
  heading("Task-specific criteria"),
  line("Kind", "Nice"),
  line("Old", null),
];

const act = (id: string, kind: Action["kind"], of: Partial<Action> = {}): Action => ({
  ...{ id, seq: 0, parentId: null, kind, itemId: null, itemKind: "criterion", text: null, score: null, criterion: null },
  ...{ reasonCode: null, reason: null, undoesId: null, at: "2026-01-01T00:00:00Z", ...of },
});
const redlines = [
  {
    expert: "P1",
    actions: [
      act("1a", "accept", { itemId: "1" }),
      act("1b", "remove", { itemId: "3", reasonCode: "unclear", reason: "Says little." }),
      act("1c", "accept", { itemId: "4" }),
      act("1d", "add", { criterion: named("Brief") }),
    ],
  },
  { expert: "P2", actions: [act("2a", "revise", { itemId: "1", criterion: named("Plain") }), act("2b", "remove", { itemId: "3" })] },
  {
    expert: "P3",
    actions: [
      act("3a", "accept", { itemId: "1" }),
      act("3b", "revise", { itemId: "4", criterion: named("Older") }),
      act("3c", "add", { criterion: named("Odd", { group: "general" }) }),
    ],
  },
];
const decided = (criterion: CriterionContent | null, group: LineDecision["group"] = null): LineDecision => ({
  ...{ criterion, group, note: "", by: "Ada", at: "2026-01-02T00:00:00Z" },
});
const decisions: [string, LineDecision][] = [
  ["1", decided(named("Plain"))],
  ["3", decided(null)],
  ["4", decided(named("Old"))],
  ["1d", decided(named("Brief"), "task-specific")],
  ["3c", decided(null)],
];
const comment: Comment = { id: "c", by: "P2", text: "Why?", at: "2026-01-01T00:00:00Z" };
const union = (some = decisions) =>
  criteriaUnion({ items, pairwise: false, redlines, decisions: new Map(some), comments: new Map([["3", [comment]]]) });

describe("the union of the experts' redlines", () => {
  test("has each redlined criterion with what every expert did, then each added one with its expert", () => {
    const lines = union();
    expect(lines.map(({ id, choices }) => [id, choices.map(({ expert, outcome }) => `${expert} ${outcome}`)])).toEqual([
      ["1", ["P1 accept", "P2 revise", "P3 accept"]],
      ["3", ["P1 remove", "P2 remove"]],
      ["4", ["P1 accept", "P3 revise"]],
      ["1d", ["P1 add"]],
      ["3c", ["P3 add"]],
    ]);
    expect(lines.map(({ original, proposed }) => [original?.name ?? null, proposed?.name ?? null])).toEqual([
      ["Clear", "Clear"],
      ["Kind", "Nice"],
      ["Old", null],
      [null, null],
      [null, null],
    ]);
    expect(lines.map(({ agreement }) => agreement)).toEqual([
      { share: 2 / 3, count: 2, n: 3 },
      { share: 1, count: 2, n: 2 },
      { share: 1 / 2, count: 1, n: 2 },
      null,
      null,
    ]);
    expect(lines[1]).toMatchObject({ heading: "Task-specific criteria", comments: [comment] });
    expect(lines[1]?.choices[0]).toMatchObject({ reasonCode: "unclear", reason: "Says little." });
    expect([lines[0]?.comments, lines[0]?.decision?.criterion?.name, union([])[0]?.decision]).toEqual([[], "Plain", null]);
  });

  test("one expert agrees with nobody", () => {
    const alone = criteriaUnion({ items, pairwise: false, redlines: redlines.slice(0, 1), decisions: new Map(), comments: new Map() });
    expect(alone.map(({ agreement }) => agreement)).toEqual([null, null, null, null]);
  });

  test("agrees on what was decided, each criterion with the moderator's group or its own", () => {
    expect(consensusOf(union()).map(({ name, group }) => [name, group])).toEqual([
      ["Plain", "general"],
      ["Old", "task-specific"],
      ["Brief", "task-specific"],
    ]);
  });
});

describe("what a panel's figures are counted from", () => {
  const experts = ["P1", "P2", "P3"];

  test("is each expert's choice on each redlined criterion, everything the experts did, and how the proposal ended", () => {
    const [general, specific] = ["general", "task-specific"].map((group) => (outcome: string) => ({ outcome, group }));
    expect(countedOutcomes({ experts, lines: union() }, ["general"])).toEqual({
      experts: 3,
      choices: [
        ["accept", "revise", "accept"],
        ["remove", "remove", null],
        ["accept", null, "revise"],
      ],
      byExperts: [
        ...["accept", "revise", "accept"].map((outcome) => general?.(outcome)),
        ...["remove", "remove", "accept", "revise", "add"].map((outcome) => specific?.(outcome)),
        general?.("add"),
      ],
      // Removed before; "Clear" reworded, "Nice" removed, "Old" and "Brief" added for good. "Odd" never was in the list.
      consensus: [general?.("remove"), general?.("revise"), specific?.("remove"), specific?.("add"), specific?.("add")],
    });
  });

  test("has no consensus while one line is undecided, and accepts a criterion that ends as the judge proposed it", () => {
    expect(countedOutcomes({ experts, lines: union(decisions.slice(1)) }, []).consensus).toBeNull();
    const back = union([["1", decided(named("Clear"))], ["3", decided(named("Kind"))], ...decisions.slice(2)]);
    expect(countedOutcomes({ experts, lines: back }, []).consensus?.map(({ outcome }) => outcome)).toEqual([
      "accept",
      "revise",
      "add",
      "add",
    ]);
  });
});

describe("the next round", () => {
  const before = { items, removedBefore: ["general" as const] };
  const shown = (lines = union()) => {
    const next = nextRound(lines, before);
    return { ...next, items: next.items.map(({ text, proposed }) => [text.split("\n")[0], proposed?.split("\n")[0] ?? null]) };
  };

  test("redlines what was decided, under the headings of its groups, and remembers what of the judge's was removed", () => {
    expect(shown()).toEqual({
      items: [
        ["General criteria", null],
        ["Plain", "Clear"],
        ["Task-specific criteria", null],
        ["Old", null],
        ["Brief", null],
      ],
      removedBefore: ["general", "task-specific"],
    });
  });

  test("redlines an undecided line as it came, unless every expert removed it; criteria without a group come first", () => {
    expect(shown(union([]))).toEqual({
      items: [
        ["Brief", null],
        ["General criteria", null],
        ["Clear", "Clear"],
        ["Odd", null],
        ["Task-specific criteria", null],
        ["Old", null],
      ],
      removedBefore: ["general", "task-specific"],
    });
    const disputed = union([]).map((one) => ({
      ...one,
      choices: one.choices.map((choice, at) => ({ ...choice, outcome: at === 0 ? ("remove" as const) : choice.outcome })),
    }));
    expect(shown(disputed).items.map(([text]) => text)).toEqual(["General criteria", "Clear", "Task-specific criteria", "Old"]);
    const undone = redlines.map(({ expert }) => ({ expert, actions: [] }));
    const untouched = criteriaUnion({ items, pairwise: false, redlines: undone, decisions: new Map(), comments: new Map() });
    expect(shown(untouched).items.map(([text]) => text)).toContain("Kind");
    expect(shown(union().slice(0, 1)).items.map(([text]) => text)).toEqual(["General criteria", "Plain"]);
    expect(nextRound(union(), before).items.map(({ kind }) => kind)).toEqual(["heading", "criterion", "heading", "criterion", "criterion"]);
  });
});

test("wordings are the same if name, definition, overall and scale are, whatever the blanks around them and the group", () => {
  const one = named("Clear");
  expect(isSameWording(one, { ...one, name: " Clear ", definition: "About Clear. ", group: "general" })).toBe(true);
  for (const other of [named("Plain"), named("Clear", { overall: true }), named("Clear", { definition: "" })]) {
    expect(isSameWording(one, other)).toBe(false);
  }
  expect(isSameWording(one, named("Clear", { scale: { ...scale, max: 7 } }))).toBe(false);
});
