import fc from "fast-check";
import { expect, test } from "vitest";
import { stringMatch } from "./string-match";

test("every word of the reference scores 1, some of them one half, none 0", () => {
  expect(stringMatch("The picture shows a blue-footed booby on a rock.", "Blue-footed Booby")).toBe(1);
  expect(stringMatch("A parrot", "African Grey Parrot")).toBe(0.5);
  expect(stringMatch("a seagull", "Northern Gannet")).toBe(0);
  expect(stringMatch("large bird, ostrich or emu", "Emu")).toBe(1);
});

test("order, number and case do not count; a part of a word is not a word", () => {
  expect(stringMatch("BOOBY: footed, blue, blue", "blue footed booby")).toBe(1);
  expect(stringMatch("blackbird", "black bird")).toBe(0);
  expect(stringMatch("首都是巴黎", "巴黎")).toBe(1);
  expect(stringMatch("巴", "巴黎")).toBe(0.5);
});

test("an empty output scores 0; a reference without words gives no score", () => {
  expect(stringMatch("", "Emu")).toBe(0);
  expect(stringMatch("Emu", " … ")).toBeNull();
});

test("a longer output never scores less, and what contains the reference scores 1", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "B", " ", ".", "5", "今"), minLength: 1 });
  fc.assert(
    fc.property(text, text, text, (output, more, reference) => {
      const score = stringMatch(output, reference);
      if (score === null) return;
      expect(stringMatch(`${output} ${more}`, reference)).toBeGreaterThanOrEqual(score);
      expect(stringMatch(`${output} ${reference}`, reference)).toBe(1);
    }),
  );
});
