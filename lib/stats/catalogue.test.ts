import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findStatistic, statistics } from "./catalogue";
import { StatsInputError } from "./result";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

describe("the catalogue of statistics", () => {
  it("names each statistic once, in kebab-case, with a line and named parameters", () => {
    const names = statistics.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, summary, parameters } of statistics) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(summary.length, name).toBeGreaterThan(8);
      expect(parameters.length, name).toBeGreaterThan(0);
      expect(new Set(parameters.map((parameter) => parameter.name)).size, name).toBe(parameters.length);
    }
  });

  it("calls a statistic with one object and gives plain JSON", () => {
    const result = findStatistic("krippendorff-alpha")?.run({
      ratings: [
        [1, 1],
        [2, 2],
        [1, 2],
      ],
      level: "nominal",
    });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(result).toMatchObject({ statistic: "krippendorff-alpha", pairableUnits: 3 });
    expect(findStatistic("no-such-thing")).toBeNull();
  });

  it("names a missing or unknown argument", () => {
    const run = (args: Record<string, unknown>) => () => findStatistic("krippendorff-alpha")?.run(args);
    expect(run({ ratings: [] })).toThrow("level: is required by krippendorff-alpha");
    expect(run({ ratings: [], level: "nominal", metric: 1 })).toThrow(/metric: is not a parameter of krippendorff-alpha/);
  });

  it("never crashes on nonsense: every statistic answers without NaN, or names the argument it cannot read", () => {
    const nonsense: unknown[] = [
      null,
      "x",
      7,
      -1,
      {},
      [],
      [null],
      [[]],
      [["a"]],
      [[Number.NaN]],
      [
        [1e308, -1e308],
        [0, 1],
      ],
      [1, 2],
      [Infinity],
    ];
    const crashes: string[] = [];
    for (const { name, parameters, run } of statistics) {
      for (const value of nonsense) {
        const args = Object.fromEntries(parameters.filter((parameter) => parameter.required).map((parameter) => [parameter.name, value]));
        try {
          if (holdsNonFinite(run(args))) crashes.push(`${name}(${JSON.stringify(value)}) holds a number that is not finite`);
        } catch (error) {
          if (!(error instanceof StatsInputError)) crashes.push(`${name}(${JSON.stringify(value)}): ${String(error)}`);
        }
      }
    }
    expect(crashes).toEqual([]);
  });
});

function holdsNonFinite(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsNonFinite);
}

describe("the room of statistics", () => {
  it("imports nothing from outside itself", () => {
    for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))) {
      const text = readFileSync(`${FOLDER}/${file}`, "utf8");
      for (const [, from] of text.matchAll(/^(?:import|export)[^;]*?from "([^"]+)"/gms)) expect(from, file).toMatch(/^\.\/[a-z0-9-]+$/);
    }
  });
});
