import { expect, test } from "vitest";
import { sampleIdsIn } from "./sample-ids";

test("ids are one a line, as copied from a column, or separated by commas in a single line", () => {
  expect(sampleIdsIn(" a, b,\r\n\nc \na, b,")).toEqual(["a, b,", "c"]);
  expect(sampleIdsIn("a, b,,a\n")).toEqual(["a", "b"]);
  expect(sampleIdsIn(" \n")).toEqual([]);
});
