import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { agreementExamples, judgeExamples } from "@/lib/testing/statistic-examples";
import { findStatistic, statistics } from "./catalogue";
import { optional, statistic } from "./catalogue-entry";
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

  it("gives lists for columns and objects for maps, however deep", () => {
    const result = {
      column: Float64Array.of(1, 2),
      rows: [Int32Array.of(3), "a", null],
      map: new Map([["b", { inner: Float64Array.of(4) }]]),
    };
    const entry = statistic("some", "of any kind", [optional("one", "first"), optional("two", "second")], () => result);
    expect(entry.run({})).toStrictEqual({ column: [1, 2], rows: [[3], "a", null], map: { b: { inner: [4] } } });
    expect(() => entry.run({ three: 3 })).toThrow("three: is not a parameter of some (it has one, two)");
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

/** Scores with as much variation as data without noise has, in place of each example's; the parts of an example in their order. */
const noiseless: Record<string, (unit: number, part: number) => number> = {
  perfect: (unit) => 1 + (unit % 3),
  constant: () => 3,
  "constant, of numbers that are rounded": () => 0.1 + 0.2,
  shifted: (unit, part) => 1 + (unit % 3) + (part % 2),
  reversed: (unit, part) => (part % 2 === 0 ? 1 + (unit % 3) : 3 - (unit % 3)),
};
/** What says which units there are and what was asked, in place of what they were given. */
const asIs = new Set(["scale", "labels", "order", "pValues"]);
const isColumn = (value: unknown): value is number[] => Array.isArray(value) && value.every((part) => typeof part === "number");

/** An example's arguments with these scores in place of its own; the arguments themselves are the parts, or a table's columns. */
function without(example: Readonly<Record<string, unknown>>, score: (unit: number, part: number) => number): Record<string, unknown> {
  const scored = (value: unknown, part: number): unknown => {
    if (isColumn(value)) return value.map((_, unit) => score(unit, part));
    if (!Array.isArray(value)) return value;
    if (value.every(isColumn)) return value.map((row, unit) => row.map((_, rater) => score(unit, part + rater)));
    return value.map((inner) => scored(inner, part));
  };
  return Object.fromEntries(Object.entries(example).map(([key, value], part) => [key, asIs.has(key) ? value : scored(value, part)]));
}

/** Where a result has an interval, by path; the limits of Bland and Altman are none. */
function intervalsIn(value: unknown, path = ""): { path: string; width: number }[] {
  if (typeof value !== "object" || value === null) return [];
  const { low, high, method } = value as Record<string, unknown>;
  const own = typeof low === "number" && typeof high === "number" && method !== undefined ? [{ path, width: high - low }] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => intervalsIn(inner, `${path}.${key}`))];
}

describe("intervals", () => {
  const examples = { ...agreementExamples, ...judgeExamples };
  const quick = { resamples: 60, permutations: 50, seed: 1 };

  it.each(statistics.map(({ name }) => name))("of %s never have width zero, however little the data vary", (name) => {
    const entry = findStatistic(name);
    const has = (parameter: string) => entry?.parameters.some((known) => known.name === parameter) ?? false;
    const { clusters: _, ...alone } = examples[name] ?? {};
    const methods = has("interval") ? ["jackknife", "bca", "percentile", undefined] : [undefined];
    const flat: string[] = [];
    const ran = new Set<string>();
    for (const example of [alone, examples[name] ?? {}])
      for (const [kind, score] of Object.entries(noiseless))
        for (const interval of methods) {
          const chosen = { ...without(example, score), ...quick, ...(interval && { interval }) };
          const args = Object.fromEntries(Object.entries(chosen).filter(([parameter]) => has(parameter)));
          const result = attempt(() => entry?.run(args));
          if (result instanceof StatsInputError) continue;
          ran.add(kind);
          for (const { path, width } of intervalsIn(result))
            if (width <= 1e-12) flat.push(`${kind}, ${interval}: ${path} is ${width} wide`);
        }
    // No share has more hits than tries, and a declared scale no other numbers.
    const refused = Object.keys(noiseless).filter((kind) => !ran.has(kind));
    if (!has("scale") && !has("labels") && name !== "clustered-share") expect(refused).toEqual([]);
    expect(ran.size).toBeGreaterThanOrEqual(Object.keys(noiseless).length - 2);
    expect(flat).toEqual([]);
  });

  it("are looked for in all statistics that have some", () => {
    const some = statistics.filter(({ name, run }) => intervalsIn(run({ ...examples[name] })).length > 0);
    expect(some.length).toBeGreaterThan(30);
  });
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof StatsInputError) return error;
    throw error;
  }
}

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
