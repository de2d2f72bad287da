import { describe, expect, test } from "vitest";
import { judgeExamples } from "@/lib/testing/statistic-examples";
import { distributionStatistics } from "./catalogue-distributions";
import { judgeStatistics } from "./catalogue-judge";
import { peopleStatistics } from "./catalogue-people";
import { StatsInputError } from "./result";

const listed = [...judgeStatistics, ...distributionStatistics, ...peopleStatistics];
const many = { permutations: 50, resamples: 50, seed: 3 };

const HOSTILE: unknown[] = [
  null,
  Number.NaN,
  Infinity,
  -1,
  0,
  1e308,
  "x",
  {},
  [],
  [[]],
  [null, null],
  Array.from({ length: 14 }, () => 3),
  Array.from({ length: 10 }, (_, i) => (i % 2 ? 1e308 : -1e308)),
  Array.from({ length: 14 }, (_, i) => (i % 2 ? 5e-324 : 0)),
  Array.from({ length: 14 }, (_, i) => (i % 2 ? -0 : 0)),
  Array.from({ length: 14 }, (_, i) => (i === 3 ? Infinity : i)),
  Array.from({ length: 14 }, (_, i) => (i === 3 ? "3" : i)),
  Array.from({ length: 14 }, (_, i) => (i === 3 ? { valueOf: 3 } : i)),
  [[1, 2], [3], [], [null]],
  [["a", "b"], ["b"]],
  Array.from({ length: 9 }, () => [1e308, -1e308, 1e308]),
];

/** Numbers that JSON cannot hold. */
function unprintable(value: unknown, path = ""): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => unprintable(inner, `${path}.${key}`));
}

describe("every statistic of this half", () => {
  test("has an example here, and a name, a summary and parameters of its own", () => {
    expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(judgeExamples).sort());
    for (const { name, summary, parameters } of listed) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(summary.length).toBeGreaterThan(5);
      expect(new Set(parameters.map((parameter) => parameter.name)).size).toBe(parameters.length);
    }
  });

  test.each(listed.map((entry) => [entry.name, entry] as const))("%s gives printable figures for its example", (name, entry) => {
    const result = entry.run({ ...judgeExamples[name] });
    expect(unprintable(result)).toEqual([]);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(entry.run({ ...judgeExamples[name] })).toEqual(result);
  });

  test.each(listed.map((entry) => [entry.name, entry] as const))("%s answers or refuses hostile input, and nothing else", (name, entry) => {
    const example = judgeExamples[name] ?? {};
    const quick = Object.fromEntries(Object.entries(many).filter(([key]) => entry.parameters.some((parameter) => parameter.name === key)));
    const attempt = (args: Record<string, unknown>): void => {
      try {
        expect(unprintable(entry.run(args)), JSON.stringify(args)).toEqual([]);
      } catch (error) {
        if (!(error instanceof StatsInputError))
          throw new Error(`${JSON.stringify(args)}: ${error instanceof Error ? error.stack : error}`);
        expect(error.argument.length).toBeGreaterThan(0);
      }
    };
    for (const { name: parameter } of entry.parameters) {
      for (const value of HOSTILE) attempt({ ...quick, ...example, [parameter]: value });
    }
    // All columns hostile at once: lengths agree, so the values themselves must be dealt with.
    const columns = Object.keys(example).filter((key) => Array.isArray(example[key]) && typeof (example[key] as unknown[])[0] === "number");
    for (const value of HOSTILE) attempt({ ...quick, ...example, ...Object.fromEntries(columns.map((key) => [key, value])) });
  });
});
