import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRange } from "./byte-range";

describe("which bytes a Range asks for", () => {
  test.each([
    ["bytes=0-", { start: 0, end: 10 }],
    ["bytes=4-", { start: 4, end: 10 }],
    ["bytes=2-5", { start: 2, end: 6 }],
    ["bytes=9-9", { start: 9, end: 10 }],
    ["bytes=5-400", { start: 5, end: 10 }],
    ["bytes=-3", { start: 7, end: 10 }],
    ["bytes=-40", { start: 0, end: 10 }],
  ])("%s of ten bytes", (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });

  test.each(["bytes=10-", "bytes=11-12", "bytes=-0"])("%s is beyond ten bytes", (header) => {
    expect(parseRange(header, 10)).toBe("unsatisfiable");
  });

  test.each([null, "", "bytes=-", "bytes=5-2", "bytes=1-2,4-5", "lines=1-2", "bytes=a-b", "bytes=1.5-2"])("%s is ignored", (header) => {
    expect(parseRange(header, 10)).toBeNull();
  });

  test("resuming anywhere gives the rest of the file", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1000 }), fc.integer({ min: 1, max: 1000 }), (had, size) => {
        const rest = parseRange(`bytes=${had}-`, size);
        expect(rest).toEqual(had < size ? { start: had, end: size } : "unsatisfiable");
      }),
    );
  });
});
