import { expect, test } from "vitest";
import { cutPage, readCursor } from "./page";

const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

test("a cursor is read as what its page wrote, and any other text is refused", () => {
  expect(readCursor(undefined, "offset")).toBeNull();
  expect(readCursor(`2026-11-25 16:07:35.123456+00_${id}`, "time and id")).toEqual(["2026-11-25 16:07:35.123456+00", id]);
  expect(readCursor(`7_${id}`, "position and id")).toEqual(["7", id]);
  expect(readCursor("7_3", "two positions")).toEqual(["7", "3"]);
  expect(readCursor("50", "offset")).toEqual(["50", ""]);
  for (const shape of ["time and id", "position and id", "two positions", "offset"] as const)
    for (const text of ["", "x", "-1", `7_${id}x`, "7_", "1234567890", "2026-11-25'; select 1_"])
      expect(() => readCursor(text, shape), `${text} as ${shape}`).toThrow("This cursor is invalid.");
});

test("a page ends with the last row that fits, and says where the next begins only if there is one", () => {
  const cursorOf = (row: string) => `after ${row}`;
  expect(cutPage(["a", "b", "c"], 2, cursorOf)).toEqual({ rows: ["a", "b"], nextCursor: "after b" });
  expect(cutPage(["a", "b"], 2, cursorOf)).toEqual({ rows: ["a", "b"], nextCursor: null });
  expect(cutPage([], 2, cursorOf)).toEqual({ rows: [], nextCursor: null });
});
