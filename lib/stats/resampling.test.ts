import { describe, expect, it } from "vitest";
import { resolveBlocks } from "./blocks";
import { seededRandom } from "./random";
import {
  acceleration,
  bootstrapInterval,
  bootstrapReplicates,
  jackknifeInterval,
  leaveOneOutValues,
  resampledInterval,
} from "./resampling";

const VALUES = [2, 4, 4, 5, 7, 9, 10, 12, 13, 20];
const meanOfUnits = (units: ArrayLike<number>): number =>
  Array.from(units).reduce((sum, unit) => sum + (VALUES[unit] ?? 0), 0) / units.length;

describe("jackknife", () => {
  it("gives a mean its t interval", () => {
    const blocks = resolveBlocks(VALUES.length);
    const outcome = jackknifeInterval({ estimate: 8.6, leaveOneOut: leaveOneOutValues(blocks, meanOfUnits), confidence: 0.95 });
    const variance = VALUES.reduce((sum, x) => sum + (x - 8.6) ** 2, 0) / 9;
    expect(outcome.standardError).toBeCloseTo(Math.sqrt(variance / 10), 12);
    expect(outcome.interval?.high).toBeCloseTo(8.6 + 2.2621571627982053 * Math.sqrt(variance / 10), 12);
  });

  it("takes weights for repeated values", () => {
    const one = jackknifeInterval({ estimate: 0.5, leaveOneOut: [0.4, 0.4, 0.6, 0.6, 0.6], confidence: 0.9 });
    expect(jackknifeInterval({ estimate: 0.5, leaveOneOut: [0.4, 0.6], weights: [2, 3], confidence: 0.9 }).interval?.low).toBeCloseTo(
      one.interval?.low ?? 0,
      14,
    );
  });

  it("on Fisher's scale stays inside -1..1", () => {
    const { interval } = jackknifeInterval({
      estimate: 0.95,
      leaveOneOut: [0.9, 0.97, 0.99, 0.8, 0.95],
      confidence: 0.95,
      scale: "fisher-z",
    });
    expect(interval?.method).toBe("jackknife-fisher-z");
    expect(interval?.high).toBeLessThan(1);
    expect(interval?.low).toBeGreaterThan(-1);
  });

  it("says why there is no interval", () => {
    const why = (leaveOneOut: number[], scale?: "fisher-z") =>
      jackknifeInterval({ estimate: 0.5, leaveOneOut, confidence: 0.95, scale }).intervalWhy;
    expect([why([0.5]), why([0.5, Number.NaN]), why([0.5, 1, 0.3], "fisher-z")]).toEqual([
      "too-few",
      "undefined-replicates",
      "degenerate-replicates",
    ]);
  });
});

describe("bootstrap", () => {
  it("percentiles are type-7 quantiles of the replicates", () => {
    const replicates = Float64Array.from({ length: 101 }, (_, i) => 100 - i);
    const { interval } = bootstrapInterval({ estimate: 50, replicates, method: "percentile", confidence: 0.9, seed: 3 });
    expect(interval).toMatchObject({ high: 95, resamples: 101, seed: 3, method: "percentile" });
    expect(interval?.low).toBeCloseTo(5, 12);
  });

  it("matches an independent program's BCa figures", () => {
    // Replicates 0..100 around 40 with acceleration 0.05, SciPy's formula evaluated apart: levels .0125 and .9472.
    const replicates = Float64Array.from({ length: 101 }, (_, i) => i);
    const { interval } = bootstrapInterval({ estimate: 40, replicates, acceleration: 0.05, method: "bca", confidence: 0.95, seed: 1 });
    expect(interval?.low).toBeCloseTo(1.2497266614073854, 9);
    expect(interval?.high).toBeCloseTo(94.71802492263355, 9);
  });

  it("gives no BCa interval without replicates on both sides and an acceleration", () => {
    const ask = (a: number | null, estimate: number) =>
      bootstrapInterval({ estimate, replicates: Float64Array.of(1, 2, 3), acceleration: a, method: "bca", confidence: 0.95, seed: 1 })
        .intervalWhy;
    expect([ask(0, 9), ask(null, 2), ask(0, 2)]).toEqual(["degenerate-replicates", "undefined-replicates", null]);
    expect(acceleration([1, 1, 1])).toBe(0);
    expect(acceleration([1, Number.NaN])).toBeNull();
  });

  it("draws whole clusters, in the order of their labels and not of the rows", () => {
    const blocks = resolveBlocks(5, ["b", "a", "b", "a", "c"]);
    expect(blocks.members.map((units) => [...units])).toEqual([[1, 3], [0, 2], [4]]);
    const seen = bootstrapReplicates(blocks, 20, seededRandom(1), (units) => {
      expect(Array.from(units).filter((unit) => unit === 0).length).toBe(Array.from(units).filter((unit) => unit === 2).length);
      return units.length;
    });
    expect(new Set(seen).size).toBeGreaterThan(1);
  });

  it("gives any statistic its interval, with the fall-back from a jackknife at the end of Fisher's scale", () => {
    const blocks = resolveBlocks(VALUES.length);
    const ask = (interval: "jackknife" | "bca" | "percentile" | "none", scale?: "fisher-z") =>
      resampledInterval({
        estimate: meanOfUnits([...VALUES.keys()]) / 20,
        blocks,
        statistic: (units) => meanOfUnits(units) / 20,
        interval,
        scale,
        resamples: 400,
      });
    expect(ask("jackknife", "fisher-z").interval?.method).toBe("jackknife-fisher-z");
    expect(ask("bca").interval).toMatchObject({ method: "bca", resamples: 400, seed: 1 });
    expect(ask("none").intervalWhy).toBe("not-requested");
    const atEnd = resampledInterval({
      estimate: 0.9,
      blocks,
      statistic: (units) => (units.length < 10 ? 1 : units[0] === 3 ? 0.8 : 0.95),
      scale: "fisher-z",
      resamples: 200,
    });
    expect(atEnd.interval?.method).toBe("bca");
    expect(resampledInterval({ estimate: null, blocks, statistic: () => null }).intervalWhy).toBe("undefined-estimate");
    expect(resampledInterval({ estimate: 1, blocks: resolveBlocks(1), statistic: () => 1 }).intervalWhy).toBe("too-few");
    expect(resampledInterval({ estimate: 1, blocks, statistic: () => null, interval: "percentile" }).intervalWhy).toBe(
      "undefined-replicates",
    );
  });
});
