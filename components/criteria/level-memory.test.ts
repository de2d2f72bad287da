import { expect, test } from "vitest";
import { newLevelMemory } from "./level-memory";

const levels = [
  { value: 1, label: "poor", description: "hard to follow" },
  { value: 3, label: "good", description: "" },
];
const scale = { min: 1, max: 3, step: 1, levels };

test("another scale starts without the texts of the old levels, and going back brings them back", () => {
  const memory = newLevelMemory(scale);
  const wider = memory.turnTo({ min: 1, max: 4, step: 1 }, levels);
  expect(wider.map(({ value, label, description }) => [value, label + description])).toEqual([
    [1, ""],
    [2, ""],
    [3, ""],
    [4, ""],
  ]);
  expect(memory.turnTo({ min: 1, max: 3, step: 0.5 }, wider).some(({ label, description }) => label + description !== "")).toBe(false);
  expect(memory.turnTo(scale, []).filter(({ label }) => label !== "")).toEqual(levels);
});

test("texts written for a scale that was tried come back with it, and with no other", () => {
  const memory = newLevelMemory(scale);
  memory.turnTo({ min: 0, max: 1, step: 1 }, levels);
  memory.turnTo(scale, [{ value: 1, label: "yes", description: "" }]);
  expect(memory.turnTo({ min: 0, max: 1, step: 1 }, levels)).toEqual([
    { value: 0, label: "", description: "" },
    { value: 1, label: "yes", description: "" },
  ]);
});
