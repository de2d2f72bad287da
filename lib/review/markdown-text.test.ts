import { expect, test } from "vitest";
import { findQuote } from "./find-quote";
import { markdownText, withMathMarked } from "./markdown-text";

test.each([
  ["emphasis", "It is **very** _clear_ and ~~not~~ `short`.", "It is very clear and not short."],
  ["a link", 'See [the *manual*](https://example.org/a "t") first.', "See the manual first."],
  ["a heading and a list", "## Why\n\n1. First *point*\n- second", "Why First point second"],
  ["a table", "| a | b |\n|---|:-:|\n| one | two |", "one two"],
  ["code", "```js\nconst a_b = `x`;\n```", "const a_b ="],
  ["names with underscores", "call snake_case_name now", "snake_case_name now"],
  ["an escaped star", "5 \\* 3", "5 * 3"],
])("a quotation of the words is found through %s", (_name, source, quote) => {
  expect(findQuote(markdownText(source), quote)).not.toBeNull();
});

test.each([
  ["[a](https://example.org) b", "a b"],
  ['[a](b  "two words")', "a"],
  ["C# is old", "C# is old"],
  ["###  Why", "Why"],
  [">quoted\n> twice", "quoted\ntwice"],
  ["12.  a\n  - b", "a\nb"],
  ["a ***b*** __c__", "a b c"],
  ["a\n|---|:-:|\nb", "a\n\nb"],
  [": a - b", ": a - b"],
  ["a|b  |  c", "a b c"],
  ["```js\nx = 1\n```", "x = 1\n"],
  ["~~~\nx\n~~~", "x\n"],
  ["User: *a*\nAssistant: b", "a\nb"],
])("the words of %j are %j", (source, words) => {
  expect(markdownText(source)).toBe(words);
});

test("a quotation of a conversation's turn is found through its JSON", () => {
  const source = JSON.stringify([{ role: "assistant", content: 'He said "no".\nThen **left**.' }]);
  expect(findQuote(markdownText(source), "said “no”. Then left")).not.toBeNull();
});

test.each([
  ["It costs $5 and $10.", "It costs \\$5 and \\$10."],
  ["So $x^2$ grows.", "So $x^2$ grows."],
  ["A \\$ stays, $$\ny\n$$ too.", "A \\$ stays, $$\ny\n$$ too."],
  ["By \\(a+b\\) we", "By $a+b$ we"],
  ["By \\( a+b \\) we", "By $a+b$ we"],
  ["Thus \\[ E = mc^2 \\] holds", "Thus \n$$\nE = mc^2\n$$\n holds"],
  ["In `$code$` and ```\n$5\n``` nothing changes", "In `$code$` and ```\n$5\n``` nothing changes"],
])("%j has its formulas marked as %j", (source, marked) => {
  expect(withMathMarked(source)).toBe(marked);
});
