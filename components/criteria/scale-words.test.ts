import { expect, it } from "vitest";
import { levelsFor, saidLevels, scaleSentence } from "./scale-words";

it("a scale is described in words", () => {
  expect(scaleSentence({ min: 1, max: 5, step: 1 })).toBe("1 to 5");
  expect(scaleSentence({ min: 0, max: 3, step: 0.5 })).toBe("0 to 3 in steps of 0.5");
  expect(scaleSentence({ min: 0, max: 100, step: null })).toBe("0 to 100, any number");
});

it("each point of the scale gets a level, and what was written about a point stays with it", () => {
  const written = [{ value: 2, label: "poor", description: "" }];
  expect(levelsFor({ min: 1, max: 3, step: 1 }, written)).toEqual([
    { value: 1, label: "", description: "" },
    { value: 2, label: "poor", description: "" },
    { value: 3, label: "", description: "" },
  ]);
});

it("a scale that is continuous, too fine or not yet a scale has no levels to describe", () => {
  expect(levelsFor({ min: 0, max: 1, step: null }, [])).toEqual([]);
  expect(levelsFor({ min: 0, max: 100, step: 1 }, [])).toEqual([]);
  expect(levelsFor({ min: 5, max: 1, step: 1 }, [])).toEqual([]);
  expect(levelsFor({ min: Number.NaN, max: 1, step: 1 }, [])).toEqual([]);
});

it("levels without a description are not kept", () => {
  const levels = [
    { value: 1, label: " ", description: "" },
    { value: 2, label: "", description: "Half of it is wrong." },
  ];
  expect(saidLevels(levels)).toEqual([levels[1]]);
});
