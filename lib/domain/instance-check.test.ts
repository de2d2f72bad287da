import { expect, test } from "vitest";
import { judgeConnections, judgeDisk } from "./instance-check";

test("a disk with less than 2 GB is a problem that says what may be deleted", () => {
  expect(judgeDisk({ freeBytes: 2e9 })).toBe("2.0 GB free");
  expect(judgeDisk({ freeBytes: 1.94e9 })).toEqual({
    problem: "only 1.9 GB free where the data directory is",
    remedy: expect.stringMatching(/^Free some space .* delete projects/),
  });
  expect(judgeDisk(null)).toBe("the data directory is on another machine");
});

test("connections are a problem when more than four fifths are taken", () => {
  expect(judgeConnections({ used: 80, allowed: 100 })).toBe("80 of 100 in use");
  expect(judgeConnections({ used: 81, allowed: 100 })).toEqual({
    problem: "81 of 100 connections of the database are in use",
    remedy: expect.stringContaining("max_connections"),
  });
});
