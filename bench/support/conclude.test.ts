import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { atLeast, atMost, conclude } from "./conclude";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

function concluded(shortfalls: readonly string[]) {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  process.exitCode = undefined;
  conclude(shortfalls);
  return { lines, exitCode: process.exitCode };
}

test("a benchmark that meets its targets says that it passed", () => {
  expect(concluded([...atMost("errors", 0, 0), ...atLeast("share", 0.34, 0.33)])).toEqual({ lines: ["passed"], exitCode: undefined });
});

test("a benchmark that misses targets names each with its figure, and fails", () => {
  expect(concluded([...atMost("ms of a save", 62.84, 50), ...atMost("errors", 0, 0), ...atLeast("share", 0.3149, 0.33)])).toEqual({
    lines: ["fell short: ms of a save: 62.8, at most 50 wanted", "fell short: share: 0.315, at least 0.330 wanted"],
    exitCode: 1,
  });
});

test("a figure that could not be measured falls short of any target", () => {
  expect(atMost("MB", Number.NaN, 300)).toEqual(["MB: NaN, at most 300 wanted"]);
  expect(atLeast("share", Number.NaN, 0.7)).toEqual(["share: NaN, at least 0.700 wanted"]);
});

const folder = join(import.meta.dirname, "..");
const benches = readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/u.test(file));

test("there are benchmarks", () => expect(benches.length).toBeGreaterThan(15));

test.each(benches)("%s ends with passed or with what fell short, and sets no exit code or verdict of its own", (file) => {
  const source = readFileSync(join(folder, file), "utf8");
  expect(source).toMatch(/^\s*conclude\(/mu);
  expect(source).toContain('from "./support/conclude"');
  expect(source).not.toMatch(/exitCode|"passed"|fell short/u);
});
