import { describe, expect, it } from "vitest";
import { alphaDifference } from "./alpha-difference";
import { meanAlpha } from "./mean-alpha";
import { meanAlphaDifference } from "./mean-alpha-difference";
import { drawNormal, seededRandom } from "./random";

const random = seededRandom(3);
/** Three raters of 30 units, agreeing more or less. */
const table = (noise: number) =>
  Array.from({ length: 30 }, () => {
    const quality = 3 + drawNormal(random);
    return Array.from({ length: 3 }, () => Math.max(1, Math.min(5, Math.round(quality + noise * drawNormal(random)))));
  });
const [loose, tight, other] = [table(1.5), table(0.4), table(0.8)];

describe("the difference of mean alphas", () => {
  it("equals the difference of the alphas when each side has one table, with the same interval", () => {
    const mean = meanAlphaDifference({ first: [loose], second: [tight] });
    for (const level of ["nominal", "ordinal", "interval"] as const) {
      const { value, interval, n } = alphaDifference({ first: loose, second: tight, level });
      expect(mean[level].value).toBeCloseTo(value ?? Number.NaN, 12);
      expect(mean[level].interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 12);
      expect(mean[level].interval?.high).toBeCloseTo(interval?.high ?? Number.NaN, 12);
      expect(mean[level].n).toBe(n);
    }
  });

  it("is that of the two means, and the other way round its negative", () => {
    const [first, second] = [
      [loose, other],
      [tight, other],
    ];
    const there = meanAlphaDifference({ first, second }).ordinal;
    const back = meanAlphaDifference({ first: second, second: first }).ordinal;
    const [from, to] = [meanAlpha({ tables: first }).ordinal.value, meanAlpha({ tables: second }).ordinal.value];
    expect(there.value).toBeCloseTo((to ?? 0) - (from ?? 0), 12);
    expect(back.value).toBeCloseTo(-(there.value ?? 0), 12);
    expect(back.interval?.low).toBeCloseTo(-(there.interval?.high ?? 0), 12);
  });

  it("leaves out whole clusters: copies of every unit do not narrow the interval", () => {
    const twice = (rows: number[][]) => [...rows, ...rows];
    const clusters = [...loose, ...loose].map((_, unit) => `u${unit % 30}`);
    const alone = meanAlphaDifference({ first: [loose], second: [tight] }).ordinal.interval;
    const copied = meanAlphaDifference({ first: [twice(loose)], second: [twice(tight)], clusters }).ordinal.interval;
    const width = (interval: typeof alone) => (interval ? interval.high - interval.low : Number.NaN);
    expect(width(copied) / width(alone)).toBeCloseTo(1, 1);
  });

  it("has the interval that is asked for, and none of a single cluster", () => {
    const given = { first: [loose], second: [tight] };
    const [plain, unasked] = [meanAlphaDifference(given).ordinal, meanAlphaDifference({ ...given, interval: "none" }).ordinal];
    expect(unasked).toMatchObject({ ...plain, interval: null, intervalWhy: "not-requested" });
    expect(plain).toMatchObject({ why: null, intervalWhy: null, interval: { confidence: 0.95, method: "jackknife" } });
    const half = meanAlphaDifference({ ...given, confidence: 0.5 }).ordinal.interval;
    expect(half?.confidence).toBe(0.5);
    expect(half?.low).toBeGreaterThan(plain.interval?.low ?? 1);
    const one = meanAlphaDifference({ ...given, clusters: loose.map(() => "one") }).ordinal;
    expect(one).toMatchObject({ ...plain, interval: null, intervalWhy: "too-few" });
    expect(() => meanAlphaDifference({ ...given, interval: "bootstrap" as "none" })).toThrow(/interval: must be one of jackknife, none/);
    expect(() => meanAlphaDifference({ ...given, first: null as never })).toThrow(/first: must be an array/);
    expect(() => meanAlphaDifference({ ...given, second: null as never })).toThrow(/second: must be an array/);
  });

  it("is undefined where one side has nothing to agree on, and refuses tables of different lengths", () => {
    const single = loose.map((row) => row.slice(0, 1));
    expect(meanAlphaDifference({ first: [single], second: [tight] }).ordinal).toMatchObject({ value: null, why: "no-pairable-units" });
    expect(meanAlphaDifference({ first: [tight], second: [single] }).ordinal).toMatchObject({
      value: null,
      why: "no-pairable-units",
      n: 30,
    });
    const constant = loose.map(() => [3, 3]);
    expect(meanAlphaDifference({ first: [constant], second: [single] }).ordinal).toMatchObject({ why: "no-variation" });
    expect(meanAlphaDifference({ first: [constant, tight], second: [single] }).ordinal).toMatchObject({ why: "no-pairable-units" });
    expect(meanAlphaDifference({ first: [tight], second: [constant] }).ordinal).toMatchObject({
      ...{ why: "no-variation", interval: null, intervalWhy: "undefined-estimate" },
    });
    expect(meanAlphaDifference({ first: [], second: [] }).nominal).toMatchObject({ value: null, why: "no-pairable-units", n: 0 });
    expect(() => meanAlphaDifference({ first: [loose], second: [tight.slice(1)] })).toThrow(/second: all tables must have 30 rows/);
  });
});
