import { expect, it } from "vitest";
import { prepareStackedBars } from "./prepare-stacked-bars";

const keys = ["accept", "revise", "remove"] as const;

it("a bar's segments are shares of its row and add up to one", () => {
  const [row] = prepareStackedBars([{ name: "All lines", counts: { accept: 80, revise: 15, remove: 5 } }], keys);
  expect(row?.n).toBe(100);
  expect(row?.segments.map(({ key, share }) => [key, share])).toEqual([
    ["accept", 0.8],
    ["revise", 0.15],
    ["remove", 0.05],
  ]);
});

it("empty segments are left out, and an empty row has none", () => {
  const [some, none] = prepareStackedBars(
    [
      { name: "Score", counts: { accept: 3, revise: 0, remove: 0 } },
      { name: "Evidence", counts: { accept: 0, revise: 0, remove: 0 } },
    ],
    keys,
  );
  expect(some?.segments).toHaveLength(1);
  expect(none).toEqual({ name: "Evidence", n: 0, segments: [] });
});
