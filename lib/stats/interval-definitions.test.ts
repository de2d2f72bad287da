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
  resolveIntervalOptions,
  withWidth,
} from "./resampling";
import { normalCdf, normalPpf } from "./special-functions";

const VALUES = [2, 4, 4, 5, 7, 9, 10, 12, 13, 20];
const sumOf = (list: ArrayLike<number>) => Array.from(list).reduce((sum, x) => sum + x, 0);
const meanOf = (list: ArrayLike<number>) => sumOf(list) / list.length;

describe("what an interval is asked for", () => {
  it("has defaults, and takes the ends of what is allowed", () => {
    expect(resolveIntervalOptions({})).toEqual({ interval: "jackknife", confidence: 0.95, resamples: 2000, seed: 1 });
    for (const resamples of [1, 1_000_000]) expect(resolveIntervalOptions({ resamples }).resamples).toBe(resamples);
    for (const seed of [-3, 0, 2 ** 53 - 1]) expect(resolveIntervalOptions({ seed }).seed).toBe(seed);
    for (const interval of ["jackknife", "bca", "percentile", "none"] as const)
      expect(resolveIntervalOptions({ interval }).interval).toBe(interval);
  });

  it("is refused by name beyond it", () => {
    const ask = (options: object) => () => resolveIntervalOptions(options);
    expect(ask({ interval: "t" })).toThrow('interval: must be one of jackknife, bca, percentile, none, got "t"');
    for (const confidence of [0, 1, -0.5, Number.NaN, "0.9"])
      expect(ask({ confidence })).toThrow(/^confidence: must be between 0 and 1, got /);
    for (const resamples of [0, 1.5, 1_000_001])
      expect(ask({ resamples })).toThrow(/^resamples: must be a whole number from 1 to 1000000, got /);
    for (const seed of [0.5, 2 ** 53, "1"]) expect(ask({ seed })).toThrow(/^seed: must be a whole number, got /);
  });

  it("has no width where only rounding separates its ends", () => {
    const interval = (low: number, high: number) => ({ low, high, confidence: 0.9, method: "t" as const, resamples: null, seed: null });
    const why = (low: number, high: number, scale?: number) => withWidth(interval(low, high), scale).intervalWhy;
    expect(why(0.5, 0.5 + 9e-13)).toBe("degenerate-replicates");
    expect(why(0.5, 0.5 + 3e-12)).toBeNull();
    // A thousandth of a millionth of a millionth of either end, or of the numbers behind them.
    expect([why(-5000, -5000 + 4e-9), why(-1, 5000), why(-5000, -5000 + 7e-9)]).toEqual(["degenerate-replicates", null, null]);
    expect([why(0, 1e-9), why(0, 1e-9, 2000), why(0, 1e-9, 500)]).toEqual([null, "degenerate-replicates", null]);
    expect(withWidth(interval(1, 2))).toEqual({ interval: interval(1, 2), intervalWhy: null });
    expect(withWidth(interval(2, 2)).interval).toBeNull();
  });
});

describe("the jackknife by its definition", () => {
  const atanh = [0.3, 0.5, 0.1].map(Math.atanh);

  it("spreads the values left without each block, weighted, about their own mean", () => {
    // Six blocks: .2 twice, .5 three times, .8 once: mean .45, squares 2 x .0625 + 3 x .0025 + .1225 = .255.
    const { interval, standardError } = jackknifeInterval({
      estimate: 0.4,
      leaveOneOut: [0.2, 0.5, 0.8],
      weights: [2, 3, 1],
      confidence: 0.9,
    });
    const mean = (2 * 0.2 + 3 * 0.5 + 0.8) / 6;
    const se = Math.sqrt((5 / 6) * (2 * (0.2 - mean) ** 2 + 3 * (0.5 - mean) ** 2 + (0.8 - mean) ** 2));
    expect(mean).toBeCloseTo(0.45, 14);
    expect(standardError).toBeCloseTo(se, 14);
    // t(5) at .95.
    expect(interval?.low).toBeCloseTo(0.4 - 2.015048373333023 * se, 12);
    expect(interval?.high).toBeCloseTo(0.4 + 2.015048373333023 * se, 12);
    expect(interval).toMatchObject({ confidence: 0.9, method: "jackknife", resamples: null, seed: null });
  });

  it("does both steps on Fisher's scale, and cuts only the ends", () => {
    const mean = meanOf(atanh);
    const se = Math.sqrt((2 / 3) * sumOf(atanh.map((z) => (z - mean) ** 2)));
    const input = { estimate: 0.4, leaveOneOut: [0.3, 0.5, 0.1], confidence: 0.95 } as const;
    const fisher = jackknifeInterval({ ...input, scale: "fisher-z", bounds: { low: -1, high: 1 } });
    expect(fisher.standardError).toBeCloseTo(se, 14);
    // t(2) = 0.95 / sqrt(2 x 0.975 x 0.025).
    expect(fisher.interval?.low).toBeCloseTo(Math.tanh(Math.atanh(0.4) - 4.30265272974946 * se), 12);
    expect(fisher.interval?.high).toBeCloseTo(Math.tanh(Math.atanh(0.4) + 4.30265272974946 * se), 12);
    const plain = jackknifeInterval({ ...input, scale: "identity" }).interval;
    expect(plain?.method).toBe("jackknife");
    expect(jackknifeInterval({ ...input, bounds: { low: 0.2 } }).interval).toEqual({ ...plain, low: 0.2 });
    expect(jackknifeInterval({ ...input, bounds: { high: 0.6 } }).interval).toEqual({ ...plain, high: 0.6 });
  });

  it("has none where a value is missing, at the end of Fisher's scale, or all are equal", () => {
    const why = (estimate: number, leaveOneOut: number[], scale?: "fisher-z", weights?: number[]) =>
      jackknifeInterval({ estimate, leaveOneOut, weights, confidence: 0.95, scale }).intervalWhy;
    expect(why(0.5, [])).toBe("too-few");
    expect(why(0.5, [0.4], undefined, [1])).toBe("too-few");
    expect(why(0.5, [0.5], undefined, [2])).toBe("degenerate-replicates");
    expect(why(0.5, [0.4, 0.6])).toBeNull();
    expect(why(1, [0.4, 0.6], "fisher-z")).toBe("degenerate-replicates");
    expect(why(1, [0.4, 0.6])).toBeNull();
    expect(why(0.5, [Number.NaN, 1, 0.2], "fisher-z")).toBe("undefined-replicates");
    expect(why(0.5, [0.3, Number.POSITIVE_INFINITY])).toBe("degenerate-replicates");
    // An end beyond -1 has no Fisher z at all.
    expect(why(0.5, [-1, 0.3], "fisher-z")).toBe("degenerate-replicates");
  });
});

describe("the bootstrap by its definition", () => {
  it("accelerates by the skew of what is left without each block", () => {
    const [values, weights] = [
      [1, 4, 2],
      [2, 1, 3],
    ];
    const all = values.flatMap((value, i) => new Array<number>(weights[i] ?? 0).fill(value));
    const deviations = all.map((value) => meanOf(all) - value);
    const wanted = sumOf(deviations.map((d) => d ** 3)) / (6 * sumOf(deviations.map((d) => d ** 2)) ** 1.5);
    expect(wanted).not.toBeCloseTo(0, 2);
    expect(acceleration(all)).toBeCloseTo(wanted, 14);
    expect(acceleration(values, weights)).toBeCloseTo(wanted, 14);
    expect(acceleration([1, Number.POSITIVE_INFINITY])).toBeNull();
  });

  it("corrects the shares by the replicates below the estimate, half of those equal, and the acceleration", () => {
    // Of ten replicates 3 lie below 4 and two equal it: .4.
    const replicates = [1, 2, 3, 4, 4 + 1e-13, 5, 6, 7, 8, 9];
    for (const [a, confidence] of [
      [0.1, 0.9],
      [-0.2, 0.8],
    ] as const) {
      const z0 = normalPpf(0.4);
      const at = (level: number) => {
        const z = z0 + normalPpf(level);
        const position = 9 * normalCdf(z0 + z / (1 - a * z));
        const below = Math.floor(position);
        return (replicates[below] ?? 0) + (position - below) * ((replicates[below + 1] ?? 9) - (replicates[below] ?? 0));
      };
      const got = bootstrapInterval({
        estimate: 4,
        replicates: Float64Array.from(replicates).reverse(),
        acceleration: a,
        method: "bca",
        confidence,
        seed: 7,
      });
      expect(got.interval?.low).toBeCloseTo(at((1 - confidence) / 2), 10);
      expect(got.interval?.high).toBeCloseTo(at((1 + confidence) / 2), 10);
      expect(got.interval).toMatchObject({ method: "bca", resamples: 10, seed: 7, confidence });
      const variance = sumOf(replicates.map((x) => (x - meanOf(replicates)) ** 2)) / 9;
      expect(got.standardError).toBeCloseTo(Math.sqrt(variance), 12);
    }
  });

  it("ends with the replicates where the correction runs off the end", () => {
    const ask = (a: number) =>
      bootstrapInterval({
        estimate: 5,
        replicates: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9),
        acceleration: a,
        method: "bca",
        confidence: 0.95,
        seed: 1,
      }).interval;
    // 1 - a z with z = +-1.96 is below 0 on one side.
    expect(ask(0.6)?.high).toBe(9);
    expect(ask(-0.6)?.low).toBe(1);
    expect(ask(0.6)?.low).toBeCloseTo(1 + 8 * normalCdf(-1.959963984540054 / (1 + 0.6 * 1.959963984540054)), 10);
  });

  it("is cut to its bounds, and none where a replicate is missing or all agree", () => {
    const ask = (replicates: number[], bounds?: { low?: number; high?: number }, estimate = 2) =>
      bootstrapInterval({ estimate, replicates: Float64Array.from(replicates), method: "percentile", confidence: 0.5, seed: 1, bounds });
    // Type 7 at 1/4 and 3/4.
    expect(ask([4, 1, 2, 3, 5]).interval).toMatchObject({ low: 2, high: 4 });
    expect(ask([4, 1, 2, 3, 5], { low: 2.5, high: 3.5 }).interval).toMatchObject({ low: 2.5, high: 3.5 });
    expect(ask([1, Number.NaN, 2])).toEqual({ interval: null, intervalWhy: "undefined-replicates", standardError: null });
    expect(ask([1, Number.POSITIVE_INFINITY]).intervalWhy).toBe("undefined-replicates");
    expect(ask([3, 3, 3])).toEqual({ interval: null, intervalWhy: "degenerate-replicates", standardError: 0 });
    expect(ask([3]).standardError).toBeNull();
  });

  it("has no BCa interval where all replicates lie on one side, or all equal the estimate", () => {
    const why = (estimate: number, replicates: number[], acceleration = 0) =>
      bootstrapInterval({ estimate, replicates: Float64Array.from(replicates), acceleration, method: "bca", confidence: 0.9, seed: 1 })
        .intervalWhy;
    for (const a of [0.1, -0.1]) expect([why(0, [1, 2], a), why(3, [1, 2], a)]).toEqual(["degenerate-replicates", "degenerate-replicates"]);
    expect([why(0, [1, 2]), why(3, [1, 2]), why(2, [2, 2])]).toEqual([
      "degenerate-replicates",
      "degenerate-replicates",
      "degenerate-replicates",
    ]);
    // Equal up to rounding, of 1 or of a large estimate.
    expect([why(1e6, [1e6 + 1e-7, 1e6 + 3]), why(0.001, [0.001 + 5e-13, 0.5])]).toEqual([null, null]);
    expect(why(1e6, [1e6 + 1e-7, 1e6 - 5e-7, 1e6 + 3])).toBeNull();
    expect(why(1e6 + 3, [1e6 + 1, 1e6 + 3])).toBeNull();
  });
});

describe("any statistic by its blocks", () => {
  const clusters = ["b", "a", "b", "c", "a", "c", "c", "b", "a", "d"];
  const blocks = resolveBlocks(10, clusters);
  const statistic = (units: ArrayLike<number>) => meanOf(Array.from(units, (unit) => VALUES[unit] ?? 0));

  it("is computed without each block, in the order of the labels", () => {
    const wanted = ["a", "b", "c", "d"].map((left) => meanOf(VALUES.filter((_, unit) => clusters[unit] !== left)));
    const values = leaveOneOutValues(blocks, statistic);
    wanted.forEach((value, i) => {
      expect(values[i]).toBeCloseTo(value, 14);
    });
    expect(leaveOneOutValues(blocks, (units) => (units.length === 9 ? null : 1))).toEqual(Float64Array.of(1, 1, 1, Number.NaN));
  });

  it("is computed of as many blocks as there are, drawn one by one", () => {
    const random = seededRandom(3);
    const wanted = Array.from({ length: 6 }, () => {
      const drawn = blocks.members.flatMap(() => [...(blocks.members[random.int(4)] ?? [])]);
      return statistic(drawn);
    });
    expect(Array.from(bootstrapReplicates(blocks, 6, seededRandom(3), statistic))).toEqual(wanted);
    expect(bootstrapReplicates(blocks, 2, seededRandom(3), () => null)).toEqual(Float64Array.of(Number.NaN, Number.NaN));
  });

  it("is of two blocks at least, by any method", () => {
    for (const interval of ["jackknife", "percentile", "bca"] as const) {
      const of = (units: number) => resampledInterval({ estimate: 3, blocks: resolveBlocks(units), statistic, interval, resamples: 100 });
      expect(of(1)).toEqual({ interval: null, intervalWhy: "too-few", standardError: null });
      expect(of(2)).toMatchObject({ interval: { confidence: 0.95 }, intervalWhy: null });
    }
  });

  it("takes its leave-one-out values from who knows them faster", () => {
    const given = { estimate: 8.6, blocks, statistic, leaveOneOut: [8, 9, 7, 8.5] } as const;
    expect(resampledInterval(given)).toEqual(jackknifeInterval({ estimate: 8.6, leaveOneOut: [8, 9, 7, 8.5], confidence: 0.95 }));
    const own = jackknifeInterval({
      estimate: 8.6,
      leaveOneOut: leaveOneOutValues(blocks, statistic),
      confidence: 0.8,
      bounds: { low: 8 },
    });
    expect(resampledInterval({ estimate: 8.6, blocks, statistic, confidence: 0.8, bounds: { low: 8 } })).toEqual(own);
  });

  it("drops undefined replicates up to one in a hundred, and says how many were drawn", () => {
    const replicates = bootstrapReplicates(blocks, 200, seededRandom(5), statistic);
    const without = (count: number) => {
      let call = 0;
      const sometimes = (units: ArrayLike<number>) => (call++ < count ? null : statistic(units));
      return resampledInterval({ estimate: 8.6, blocks, statistic: sometimes, interval: "percentile", resamples: 200, seed: 5 });
    };
    const wanted = bootstrapInterval({ estimate: 8.6, replicates: replicates.slice(2), method: "percentile", confidence: 0.95, seed: 5 });
    expect(without(2)).toEqual({ ...wanted, interval: { ...wanted.interval, resamples: 200 } });
    expect(without(3)).toEqual({ interval: null, intervalWhy: "undefined-replicates", standardError: null });
    const bca = resampledInterval({ estimate: 8.6, blocks, statistic, interval: "bca", resamples: 200, seed: 5 });
    const a = acceleration(leaveOneOutValues(blocks, statistic));
    expect(bca).toEqual(bootstrapInterval({ estimate: 8.6, replicates, acceleration: a, method: "bca", confidence: 0.95, seed: 5 }));
  });
});
