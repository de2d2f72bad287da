import { describe, expect, test } from "vitest";
import { partialSpearman } from "./partial-spearman";
import { pearson } from "./pearson";
import { midRanks } from "./ranks";

const x = [3, 2, 5, 3, 1, 5, 4, 2, 5, 3, 4, 2];
const y = [120, 80, 300, 150, 60, 400, 220, 90, 510, 130, 270, 75];
const given = [3, 2, 4, 3, 2, 4, 3, 3, 4, 3, 4, 2];

/** What is left of x's and y's ranks beside a straight line through the third's, correlated. */
function ofResiduals(columns: number[][]): number {
  const [a, b, c] = columns.map((values) => [...midRanks(values).ranks]) as [number[], number[], number[]];
  const mean = (c.length + 1) / 2;
  const rest = (ranks: number[]) => {
    const slope =
      ranks.reduce((sum, rank, i) => sum + (rank - mean) * ((c[i] as number) - mean), 0) /
      c.reduce((sum, rank) => sum + (rank - mean) ** 2, 0);
    return ranks.map((rank, i) => rank - slope * (c[i] as number));
  };
  return pearson({ x: rest(a), y: rest(b), interval: "none" }).value as number;
}

/** The jackknife's interval on Fisher's z from what is left without each. */
function jackknife(all: number, without: number[], t: number): [number, number] {
  const z = without.map(Math.atanh);
  const mean = z.reduce((sum, one) => sum + one, 0) / z.length;
  const reach = t * Math.sqrt(((z.length - 1) / z.length) * z.reduce((sum, one) => sum + (one - mean) ** 2, 0));
  return [Math.tanh(Math.atanh(all) - reach), Math.tanh(Math.atanh(all) + reach)];
}

const without = (rows: readonly number[]) => [x, y, given].map((column) => column.filter((_, row) => !rows.includes(row)));

describe("partial Spearman", () => {
  test("is the correlation of the ranks' residuals, with p by t of n - 3", () => {
    const result = partialSpearman({ x, y, given });
    expect(result.value).toBeCloseTo(ofResiduals([x, y, given]), 12);
    expect(result).toMatchObject({ n: 12, why: null });
    // t = r sqrt(9 / (1 - r^2)) = 4.9 with 9 degrees of freedom, by scipy.
    expect(result.p).toBeCloseTo(0.0008476485301083379, 13);
  });

  test("has the jackknife's interval, by unit or by cluster, of the wanted confidence", () => {
    const all = ofResiduals([x, y, given]);
    const byUnit = x.map((_, row) => ofResiduals(without([row])));
    // t(11) at .975 and .9, t(3) at .975.
    const { interval } = partialSpearman({ x, y, given });
    expect([interval?.low, interval?.high]).toEqual(jackknife(all, byUnit, 2.200985160082949).map((end) => expect.closeTo(end, 9)));
    expect(interval?.method).toBe("jackknife-fisher-z");
    const wide = partialSpearman({ x, y, given, confidence: 0.8 }).interval;
    expect(wide?.low).toBeCloseTo(jackknife(all, byUnit, 1.3634303180205412)[0], 9);
    const clusters = x.map((_, row) => row % 4);
    const byCluster = [0, 1, 2, 3].map((own) => ofResiduals(without([own, own + 4, own + 8])));
    expect(partialSpearman({ x, y, given, clusters }).interval?.low).toBeCloseTo(jackknife(all, byCluster, 3.182446305284263)[0], 9);
  });

  test("drops rows with any of the three missing, for the interval too", () => {
    const gaps = { x: [...x, 1, null, 3], y: [...y, null, 5, 9], given: [...given, 2, 2, undefined] };
    expect(partialSpearman(gaps)).toEqual(partialSpearman({ x, y, given }));
  });

  test("falls back to the bootstrap where one pair less ranks alike", () => {
    // Without its last row, y ranks as x does: 1, which has no Fisher z.
    const rising = Array.from({ length: 12 }, (_, row) => row);
    const almost = { x: rising, y: [...rising.slice(0, 11), 5.5], given: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8] };
    expect(partialSpearman({ ...almost, resamples: 200, seed: 3 }).interval).toMatchObject({ method: "bca", resamples: 200, seed: 3 });
  });

  test("has no interval where one pair less leaves a column that ranks as the third", () => {
    const rising = Array.from({ length: 12 }, (_, row) => row);
    const almost = [...rising.slice(0, 11), 5.5];
    const other = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];
    for (const columns of [
      { x: rising, y: other },
      { x: other, y: rising },
    ]) {
      expect(partialSpearman({ ...columns, given: almost })).toMatchObject({
        why: null,
        interval: null,
        intervalWhy: "undefined-replicates",
      });
    }
  });

  test("has no interval of nine rows, where none is wanted, or where one row less leaves a constant", () => {
    const first = (rows: number) => ({ x: x.slice(0, rows), y: y.slice(0, rows), given: given.slice(0, rows) });
    expect(partialSpearman(first(9))).toMatchObject({ interval: null, intervalWhy: "too-few", why: null });
    expect(partialSpearman(first(10)).intervalWhy).toBeNull();
    expect(partialSpearman({ ...first(9), interval: "none" }).intervalWhy).toBe("not-requested");
    expect(partialSpearman({ x, y, given, interval: "none" })).toMatchObject({ interval: null, intervalWhy: "not-requested" });
    const odd = x.map((_, row) => (row === 4 ? 1 : 0));
    expect(partialSpearman({ x: odd, y, given })).toMatchObject({ interval: null, intervalWhy: "undefined-replicates" });
  });

  test("of over five thousand rows has the jackknife's interval too, whatever is asked for", () => {
    const rows = Array.from({ length: 5004 }, (_, row) => row);
    const columns = {
      x: rows.map((row) => row % 5),
      y: rows.map((row) => (row * row) % 7),
      given: rows.map((row) => (row * 3 + (row % 5)) % 11),
    };
    const clusters = rows.map((row) => row % 12);
    const all = ofResiduals([columns.x, columns.y, columns.given]);
    const byCluster = [...Array(12).keys()].map((own) =>
      ofResiduals(Object.values(columns).map((column) => column.filter((_, row) => row % 12 !== own))),
    );
    // t(11).
    const ends = jackknife(all, byCluster, 2.200985160082949).map((end) => expect.closeTo(end, 9));
    for (const asked of ["jackknife", "bca"] as const) {
      const { interval } = partialSpearman({ ...columns, clusters, interval: asked });
      expect([interval?.method, interval?.low, interval?.high]).toEqual(["jackknife-fisher-z", ...ends]);
    }
    expect(partialSpearman({ ...columns, interval: "none" })).toMatchObject({ interval: null, intervalWhy: "not-requested" });
    // Each row by itself: about (1 - r^2) / sqrt(n) on either side.
    const { interval, value } = partialSpearman(columns);
    expect(((interval?.high ?? 0) - (interval?.low ?? 0)) / 2).toBeCloseTo((1.96 * (1 - (value ?? 0) ** 2)) / Math.sqrt(5004), 3);
  });

  test("of over five thousand rows with as many values, or in large clusters, leaves out groups", () => {
    const rows = Array.from({ length: 5100 }, (_, row) => row);
    const shuffled = (by: number) => rows.map((row) => (row * by) % 5101);
    const columns = { x: shuffled(7), y: rows.map((row) => ((row * 7) % 5101) + ((row * 911) % 5101)), given: shuffled(1234) };
    const all = ofResiduals(Object.values(columns));
    const leftOut = (of: (row: number) => boolean) =>
      ofResiduals(Object.values(columns).map((column) => column.filter((_, row) => !of(row))));
    const byGroup = [...Array(31).keys()].map((group) => leftOut((row) => row % 31 === group));
    // t(30).
    const { interval } = partialSpearman(columns);
    expect([interval?.low, interval?.high]).toEqual(jackknife(all, byGroup, 2.0422724563012373).map((end) => expect.closeTo(end, 9)));
    const clusters = rows.map((row) => (row < 30 ? row % 3 : 3));
    const byCluster = [0, 1, 2, 3].map((own) => leftOut((row) => clusters[row] === own));
    expect(partialSpearman({ ...columns, clusters }).interval?.low).toBeCloseTo(jackknife(all, byCluster, 3.182446305284263)[0], 9);
    expect(partialSpearman({ ...columns, clusters: rows.map(() => 1) })).toMatchObject({ interval: null, intervalWhy: "too-few" });
  });

  test("says why there is no value, and refuses columns of two lengths by name", () => {
    const none = { value: null, p: null, interval: null, intervalWhy: "undefined-estimate" };
    expect(partialSpearman({ x: [1, 2, 3], y: [1, 3, 2], given: [2, 1, 3] })).toMatchObject({ ...none, why: "too-few", n: 3 });
    const flat = [7, 7, 7, 7];
    const columns = { x: [1, 2, 3, 4], y: [1, 3, 2, 4], given: [2, 1, 3, 4] };
    for (const name of ["x", "y", "given"])
      expect(partialSpearman({ ...columns, [name]: flat })).toMatchObject({ ...none, why: "constant-input" });
    expect(partialSpearman({ ...columns, given: columns.y })).toMatchObject({ ...none, why: "not-identifiable" });
    expect(() => partialSpearman({ ...columns, y: [1] })).toThrow("y: has 1 values where x has 4");
    expect(() => partialSpearman({ ...columns, given: [1] })).toThrow("given: has 1 values where x has 4");
  });
});
