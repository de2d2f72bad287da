import { expect, test } from "vitest";
import { drawSentinels } from "./draw-sentinels";

const samples = Array.from({ length: 60 }, (_, at) => ({ id: `s${at}`, inputKey: `i${at % 20}` }));

test("one sample of each input is drawn, the same for the same seed", () => {
  const drawn = drawSentinels(samples, 12, 5);
  const inputs = drawn.map((id) => samples.find((sample) => sample.id === id)?.inputKey);
  expect(new Set(inputs).size).toBe(12);
  const first = samples.slice(0, 12).map(({ inputKey }) => inputKey);
  expect(inputs.filter((input) => !first.includes(input ?? ""))).not.toEqual([]);
  expect(drawSentinels(samples, 12, 5)).toEqual(drawn);
  expect(drawSentinels(samples, 12, 6)).not.toEqual(drawn);
});

test("all inputs are taken where there are fewer than wanted, and too few are refused", () => {
  expect(drawSentinels(samples, 500, 0)).toHaveLength(20);
  expect(() => drawSentinels(samples.slice(0, 7), 30, 0)).toThrow("8 inputs or more, and this task has 7");
});
