import { describe, expect, it } from "vitest";
import { anchoring } from "./anchoring";
import { testRetest } from "./behaviour";
import { statistics } from "./catalogue";
import { severityDrift } from "./drift";
import { StatsInputError } from "./result";
import { selfPreference } from "./self-preference";
import { spearmanBrown } from "./spearman-brown";
import { verbosity } from "./verbosity";

/** Paths of numbers in a result that are not finite. */
function notFinite(value: unknown, path = ""): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => notFinite(inner, `${path}.${key}`));
}

describe("numbers near the largest double", () => {
  it("give a reason instead of an infinite slope, error, t or mean", () => {
    expect(spearmanBrown({ reliability: 1e308, k: 3 })).toEqual({ value: null, why: "overflow", n: 3 });
    expect(severityDrift({ values: [1e308, -1e308, 1e308, 1, 2] })).toMatchObject({ standardError: null, interval: null });
    expect(verbosity({ length: [10, 20, 40, 80], human: [1, 2, 1, 2], judge: [1e308, -1e308, 1, 2] }).slope.interval).toBeNull();
    expect(selfPreference({ errorOnOwn: [1e308, 1e308], errorOnOther: [0, 1] })).toMatchObject({ t: null, intervalWhy: "overflow" });
    expect(testRetest({ first: [-1.7e308], second: [1.7e308] }).meanShift).toEqual({ value: null, why: "overflow", n: 1 });
    const clusters = { draftedClusters: ["a", "b"], blindClusters: ["c", "d"] };
    const arms = anchoring({ drafted: [1e308, 1e308], blind: [0, 1], ...clusters });
    expect(notFinite(arms)).toEqual([]);
  });
});

describe("every statistic of the catalogue", () => {
  it.each(statistics.map((statistic) => [statistic.name, statistic] as const))(
    "%s refuses anything but its input by name",
    (_, statistic) => {
      for (const value of [{}, Object.create(null), () => 1, "__proto__", true, [[{}]], [Symbol("s")], [1e308, -1e308]]) {
        const args = Object.fromEntries(statistic.parameters.map((parameter) => [parameter.name, value]));
        try {
          expect(notFinite(statistic.run(args))).toEqual([]);
        } catch (error) {
          if (!(error instanceof StatsInputError)) throw error;
          expect(statistic.parameters.some(({ name }) => error.message.startsWith(name))).toBe(true);
          expect(error.message).not.toContain("[object");
        }
      }
    },
  );
});
