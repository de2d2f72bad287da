import { expect, test } from "vitest";
import { byUnit } from "./by-unit";

test("places come unit by unit, in their order, units without any too", () => {
  const units = [3, 0, 9, 3, 0, 3, 9, 1];
  const { starts, places } = byUnit(Int32Array.of(7, 5, 1, 0, 4, 3), 5, (at) => units[at] as number);
  expect([...starts]).toEqual([0, 2, 3, 3, 6, 6]);
  expect([...places]).toEqual([1, 4, 7, 5, 0, 3]);
  expect(byUnit(new Int32Array(0), 2, () => 0)).toEqual({ starts: new Int32Array(3), places: new Int32Array(0) });
});
