import { expect, it } from "vitest";
import { SeenKeys } from "./seen-keys";

it("knows the row in which each of many keys was first seen", () => {
  const seen = new SeenKeys();
  const rows = Array.from({ length: 20_000 }, (_, index) => index + 1);
  expect(rows.map((row) => seen.firstRow(`key ${row}`, row)).filter((first) => first !== null)).toEqual([]);
  expect(rows.map((row) => seen.firstRow(`key ${row}`, 99_999))).toEqual(rows);
  expect(seen.full).toBe(false);
});

it("forgets nothing when its memory is used up, but learns nothing new", () => {
  const seen = new SeenKeys(8);
  for (let row = 1; row <= 20; row++) seen.firstRow(`key ${row}`, row);
  expect(seen.full).toBe(true);
  expect(seen.firstRow("key 6", 50)).toBe(6);
  expect(seen.firstRow("key 7", 50)).toBeNull();
});
