import { expect, test } from "vitest";
import type { EvaluatedLine, SampleEvaluation } from "@/lib/domain/sample-detail";
import { stackLines } from "./stack-lines";

const items = [
  { id: "0", kind: "conclusion" as const, text: "It is clear." },
  { id: "1", kind: "score" as const, text: "Score: 4." },
  { id: "2", kind: "evidence" as const, text: '"one"' },
  { id: "3", kind: "evidence" as const, text: '"two"' },
];

const line = (id: string, outcome: EvaluatedLine["outcome"], more: Partial<EvaluatedLine> = {}): EvaluatedLine => {
  const item = items.find((one) => one.id === id);
  return {
    ...{ id, outcome, kind: item?.kind ?? "evidence", original: item?.text ?? null, text: item?.text ?? "new" },
    ...{ reasonCode: null, reason: null },
    ...more,
  };
};

const evaluation = (rater: string, score: number, lines: EvaluatedLine[], draftId: string | null = "draft"): SampleEvaluation => ({
  ...{ rater, score, lines, draftId, blindScore: null, alsoAcceptable: [], durationMs: null },
});

test("people who did the same to a line share a row, and others have their own", () => {
  const stacked = stackLines(
    items,
    [
      evaluation("a", 4, [line("0", "accept")]),
      evaluation("b", 2, [line("0", "revise", { text: "It is not clear." })]),
      evaluation("c", 4, [line("0", "accept", { reason: "agreed" })]),
    ],
    "draft",
  );
  expect(stacked[0]?.groups.map(({ outcome, deeds }) => [outcome, deeds.map(({ rater }) => rater)])).toEqual([
    ["accept", ["a", "c"]],
    ["revise", ["b"]],
  ]);
});

test("two people who gave different scores with the same words do not share a row", () => {
  const revised = line("1", "revise", { text: "Lower." });
  const stacked = stackLines(items, [evaluation("a", 2, [revised]), evaluation("b", 1, [revised])], "draft");
  expect(stacked[1]?.groups.map(({ deeds }) => deeds.map(({ rater, score }) => `${rater}${score}`))).toEqual([["a2"], ["b1"]]);
});

test("a line with the same actions and reasons as an earlier one of its kind says which; one that everybody accepted does not", () => {
  const same = (reason: string) => [line("2", "remove", { reason: "not there" }), line("3", "remove", { reason })];
  const repeated = stackLines(items, [evaluation("a", 4, same("not there"))], "draft");
  expect(repeated.map(({ sameAs }) => sameAs)).toEqual([null, null, null, "2"]);
  const differing = stackLines(items, [evaluation("a", 4, same("another reason"))], "draft");
  expect(differing.map(({ sameAs }) => sameAs)).toEqual([null, null, null, null]);
  const accepted = stackLines(items, [evaluation("a", 4, [line("2", "accept"), line("3", "accept")])], "draft");
  expect(accepted.map(({ sameAs }) => sameAs)).toEqual([null, null, null, null]);
});

test("lines of one kind are numbered, a single one is not", () => {
  expect(stackLines(items, [], "draft").map(({ number }) => number)).toEqual([0, 0, 1, 2]);
});

test("added lines follow, those of people who saw no draft among them, but not those of people who saw another draft", () => {
  const added = (id: string, text: string) => line(id, "add", { text, original: null });
  const stacked = stackLines(
    items,
    [
      evaluation("a", 4, [added("x", "same words")]),
      evaluation("b", 4, [added("y", "same words")], null),
      evaluation("c", 4, [added("z", "of another draft")], "other"),
    ],
    "draft",
  );
  expect(stacked.slice(items.length).map(({ item, deeds }) => [item, deeds.map(({ rater }) => rater)])).toEqual([[null, ["a", "b"]]]);
});
