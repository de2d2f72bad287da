import { expect, test } from "vitest";
import { foldDiff } from "./fold-diff";

const shown = (before: string, after: string) =>
  foldDiff(before, after).map(({ kind, text, words }) => `${kind}:${text}${words === undefined ? "" : `(${words})`}`);

test("unchanged words shrink to those beside the change", () => {
  expect(shown("one two three four five six seven", "one two three four five 6 seven")).toEqual([
    "kept:… four five ",
    "removed:six",
    "inserted:6",
    "kept: seven",
  ]);
});

test("what lies between two changes keeps the words next to both", () => {
  expect(shown("a b c d e f g h", "A b c d e f g H")).toEqual(["removed:a", "inserted:A", "kept: b c … f g ", "removed:h", "inserted:H"]);
});

test("a long struck stretch is its first and last word with the number of words, and what replaces it is whole", () => {
  const struck = "r1 r2 r3 r4 r5 r6 r7 r8 r9";
  expect(shown(`start ${struck}`, "start a new ending with more than eight words in it")).toEqual([
    "kept:start ",
    "removed:r1 … r9(9)",
    "inserted:a new ending with more than eight words in it",
  ]);
});

test("eight struck words are still shown whole", () => {
  expect(shown("k r1 r2 r3 r4 r5 r6 r7 r8", "k")).toEqual(["kept:k", "removed: r1 r2 r3 r4 r5 r6 r7 r8"]);
});
