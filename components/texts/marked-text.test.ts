import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "@/lib/testing/processor-time";
import { lengthInWords, markText } from "./marked-text";

describe("marking quotations in a text", () => {
  test("splits at range boundaries, and the focused line wins where two overlap", () => {
    const parts = markText("one two three", [
      { start: 0, end: 7, focused: false },
      { start: 4, end: 13, focused: true },
    ]);
    expect(parts).toEqual([
      { start: 0, text: "one ", mark: "quoted" },
      { start: 4, text: "two three", mark: "focused" },
    ]);
  });

  test("a text without quotations is one part", () => {
    expect(markText("plain", [])).toEqual([{ start: 0, text: "plain", mark: "none" }]);
    expect(markText("", [])).toEqual([]);
  });

  test("takes time in proportion to the quotations: 20,000 of them are no wait", () => {
    const text = "ab".repeat(20_000);
    const ranges = Array.from({ length: 20_000 }, (_, index) => ({ start: 2 * index, end: 2 * index + 1, focused: index === 7 }));
    let parts: ReturnType<typeof markText> = [];
    const spent = processorMs(() => {
      parts = markText(text, ranges);
    });
    expect(spent).toBeLessThan(2000);
    expect(parts).toHaveLength(40_000);
    expect(parts.filter(({ mark }) => mark === "focused")).toEqual([{ start: 14, text: "a", mark: "focused" }]);
  });

  test("never loses or doubles a character, whatever the ranges", () => {
    const range = fc.record({ start: fc.integer({ min: -5, max: 60 }), end: fc.integer({ min: -5, max: 60 }), focused: fc.boolean() });
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), fc.array(range, { maxLength: 8 }), (text, ranges) => {
        expect(
          markText(text, ranges)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});

test.each([
  ["", "0 words"],
  ["bird", "1 word"],
  ["Two birds, one stone.", "4 words"],
  ["鳥は空を飛ぶ", "5 words"],
])("%s has %s", (text, expected) => {
  expect(lengthInWords(text)).toBe(expected);
});
