import { describe, expect, it } from "vitest";
import { jointCells } from "./joint-cells";
import { kendallCounts } from "./kendall";
import { kendallCountsBySorting } from "./kendall-by-sorting";
import { drawNormal, type SeededRandom, seededRandom } from "./random";

/** Every pair looked at, for a few hundred pairs. */
function byBruteForce(x: Float64Array, y: Float64Array): { concordant: number; discordant: number; tiedBoth: number } {
  let [concordant, discordant, tiedBoth] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const order = Math.sign((x[i] as number) - (x[j] as number)) * Math.sign((y[i] as number) - (y[j] as number));
      if (order > 0) concordant += 1;
      else if (order < 0) discordant += 1;
      else if (x[i] === x[j] && y[i] === y[j]) tiedBoth += 1;
    }
  }
  return { concordant, discordant, tiedBoth };
}

/** Kinds of columns that take different ways through the sort: few ties, many, values that differ in the last bits only, both signs. */
const COLUMNS: Record<string, (random: SeededRandom) => number> = {
  continuous: (random) => drawNormal(random),
  "half points": (random) => Math.round(2 * drawNormal(random)) / 2,
  "close neighbours": (random) => 1 + random.int(5000) * Number.EPSILON,
  "zeros of both signs": (random) => [-0, 0, 1e-300, -1e-300, 1e300][random.int(5)] as number,
};

describe("Kendall's counts by sorting", () => {
  it.each(Object.entries(COLUMNS))("are those of every pair: %s", (_, draw) => {
    const random = seededRandom(12);
    for (const n of [0, 1, 2, 7, 8, 9, 40, 300, 600, 1500]) {
      const [x, y] = [Float64Array.from({ length: n }, () => draw(random)), Float64Array.from({ length: n }, () => draw(random))];
      const counts = kendallCountsBySorting(x, y);
      expect(counts).toMatchObject(byBruteForce(x, y));
      expect(counts).toEqual(kendallCounts(jointCells(x, y)));
    }
  });

  it("do not change with the order of the rows, and change sides with the sign of one column", () => {
    const random = seededRandom(13);
    const x = Float64Array.from({ length: 5000 }, () => drawNormal(random));
    const y = x.map((value) => value + drawNormal(random));
    const counts = kendallCountsBySorting(x, y);
    expect(kendallCountsBySorting(x.toReversed(), y.toReversed())).toEqual(counts);
    const mirrored = kendallCountsBySorting(
      x,
      y.map((value) => -value),
    );
    expect([mirrored.concordant, mirrored.discordant]).toEqual([counts.discordant, counts.concordant]);
  });
});
