import { expect, test } from "vitest";
import { labelled } from "@/lib/testing/labels";
import { replaceLabelInText, replaceScoreInText, replaceVerdictInText, scaleInWords } from "./score-text";

test.each<[string, number | null, number, string]>([
  ["2. Score: 4 out of 5.", 4, 3, "2. Score: 3 out of 5."],
  ["4. Score: 4 out of 5.", 4, 3, "4. Score: 3 out of 5."],
  ["Score: 4.0", 4, 3, "Score: 3"],
  ["Score: 4.0", 4, 4, "Score: 4.0"],
  ["Score: 4.5 of 5", 4.5, 3, "Score: 3 of 5"],
  ["Score: 405", 4.5, 3, "Score: 405"],
  ["Of 14 points, 40 and 4.2: 4", 4, 3, "Of 14 points, 40 and 4.2: 3"],
  ["Score: four", 4, 3, "Score: four"],
  ["Score: null", null, 3, "Score: null"],
])("the score in %j, changed from %j to %j, reads %j", (line, from, to, after) => {
  expect(replaceScoreInText(line, from, to)).toBe(after);
});

test.each<[string, number | null, number, string]>([
  ["[A] is better.", 1, -1, "[B] is better."],
  ["Verdict: [B]", -1, 1, "Verdict: [A]"],
  ["[A] is better than [B].", 1, -1, "[A] is better than [B]."],
  ["[A] is better.", 1, 0, "[A] is better."],
  ["Neither is better.", 0, 1, "Neither is better."],
  ["[A] is better.", null, -1, "[A] is better."],
  ["Verdict: [tie]", null, -1, "Verdict: [tie]"],
  ["Either is good: [tie]", 0, 1, "Either is good: [tie]"],
  ["1. One more point for [A].", 1, -1, "1. One more point for [B]."],
])("the verdict %j, chosen otherwise from %d to %d, reads %j", (line, from, to, after) => {
  expect(replaceVerdictInText(line, from, to)).toBe(after);
});

test.each<[string, number | null, number, string]>([
  ["Label: MADE  up.", 0, 1, "Label: old."],
  ["Label: Made up.", 0, 0, "Label: Made up."],
  ["Label: null.", null, 1, "Label: null."],
  ["Label: undefined.", 7, 1, "Label: undefined."],
  ["Label: made up.", 0, 7, "Label: made up."],
  ["Label: older.", 1, 0, "Label: older."],
])("the label in %j, changed from %j to %j, reads %j", (line, from, to, after) => {
  expect(replaceLabelInText(line, from, to, labelled("made up", "old"))).toBe(after);
});

test("a scale of labels is described by these", () => {
  expect(scaleInWords(labelled("made up", "old"))).toBe('which has "made up", "old"');
});

test("a scale is described by its ends, and by its steps unless they are 1", () => {
  expect(scaleInWords({ min: 1, max: 5, step: 1 })).toBe("1 to 5");
  expect(scaleInWords({ min: 0, max: 100, step: null })).toBe("0 to 100");
  expect(scaleInWords({ min: 0, max: 1, step: 0.5 })).toBe("0 to 1 in steps of 0.5");
});
