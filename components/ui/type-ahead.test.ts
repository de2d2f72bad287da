import { describe, expect, test } from "vitest";
import { createTypeAhead, isTyped } from "./type-ahead";

const labels = ["Apple", "Apricot", "Plum"];

describe("letters typed in a list", () => {
  test("letters in quick succession are one word", () => {
    const find = createTypeAhead();
    expect([find("a", labels, 2, 0), find("p", labels, 0, 100), find("r", labels, 0, 200)]).toEqual([0, 0, 1]);
  });

  test("after a pause a new word begins, at the next entry", () => {
    const find = createTypeAhead();
    expect([find("a", labels, -1, 0), find("a", labels, 0, 5000), find("p", labels, 1, 10_000)]).toEqual([0, 1, 2]);
  });

  test("a letter that no entry begins with leads nowhere", () => {
    expect(createTypeAhead()("x", labels, 0, 0)).toBeNull();
    expect(createTypeAhead()("x", [], -1, 0)).toBeNull();
  });

  test("named keys and shortcuts type nothing", () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false };
    expect(isTyped({ key: "a", ...plain })).toBe(true);
    expect(isTyped({ key: "Enter", ...plain })).toBe(false);
    expect(isTyped({ key: "k", ...plain, ctrlKey: true })).toBe(false);
  });
});
