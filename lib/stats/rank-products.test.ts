import { expect, test } from "vitest";
import { partialSpearman } from "./partial-spearman";
import { seededRandom } from "./random";
import { rankProductsWithout, rankSquaresWithout } from "./rank-products";
import { midRanks } from "./ranks";

const random = seededRandom(5);
const column = (levels: number) => ({ codes: Int32Array.from({ length: 60 }, () => random.int(levels)), levels });
const [few, many] = [column(4), column(45)];

/** The same by ranking what is left. */
function anew(a: Int32Array, b: Int32Array, without: readonly number[]): number {
  const [x, y] = [a, b].map((codes) => midRanks(codes.filter((_, row) => !without.includes(row))).ranks) as [Float64Array, Float64Array];
  const middle = (x.length + 1) / 2;
  return x.reduce((sum, rank, row) => sum + (rank - middle) * ((y[row] as number) - middle), 0);
}

test("products and squares of ranks without a cluster are those of ranking the rest anew, to the last bit", () => {
  for (const members of [[7], [3, 59], [0, 1, 2, 30, 31], Array.from({ length: 40 }, (_, row) => row)]) {
    const rows = Int32Array.from(members);
    expect(rankProductsWithout(few, many)?.(rows)).toBe(anew(few.codes, many.codes, members));
    expect(rankSquaresWithout(few)(rows)).toBe(anew(few.codes, few.codes, members));
    expect(rankSquaresWithout(many)(rows)).toBe(anew(many.codes, many.codes, members));
  }
});

test("columns with too many values between them are left to ranking anew", () => {
  expect(rankProductsWithout({ codes: new Int32Array(1), levels: 3000 }, { codes: new Int32Array(1), levels: 3000 })).toBeNull();
});

test("a partial rank correlation's interval is that of leaving clusters out one by one", () => {
  const of = (codes: Int32Array) => [...codes];
  const [x, y, given] = [of(few.codes), of(many.codes), of(column(9).codes)];
  const clusters = x.map((_, row) => row % 17);
  const keep = (cluster: number | null, values: number[]) => values.filter((_, row) => clusters[row] !== cluster);
  const estimate = (cluster: number | null) =>
    Math.atanh(
      partialSpearman({ x: keep(cluster, x), y: keep(cluster, y), given: keep(cluster, given), interval: "none" }).value as number,
    );
  const without = Array.from({ length: 17 }, (_, cluster) => estimate(cluster));
  const mean = without.reduce((sum, z) => sum + z, 0) / 17;
  const error = Math.sqrt((16 / 17) * without.reduce((sum, z) => sum + (z - mean) ** 2, 0));
  const { interval } = partialSpearman({ x, y, given, clusters });
  // t(16) at .975.
  expect(interval?.low).toBeCloseTo(Math.tanh(estimate(null) - 2.119905299221255 * error), 10);
});
