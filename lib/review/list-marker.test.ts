import { expect, test } from "vitest";
import { withoutListMarker, withoutListMarkers } from "./list-marker";

test.each([
  ["1. The answer is clear.", "The answer is clear."],
  ["12) Second page.", "Second page."],
  ["(3) It is short.", "It is short."],
  ["- “plain words”", "“plain words”"],
  ["  • a quote", "a quote"],
  ["* starred", "starred"],
  ["1、回答清楚。", "回答清楚。"],
  ["٢. نص", "نص"],
])("%s is shown as %s", (text, shown) => {
  expect(withoutListMarker(text)).toBe(shown);
});

test.each([["-5 degrees"], ["1985. It was cold."], ["3.5 stars"], ["*bold*"], ["1."], ["-"], ["A. Smith wrote it."], ["plain"], [""]])(
  "%j has no list marker",
  (text) => {
    expect(withoutListMarker(text)).toBe(text);
  },
);

test("a change is shown without markers, unless they are all that changed", () => {
  expect(withoutListMarkers("1. It is dear.", "It is clear.")).toEqual({ before: "It is dear.", after: "It is clear." });
  expect(withoutListMarkers("1. It is clear.", "2. It is clear.")).toEqual({ before: "1. It is clear.", after: "2. It is clear." });
});
