import fc from "fast-check";
import { expect, test } from "vitest";
import { answerMatch, normalizeAnswer } from "./answer-match";

test("equal texts score 1 whatever their case, white space, quotation marks and closing punctuation", () => {
  for (const output of ["Paris", " paris.", "“PARIS”", "(Paris)\n", "Ｐａｒｉｓ", "'paris'!", "¡Paris!"])
    expect(answerMatch(output, "Paris")).toBe(1);
  expect(answerMatch("the  north\tpole", "The North\u00a0Pole.")).toBe(1);
  expect(answerMatch("巴黎。", "「巴黎」")).toBe(1);
  expect(answerMatch("E\u0301t\u00e9", "\u00e9te\u0301")).toBe(1);
});

test("a text within the other scores one half, whichever is the longer", () => {
  expect(answerMatch("It is Paris, I think.", "Paris")).toBe(0.5);
  expect(answerMatch("Paris", "Paris, France")).toBe(0.5);
  expect(answerMatch("首都是巴黎", "巴黎")).toBe(0.5);
});

test("a word that merely begins or ends like the other is not within it", () => {
  expect(answerMatch("nothing", "no")).toBe(0);
  expect(answerMatch("15", "5")).toBe(0);
  expect(answerMatch("knows no", "now")).toBe(0);
});

test("signs that change a number or a name keep the texts apart", () => {
  for (const [output, reference] of [
    ["-5", "5"],
    ["5 %", "5"],
    [".5", "5"],
    ["C++", "C"],
  ] as const)
    expect(answerMatch(output, reference)).toBe(0.5);
  expect(answerMatch("10²", "102")).toBe(0);
});

test("an empty output scores 0; an empty reference gives no score", () => {
  expect(answerMatch("", "Paris")).toBe(0);
  expect(answerMatch("Paris", " … ")).toBeNull();
  expect(answerMatch("", "")).toBeNull();
});

test("the order of the texts does not matter, and every text that says something equals itself", () => {
  const text = fc
    .string({ unit: fc.constantFrom("a", "B", " ", ".", "5", "-", "今", "é"), minLength: 1 })
    .filter((one) => normalizeAnswer(one) !== "");
  fc.assert(
    fc.property(text, text, (first, second) => {
      expect(answerMatch(first, first)).toBe(1);
      expect(answerMatch(first, second)).toBe(answerMatch(second, first));
      expect(answerMatch(first.toUpperCase(), second)).toBe(answerMatch(first, second));
    }),
  );
});
