import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chrf, chrfOfCharacters, codePoints } from "./chrf";

/** The formula written down word by word, to check the fast way against. */
function plainChrf(output: string, reference: string): number {
  const precisions: number[] = [];
  const recalls: number[] = [];
  for (let length = 1; length <= 6; length++) {
    const [own, other] = [sequences(output, length), sequences(reference, length)];
    if (own.length === 0 || other.length === 0) continue;
    const left = [...other];
    let common = 0;
    for (const sequence of own) {
      const at = left.indexOf(sequence);
      if (at === -1) continue;
      left.splice(at, 1);
      common++;
    }
    precisions.push(common / own.length);
    recalls.push(common / other.length);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  if (precisions.length === 0) return 0;
  const [precision, recall] = [mean(precisions), mean(recalls)];
  return precision + recall === 0 ? 0 : (100 * 5 * precision * recall) / (4 * precision + recall);
}

function sequences(text: string, length: number): string[] {
  const characters = [...text.replaceAll(/\s/gu, "")];
  return characters.slice(0, Math.max(0, characters.length - length + 1)).map((_, at) => characters.slice(at, at + length).join(""));
}

const withBeta3 = (output: string, reference: string) => chrfOfCharacters(codePoints(output), codePoints(reference), { beta: 3 });

describe("chrF", () => {
  test("gives the values that sacreBLEU's tests expect, with their beta of 3 and white space kept", () => {
    const risk = "risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists .";
    const riskReference =
      "risk assessment has to be undertaken by those who are qualified and expert in that area - that is the scientists .";
    expect(withBeta3(risk, riskReference)).toBeCloseTo(65.2414427, 6);
    const obama = "Die Beziehung zwischen Obama und Netanjahu ist nicht gerade freundlich.";
    const obamaReference = "Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich.";
    expect(withBeta3(obama, obamaReference)).toBeCloseTo(67.3481606, 6);
    expect(withBeta3("aa", "ab")).toBe(25);
    expect(chrf("a b c", "abc")).toBe(100);
    expect(chrf("", "c")).toBe(0);
  });

  test("gives the value worked out by hand", () => {
    // "aab" and "ab": of 1 character 2 of 3 and 2 of 2 in common, of 2 characters 1 of 2 and 1 of 1.
    const precision = (2 / 3 + 1 / 2) / 2;
    expect(chrf("aab", "ab")).toBeCloseTo((100 * 5 * precision) / (4 * precision + 1), 12);
  });

  test("gives the values of a separate program in another language, in exact fractions", () => {
    for (const [output, reference, value] of [
      ["The cat sat on the mat.", "A cat was sitting on the mat.", 39.78485169445028],
      ["Es regnet, weil die Tropfen schwer werden.", "Regen fällt, wenn die Tropfen zu schwer geworden sind.", 38.92803008475212],
      ["Дождь идёт, потому что капли тяжелеют.", "Дождь начинается, когда капли становятся тяжёлыми.", 19.990694528465827],
      ["今天天气很好，我们去公园。", "今天的天气很好，我们要去公园散步。", 42.41968799881072],
      ["👩‍🚀 goes up 🚀🚀", "🚀 goes up with 👩‍🚀", 47.675949239070015],
      ["aaaaaaaaaa", "aaa", 57.90258449304175],
      ["aaa", "aaaaaaaaaa", 25.58752470898309],
      ["ab", "abcdefgh", 23.404255319148938],
    ] as const)
      expect(chrf(output, reference), output).toBeCloseTo(value, 10);
  });

  test("is the written-down formula for any texts", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "é", "今", "🚀", "\ud800"), maxLength: 60 });
    fc.assert(
      fc.property(text, text, (output, reference) => {
        const value = chrf(output, reference);
        if (reference.trim() === "") expect(value).toBeNull();
        else expect(value).toBeCloseTo(plainChrf(output, reference), 9);
      }),
      { numRuns: 500 },
    );
  });

  test("is 100 for the same text, whatever its spaces and composition, and less for another case", () => {
    expect(chrf("The e\u0301te\u0301", "Theété")).toBe(100);
    expect(chrf("the été", "The été")).toBeLessThan(100);
  });

  test("weighs recall more: leaving out costs more than adding", () => {
    const [short, long] = ["the rain falls", "the rain falls on the wide plain"];
    expect(chrf(long, short)).toBeGreaterThan(chrf(short, long) ?? 0);
  });

  test("has no value without a reference", () => {
    expect(chrf("text", " \n ")).toBeNull();
  });
});
