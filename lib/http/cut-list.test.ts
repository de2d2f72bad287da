import { expect, test } from "vitest";
import { cutList } from "./cut-list";

const items = (names: string) => ({ items: [...names].map((name) => ({ name })), replaces: 3 });
const keyOf = ({ name }: { name: string }) => name;
const namesOf = (page: { items: { name: string }[] }) => page.items.map(keyOf).join("");

test("a list is whole unless a limit is given", () => {
  expect(cutList(items("abc"), keyOf, {})).toEqual({ ...items("abc"), nextCursor: null, total: 3 });
});

test("pages follow one another until the list ends, with what else came with it on each", () => {
  const first = cutList(items("abcde"), keyOf, { limit: 2 });
  const second = cutList(items("abcde"), keyOf, { limit: 2, cursor: first.nextCursor ?? "" });
  const third = cutList(items("abcde"), keyOf, { limit: 2, cursor: second.nextCursor ?? "" });
  expect([first, second, third].map(namesOf)).toEqual(["ab", "cd", "e"]);
  expect(third).toMatchObject({ nextCursor: null, total: 5, replaces: 3 });
});

test("a page goes on after the last item seen, though others have come before it or that item has gone", () => {
  const { nextCursor } = cutList(items("abcde"), keyOf, { limit: 2 });
  const cursor = nextCursor ?? "";
  expect(namesOf(cutList(items("xyabcde"), keyOf, { limit: 2, cursor }))).toBe("cd");
  expect(namesOf(cutList(items("acde"), keyOf, { limit: 2, cursor }))).toBe("cd");
  expect(namesOf(cutList(items("abc"), keyOf, { cursor: cutList(items("abc"), keyOf, { limit: 2 }).nextCursor ?? "" }))).toBe("c");
});

test("a cursor that no list gave out is refused", () => {
  for (const cursor of ["", "x", "W10", Buffer.from('["1",2]').toString("base64url")]) {
    expect(() => cutList(items("abc"), keyOf, { cursor })).toThrow("This cursor is invalid.");
  }
});
