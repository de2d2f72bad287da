import { expect, it } from "vitest";
import { planContent } from "@/lib/domain/study-plan";
import { allocate } from "./allocate";
import type { StudySample } from "./pick-samples";
import { planGrid } from "./plan-grid";

const runId = "00000000-0000-4000-8000-000000000001";
const samples = (inputs: number): StudySample[] =>
  Array.from({ length: inputs }, (_, input) =>
    ["curie", "turbo"].map((system) => ({
      id: `${input}-${system}`,
      externalId: `${input}-${system}`,
      inputKey: `${input}`,
      system,
      subset: null,
    })),
  ).flat();
const planOf = (choices: object) =>
  planContent.parse({ arms: [{ arm: "drafted", runId }, { arm: "blind" }], people: 4, overlap: 2, shared: 4, seed: 3, ...choices });

it("puts the samples that everybody rates first, then each system, and draws every rating once", () => {
  const plan = planOf({});
  const allocation = allocate(plan, samples(10));
  const grid = planGrid(plan, allocation);
  expect(grid?.columns).toEqual([
    { system: null, shared: true, samples: 4 },
    { system: "curie", shared: false, samples: 8 },
    { system: "turbo", shared: false, samples: 8 },
  ]);
  expect(grid?.rows.map((row) => row[0])).not.toContainEqual(expect.stringContaining("-"));
  const cells = grid?.rows.flat().join("") ?? "";
  for (const arm of [0, 1]) expect(cells.split(String(arm)).length - 1).toBe(allocation.slots.filter((slot) => slot.arm === arm).length);
  const perSample = [...Array(8).keys()].map((at) => grid?.rows.filter((row) => row[1]?.[at] !== "-").length);
  expect(perSample).toEqual(Array(8).fill(2));
});

it("draws the first round of a design with two", () => {
  const plan = planOf({ design: "within", arms: [{ arm: "blind" }, { arm: "drafted", runId }], shared: 0 });
  expect(
    planGrid(plan, allocate(plan, samples(6)))
      ?.rows.flat()
      .join(""),
  ).toMatch(/^[0-]+$/);
});

it("leaves out studies too large to be drawn", () => {
  for (const [choices, inputs] of [
    [{ people: 61 }, 10],
    [{}, 201],
  ] as const) {
    const plan = planOf(choices);
    expect(planGrid(plan, allocate(plan, samples(inputs)))).toBeNull();
  }
});
