import { describe, expect, it, test } from "vitest";
import type { Action } from "@/lib/domain/action";
import { labelled } from "@/lib/testing/labels";
import { actionProblem } from "./action-problem";
import { applyActions } from "./apply-actions";
import { contradictedScore } from "./claimed-score";

const scale = labelled("supported", "not supported", "true");
const items = [
  { id: "0", kind: "conclusion" as const, text: "The claim is in the text." },
  { id: "1", kind: "score" as const, text: "Label: supported" },
];
const setLabel = (score: number): Action => ({
  id: `a${score}`,
  seq: 0,
  parentId: null,
  kind: "set-score",
  itemId: "1",
  itemKind: null,
  text: null,
  criterion: null,
  score,
  reasonCode: null,
  reason: null,
  undoesId: null,
  at: "2026-05-04T10:00:00.000Z",
});

describe("a label chosen in place of the draft's", () => {
  it("rewrites the line that names it", () => {
    const { lines, score } = applyActions({ items, draftScore: 0, scale, actions: [setLabel(1)] });
    expect(lines[1]).toMatchObject({ outcome: "revise", text: "Label: not supported" });
    expect(score).toBe(1);
  });

  it("accepts the draft's when it is the same", () => {
    expect(applyActions({ items, draftScore: 0, scale, actions: [setLabel(0)] }).lines[1]).toMatchObject({ outcome: "accept" });
  });

  it("is refused when the criterion has no such label", () => {
    const context = { items, draftScore: 0, scale, actions: [], reasonRequired: false, mayAcceptRest: false };
    expect(actionProblem(context, setLabel(3))).toBe(
      'The score 3 is not a label of this criterion, which has "supported", "not supported", "true".',
    );
    expect(actionProblem(context, setLabel(2))).toBeNull();
  });
});

test.each<[string, number | null]>([
  ["Label: not supported.", 1],
  ["I labelled it as “true”.", 2],
  ["The category is Not  Supported", 1],
  ["Label: supported", null],
  ["The label should not be true.", null],
  ["It is true that the text says so.", null],
  ["Nothing here is not supported by the text.", null],
  ["Score: 2 out of 2", null],
])("on a unit labelled supported, %j claims %j", (text, claimed) => {
  expect(contradictedScore(text, 0, scale)).toBe(claimed);
});
