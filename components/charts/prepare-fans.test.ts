import { expect, it } from "vitest";
import { type CountedMoves, prepareFans } from "./prepare-fans";

const clarity: CountedMoves = {
  values: [2, 3],
  counts: [
    [8, 5],
    [2, 9],
  ],
  ways: {
    towards: [
      [0, 4],
      [0, 0],
    ],
    away: [
      [0, 1],
      [2, 0],
    ],
  },
};
/** Of another criterion, whose scores are others. */
const truth: CountedMoves = {
  values: [1, 3],
  counts: [
    [6, 3],
    [0, 7],
  ],
  ways: {
    towards: [
      [0, 2],
      [0, 0],
    ],
    away: [
      [0, 0],
      [0, 0],
    ],
  },
};

it("each point of the scale has a fan, with what ended at each point and which way it went, all criteria together", () => {
  const { points, fans } = prepareFans([clarity, truth], { min: 1, max: 4 }) ?? {};
  expect(points).toEqual([1, 2, 3, 4]);
  expect(fans?.map(({ first, n, ways }) => [first, n, ways])).toEqual([
    [1, 9, { towards: 2, stayed: 7, away: 0 }],
    [2, 13, { towards: 4, stayed: 8, away: 1 }],
    [3, 18, { towards: 0, stayed: 16, away: 2 }],
    [4, 0, { towards: 0, stayed: 0, away: 0 }],
  ]);
  expect(fans?.[0]?.ends.map(({ count }) => count)).toEqual([6, 0, 3, 0]);
  expect(fans?.[0]?.ends[2]).toEqual({ count: 3, towards: 2, away: 0, neither: 1 });
  expect(fans?.[1]?.ends[2]).toEqual({ count: 5, towards: 4, away: 1, neither: 0 });
  expect(fans?.[2]?.ends).toEqual([
    { count: 0, towards: 0, away: 0, neither: 0 },
    { count: 2, towards: 0, away: 2, neither: 0 },
    { count: 16, towards: 0, away: 0, neither: 16 },
    { count: 0, towards: 0, away: 0, neither: 0 },
  ]);
});

it("says nothing of the way where one criterion's is not known", () => {
  const { fans } = prepareFans([clarity, { values: truth.values, counts: truth.counts }], { min: 1, max: 4 }) ?? {};
  expect(fans?.map(({ ways }) => ways)).toEqual([null, null, null, null]);
});

it("draws the scores that were given where they are no whole numbers, and none where they are many", () => {
  const halves = { values: [0, 0.5, 1], counts: [] };
  expect(prepareFans([halves], { min: 0, max: 1 })?.points).toEqual([0, 0.5, 1]);
  const many = { values: [1, 2, 3, 4, 5, 6, 7, 8], counts: [] };
  expect(prepareFans([many], { min: 1, max: 8 })).toBeNull();
  expect(prepareFans([{ values: [10, 90], counts: [] }], { min: 0, max: 100 })?.points).toEqual([10, 90]);
});
