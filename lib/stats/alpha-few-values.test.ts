import { describe, expect, it } from "vitest";
import { alphaByDefinition, type RatingRows } from "@/lib/testing/alpha-by-definition";
import { cellSource } from "./alpha-cells";
import { resolveBlocks } from "./blocks";
import { ALPHA_LEVELS, encodeRatings } from "./encoded-ratings";
import { seededRandom } from "./random";
import { ratingPatterns } from "./rating-patterns";

/** Units of none to all of the raters, near a centre of their own. */
function ratings(units: number, raters: number, values: readonly number[], seed: number): RatingRows {
  const random = seededRandom(seed);
  return Array.from({ length: units }, (_, unit) => {
    const centre = random.int(values.length);
    const value = () => values[random.next() < 0.6 ? centre : random.int(values.length)] ?? null;
    return Array.from({ length: raters }, (__, rater) => (rater > unit % (raters + 1) || random.next() < 0.1 ? null : value()));
  });
}

const upTo = (last: number) => Array.from({ length: last + 1 }, (_, i) => i);
/** Rows of codes are remembered by place, by number, or not at all, by how many of them there can be. */
const TABLES = [
  { name: "two values", rows: ratings(20, 3, [1, 2], 1), scale: null },
  { name: "five points with unused ones beside", rows: ratings(30, 4, [1, 2, 3, 4, 5], 2), scale: [0, 1, 2, 3, 4, 5, 9] },
  { name: "decimals, with zero", rows: ratings(25, 4, [0, 0.1, 0.3, 0.1 + 0.2, 7.5], 3), scale: null },
  { name: "thirty-two values", rows: ratings(40, 3, upTo(31), 4), scale: null },
  { name: "eight raters", rows: ratings(24, 8, [1, 2, 3, 4, 5], 5), scale: null },
  { name: "thirty raters", rows: ratings(14, 30, [1, 2, 4, 8, 16, 17], 6), scale: null },
];
const CASES = TABLES.flatMap((table) => ALPHA_LEVELS.map((level) => ({ ...table, level })));
const close = (found: number | undefined, wanted: number) => expect(found).toBeCloseTo(wanted, 11);
const pairableOf = (rows: RatingRows) => (unit: number) => (rows[unit] ?? []).filter((x) => x !== null).length > 1;

describe("alpha of few values", () => {
  it.each(CASES)("at the $level level of $name is its definition, also without each unit and in resamples of units", (table) => {
    const { rows, scale, level } = table;
    const encoded = encodeRatings({ ratings: rows, scale });
    const source = cellSource(encoded, null);
    close(source.estimate(level), alphaByDefinition(rows, level));
    const units = [...rows.keys()].filter(pairableOf(rows));
    expect(source.blocks).toBe(units.length);
    const { values, weights } = source.leaveOneOut(level);
    const found = Array.from(values).flatMap((value, k) => new Array<number>(weights[k] ?? 0).fill(value));
    const wanted = units.map((left) =>
      alphaByDefinition(
        rows.filter((_, unit) => unit !== left),
        level,
      ),
    );
    expect(found.length).toBe(wanted.length);
    Float64Array.from(wanted)
      .sort()
      .forEach((value, i) => {
        close(Float64Array.from(found).sort()[i], value);
      });
    // Units are drawn in the order of their patterns.
    const patterns = ratingPatterns(encoded);
    const inOrder = Array.from(patterns.weights).flatMap((weight, k) => {
      const counts = patterns.counts.subarray(k * patterns.scaleSize, (k + 1) * patterns.scaleSize);
      const row = encoded.values.flatMap((value, c) => new Array<number>(counts[c] ?? 0).fill(value as number));
      return Array.from({ length: weight }, () => row);
    });
    const random = seededRandom(7);
    source.replicates(level, 4, seededRandom(7)).forEach((replicate) => {
      const drawn = inOrder.map(() => inOrder[random.int(inOrder.length)] ?? []);
      close(replicate, alphaByDefinition(drawn, level));
    });
  });

  it.each(CASES)("at the $level level of $name is its definition without each cluster, and in resamples of clusters", (table) => {
    const { rows, scale, level } = table;
    const { members, ...rest } = resolveBlocks(
      rows.length,
      rows.map((_, unit) => Math.floor(unit / 2) % 5),
      pairableOf(rows),
    );
    const source = cellSource(encodeRatings({ ratings: rows, scale }), { members, ...rest });
    close(source.estimate(level), alphaByDefinition(rows, level));
    expect(source.blocks).toBe(5);
    const { values, weights } = source.leaveOneOut(level);
    expect([...weights]).toEqual([1, 1, 1, 1, 1]);
    members.forEach((left, cluster) => {
      close(
        values[cluster],
        alphaByDefinition(
          rows.filter((_, unit) => !left.includes(unit)),
          level,
        ),
      );
    });
    const random = seededRandom(8);
    source.replicates(level, 4, seededRandom(8)).forEach((replicate) => {
      const drawn = members.flatMap(() => Array.from(members[random.int(5)] ?? [], (unit) => rows[unit] ?? []));
      close(replicate, alphaByDefinition(drawn, level));
    });
  });

  it("counts ratings by value, and sees values below zero, in units with a pair alone", () => {
    const rows = [[7, 7, 3], [7, null, null], [null, 3, 0], [-1, null, null], [null, null, null]]; // biome-ignore format: one row
    const source = cellSource(encodeRatings({ ratings: rows, scale: [9, 7, 3, 0, -1] }), null);
    expect([0, 1, 2, 3, 4, 5].map(source.ratingsOf)).toEqual([0, 2, 2, 1, 0, 0]);
    expect(source.negative).toBe(false);
    const clustered = cellSource(encodeRatings({ ratings: rows }), resolveBlocks(5, ["a", "a", "b", "b", "b"]));
    expect([0, 1, 2, 3].map(clustered.ratingsOf)).toEqual([0, 1, 2, 2]);
    expect(clustered.negative).toBe(false);
    expect([source.counts, clustered.counts]).toEqual(
      [source, clustered].map(() => ({ units: 4, pairableUnits: 2, raters: 3, ratings: 7, pairableRatings: 5 })),
    );
    expect(cellSource(encodeRatings({ ratings: [[-1, 2]] }), null).negative).toBe(true);
    expect(cellSource(encodeRatings({ ratings: [["-1", "2"]] }), null).negative).toBe(false);
  });

  it("tells rows of many raters apart by their last ratings", () => {
    // As digits of one number beyond 2^53 they would look alike.
    const rows = [...upTo(5), ...upTo(5)].map((last) => Array.from({ length: 30 }, (_, rater) => (rater < 28 ? 1 + (rater % 2) : last)));
    const blocks = resolveBlocks(
      rows.length,
      rows.map((_, unit) => `c${unit}`),
    );
    close(cellSource(encodeRatings({ ratings: rows }), blocks).estimate("interval"), alphaByDefinition(rows, "interval"));
  });

  it("in resamples of more units than sixteen bits count stays near alpha", () => {
    const kinds = [[78_000, 1, 1], [1000, 1, 2], [1000, 2, 2]] as const; // biome-ignore format: one row
    const codes = Uint8Array.from(kinds.flatMap(([units, a, b]) => Array.from({ length: units }, () => [a, b]).flat()));
    const source = cellSource({ codes, units: 80_000, raters: 2, values: [1, 2], declared: true }, null);
    const mean = source.replicates("nominal", 50, seededRandom(11)).reduce((sum, replicate) => sum + replicate / 50, 0);
    expect(Math.abs(mean - source.estimate("nominal"))).toBeLessThan(0.01);
  });

  it("in resamples by pattern, of units far more than patterns, spreads as the jackknife says", () => {
    const rows = Array.from({ length: 40 }, () => ratings(12, 3, [1, 2, 3], 9)).flat();
    const source = cellSource(encodeRatings({ ratings: rows }), null);
    const spread = (values: number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return { mean, squares: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) };
    };
    const { values, weights } = source.leaveOneOut("ordinal");
    const jackknife = spread(Array.from(values).flatMap((value, k) => new Array<number>(weights[k] ?? 0).fill(value)));
    const drawn = spread([...source.replicates("ordinal", 4000, seededRandom(10))]);
    expect(drawn.mean).toBeCloseTo(source.estimate("ordinal"), 2);
    const ratio = Math.sqrt(drawn.squares / 3999) / Math.sqrt(((source.blocks - 1) / source.blocks) * jackknife.squares);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
  });
});
