import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameSides } from "./name-sides";

describe("an output of a pair is called [A] or [B] where a model calls it", () => {
  test.each([
    ["Output A is longer than Output B.", "[A] is longer than [B]."],
    ["The answer (A) is right; answer (B) is not.", "[A] is right; [B] is not."],
    ["Response A's tone", "[A]'s tone"],
    ["Assistant A and Assistant B differ.", "[A] and [B] differ."],
    ["Both summaries A and B are short.", "Both summaries [A] and [B] are short."],
    ["Outputs A and B are equal.", "[A] and [B] are equal."],
    ["The haiku A rhymes.", "[A] rhymes.", "haiku"],
    ["**Output A** wins.", "**[A]** wins."],
    ['output "A" is better than output "B"', "[A] is better than [B]"],
    ["[[A]] and [B]", "[A] and [B]"],
    ["A is better than B.", "[A] is better than [B]."],
    ["It is better because A gives a reason, while B does not.", "It is better because [A] gives a reason, while [B] does not."],
    ["The winner is A.", "The winner is [A]."],
    ["A > B", "[A] > [B]"],
    ["Antwort A ist klar.", "[A] ist klar."],
    ["回答A更好", "[A]更好"],
  ])("%j", (text, expected, outputName = "answer") => {
    expect(nameSides(text, outputName)).toBe(expected);
  });
});

describe("nothing else is renamed", () => {
  test.each([
    "A list of points follows. A reader can see it.",
    "In the output a list stands.",
    "It names vitamin A, vitamin B and plan B.",
    "Output Alpha and Answer Both",
    'It says "Output A is better than Output B".',
    "The Answer. A short one.",
    "Hepatitis B is a disease.",
    "Class A is in the list",
  ])("%j", (text) => {
    expect(nameSides(text, "answer")).toBe(text);
  });
});

test("naming twice changes nothing more", () => {
  const piece = fc.constantFrom(
    "A",
    "B",
    " ",
    "[",
    "]",
    "Output ",
    "answer",
    " is ",
    "(",
    ")",
    '"',
    ", ",
    "than ",
    "and ",
    "the ",
    "\n",
    "x",
    "'s",
    "*",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const once = nameSides(pieces.join(""), "answer");
      expect(nameSides(once, "answer")).toBe(once);
    }),
    { numRuns: 1000 },
  );
});
