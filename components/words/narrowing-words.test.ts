import { expect, test } from "vitest";
import { narrowingWords } from "./narrowing-words";

test("says each thing that a report is narrowed to, and nothing of a whole one", () => {
  expect(narrowingWords({})).toBe("");
  expect(
    narrowingWords({
      ...{ criteriaSet: "2", arm: "blind-then-drafted", system: "Lark", subset: "hard", annotator: "P12", judge: "gpt", finished: "true" },
      ...{ from: "2026-01-02", to: "2026-02-03" },
    }),
  ).toBe(
    "judge gpt, criteria set 2, arm blind first, system Lark, subset hard, annotator P12, finished samples only, from 2026-01-02, until 2026-02-03",
  );
});
