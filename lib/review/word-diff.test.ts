import fc from "fast-check";
import { expect, test } from "vitest";
import { wordDiff } from "./word-diff";

const side = (parts: ReturnType<typeof wordDiff>, dropped: "removed" | "inserted") =>
  parts
    .filter((part) => part.kind !== dropped)
    .map((part) => part.text)
    .join("");

test("words are struck and put in, the rest is kept", () => {
  expect(wordDiff("The answer is very clear.", "The answer is fairly clear.")).toEqual([
    { kind: "kept", text: "The answer is " },
    { kind: "removed", text: "very" },
    { kind: "inserted", text: "fairly" },
    { kind: "kept", text: " clear." },
  ]);
});

test("a phrase is replaced as one, not word by word round its blanks", () => {
  expect(wordDiff("a dull red box", "a bright blue box")).toEqual([
    { kind: "kept", text: "a " },
    { kind: "removed", text: "dull red" },
    { kind: "inserted", text: "bright blue" },
    { kind: "kept", text: " box" },
  ]);
});

/** A redline in one line: "the [-red-]{+blue+} box". */
const redline = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === "kept" ? text : kind === "removed" ? `[-${text}-]` : `{+${text}+}`))
    .join("");

test.each([
  [
    "changes with a word between them stay apart",
    "one two three four five",
    "one 2 three 4 five",
    "one [-two-]{+2+} three [-four-]{+4+} five",
  ],
  ["a wide blank between two replaced words is part of the phrase", "a  b.", "c  d.", "[-a  b-]{+c  d+}."],
  ["punctuation before the blank is not", "a. b.", "c. d.", "[-a-]{+c+}. [-b-]{+d+}."],
  ["nor is punctuation after it", "a (b.", "c (d.", "[-a-]{+c+} ([-b-]{+d+}."],
  ["a blank at the end is kept", "red ", "blue ", "[-red-]{+blue+} "],
  ["a blank after a mere insertion is kept", "( b", "(a c", "({+a+} [-b-]{+c+}"],
  ["a blank after a mere removal is kept", "(a c", "( b", "([-a-] [-c-]{+b+}"],
  ["the end that both texts have is kept as it is", "Done.", "Not yet. Or soon.", "[-Done-]{+Not yet. Or soon+}."],
])("%s", (_name, before, after, expected) => {
  expect(redline(before, after)).toBe(expected);
});

test("scripts without blanks are compared by their words too", () => {
  const parts = wordDiff("答案很清楚", "答案不清楚");
  expect(parts[0]).toEqual({ kind: "kept", text: "答案" });
  expect(parts.at(-1)).toEqual({ kind: "kept", text: "清楚" });
});

test("equal texts give one kept part, empty ones nothing", () => {
  expect(wordDiff("same", "same")).toEqual([{ kind: "kept", text: "same" }]);
  expect(wordDiff("", "")).toEqual([]);
});

test("two long unlike texts come back as a whole replacement instead of minutes of work", () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `a${index}`).join(" ");
  const after = Array.from({ length: 20_000 }, (_, index) => `b${index}`).join(" ");
  const parts = wordDiff(before, after);
  expect(parts).toEqual([
    { kind: "removed", text: before },
    { kind: "inserted", text: after },
  ]);
});

test("whatever the texts, the parts put together again are both of them", () => {
  const words = fc.array(fc.constantFrom("a", "b", " ", "  ", "\n", "é", "好", "👍", "."), { maxLength: 30 }).map((list) => list.join(""));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = wordDiff(before, after);
      expect(side(parts, "inserted")).toBe(before);
      expect(side(parts, "removed")).toBe(after);
      expect(parts.every((part) => part.text !== "")).toBe(true);
    }),
  );
});
