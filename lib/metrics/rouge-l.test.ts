import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { longestCommonSubsequence, rougeL } from "./rouge-l";

/** The textbook's table, to check the fast way against. */
function plainLength(first: readonly string[], second: readonly string[]): number {
  let row = new Array<number>(second.length + 1).fill(0);
  for (const word of first) {
    const next = [0];
    for (const [index, other] of second.entries()) {
      next.push(word === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe("ROUGE-L", () => {
  test("gives the values of Lin's paper", () => {
    const reference = "police killed the gunman";
    expect(rougeL("police kill the gunman", reference)).toBe(0.75);
    expect(rougeL("the gunman kill police", reference)).toBe(0.5);
    expect(rougeL("the gunman police killed", reference)).toBe(0.5);
  });

  test("gives the values that the reference implementation's own tests expect", () => {
    expect(rougeL("testing one", "testing one two")).toBe(4 / 5);
    expect(rougeL("testing two", "testing one two")).toBe(4 / 5);
    expect(rougeL("", "testing one two")).toBe(0);
  });

  test("gives the values of a separate program in another language", () => {
    expect(rougeL("The cat sat on the mat.", "A cat was sitting on the mat.")).toBe(0.6153846153846154);
    expect(rougeL("clouds falls cold a of rain are a drops a of warm", "warm of grow of warm a rain grow a cold a grow a falls and")).toBe(
      0.2962962962962963,
    );
    expect(
      rougeL(
        "falls warm heavy warm are cold grow falls of because falls grow grow the rises because heavy and the falls warm are clouds falls a air cold cold cold cold rain rises cold",
        "a drops of drops air because rain clouds a rain the falls rain are the of drops cold falls heavy are are rises rain rain rises air rises rises and of falls rain clouds heavy rises because the drops are falls the and of heavy are because are grow clouds grow drops grow cold grow drops rises are the the heavy rises heavy drops",
      ),
    ).toBe(0.28865979381443296);
  });

  test("reads scripts without spaces letter by letter", () => {
    expect(rougeL("今天天气不好", "今天天气很好")).toBe(10 / 12);
  });

  test("does not mind case and punctuation, nor which text comes first", () => {
    const text = fc
      .array(fc.constantFrom("rain", "falls", "heavy", "Дождь"), { minLength: 1, maxLength: 80 })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (first, second) => {
        const score = rougeL(first, second) ?? Number.NaN;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(rougeL(second, first)).toBe(score);
        expect(rougeL(`${first.toUpperCase()}!`, second.replaceAll(" ", ", "))).toBe(score);
        expect(rougeL(first, first)).toBe(1);
      }),
    );
  });

  test("has no value where the reference has no words", () => {
    expect(rougeL("rain", "")).toBeNull();
    expect(rougeL("rain", "…!")).toBeNull();
  });
});

test("the longest common subsequence is the textbook's, also beyond 32 and 64 words", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 130 });
  fc.assert(
    fc.property(words, words, (first, second) => {
      expect(longestCommonSubsequence(first, second)).toBe(plainLength(first, second));
    }),
    { numRuns: 300 },
  );
});
