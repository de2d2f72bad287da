import { expect, test } from "vitest";
import { type KeptUnit, newKeptUnits } from "./kept-units";

const unit = (characters: number) =>
  ({ unit: { draft: { items: [{ text: "x".repeat(characters) }] }, actions: [] } }) as unknown as KeptUnit;
const key = (n: number) => ({ assignmentId: `a${n}`, criterionId: "c" });

test("the least recently saved assignments give way, and one that is too large is not kept", () => {
  const units = newKeptUnits({ all: 20_000, one: 9000 });
  for (const n of [1, 2, 3]) units.keep(key(n), unit(4000));
  units.keep(key(1), unit(4000));
  units.keep(key(4), unit(4000));
  expect([1, 2, 3, 4].filter((n) => units.find(key(n)))).toEqual([1, 3, 4]);
  units.keep(key(3), unit(8000));
  expect(units.find(key(3))).toBeUndefined();
  expect(units.find({ ...key(1), criterionId: "d" })).toBeUndefined();
});

test("a unit that is forgotten frees its room", () => {
  const units = newKeptUnits({ all: 13_000, one: 9000 });
  units.keep(key(1), unit(4000));
  units.keep(key(2), unit(4000));
  units.forget(key(1));
  units.forget(key(1));
  units.keep(key(3), unit(4000));
  expect([1, 2, 3].filter((n) => units.find(key(n)))).toEqual([2, 3]);
});

test("an assignment that is forgotten frees the room of all its units", () => {
  const units = newKeptUnits({ all: 19_000, one: 9000 });
  const second = { ...key(1), criterionId: "d" };
  for (const one of [key(1), second, key(2)]) units.keep(one, unit(4000));
  units.forgetAssignment("a1");
  units.forgetAssignment("a1");
  units.keep(key(3), unit(4000));
  units.keep(key(4), unit(4000));
  expect([key(1), second, key(2), key(3), key(4)].map((one) => units.find(one) !== undefined)).toEqual([false, false, true, true, true]);
});
