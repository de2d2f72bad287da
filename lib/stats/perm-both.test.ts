import { expect, test } from "vitest";
import { type CorrelationStatistic, permBoth } from "./perm-both";
import { seededRandom } from "./random";

// The definition, done slowly: every pattern, ranks and pairs anew for each.

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const standardised = (values: number[]): number[] => {
  const centre = mean(values);
  const sd = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
  // Scores that are equal on paper are equal here too.
  return values.map((value) => Math.round(((value - centre) / sd) * 1e9) / 1e9);
};
const midRanks = (values: number[]): number[] =>
  values.map((value) => values.filter((other) => other < value).length + (values.filter((other) => other === value).length + 1) / 2);
const pearson = (x: number[], y: number[]): number => {
  const [mx, my] = [mean(x), mean(y)];
  const product = (u: number[], mu: number, v: number[], mv: number) => mean(u.map((each, i) => (each - mu) * ((v[i] ?? 0) - mv)));
  const squares = product(x, mx, x, mx) * product(y, my, y, my);
  // What rounding leaves of no variation is none.
  return squares < 1e-15 ? Number.NaN : product(x, mx, y, my) / Math.sqrt(squares);
};
const kendall = (x: number[], y: number[]): number => {
  let [score, xs, ys] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const [dx, dy] = [Math.sign((x[i] ?? 0) - (x[j] ?? 0)), Math.sign((y[i] ?? 0) - (y[j] ?? 0))];
      score += dx * dy;
      xs += dx * dx;
      ys += dy * dy;
    }
  }
  return score / Math.sqrt(xs * ys);
};
const coefficient: Record<CorrelationStatistic, (x: number[], y: number[]) => number> = {
  pearson,
  spearman: (x, y) => pearson(midRanks(x), midRanks(y)),
  kendall,
};

function slowly(input: { human: number[]; a: number[]; b: number[] }, clusters: number[], statistic: CorrelationStatistic) {
  const [a, b] = [standardised(input.a), standardised(input.b)];
  const blocks = Math.max(...clusters) + 1;
  const differences = Array.from({ length: 2 ** blocks }, (_, pattern) => {
    const of = (own: number[], other: number[]) => own.map((score, i) => ((pattern >> (clusters[i] ?? 0)) & 1 ? (other[i] ?? 0) : score));
    const difference = coefficient[statistic](input.human, of(a, b)) - coefficient[statistic](input.human, of(b, a));
    return Number.isNaN(difference) ? Infinity : difference;
  });
  const observed = differences[0] ?? 0;
  expect(permBoth({ ...input, statistic }).value).toBeCloseTo(observed, 8);
  const share = (isIn: (difference: number) => boolean) => differences.filter(isIn).length / differences.length;
  return {
    pOneSided: share((difference) => difference >= observed - 1e-9),
    p: share((difference) => Math.abs(difference) >= Math.abs(observed) - 1e-9),
  };
}

const units = {
  human: [4, 2, 5, 3, 1, 4, 5, 2, 3],
  a: [70, 30, 90, 50, 20, 80, 80, 20, 50],
  b: [3, 3, 4, 4, 2, 2, 5, 2, 4],
};
const own = units.human.map((_, unit) => unit);

test.each(["pearson", "spearman", "kendall"] as const)("%s under all ways to swap judges of two scales", (statistic) => {
  const expected = slowly(units, own, statistic);
  expect(permBoth({ ...units, statistic })).toMatchObject({ ...expected, n: 9, exact: true, permutations: 512, seed: null, statistic });
  expect(expected.pOneSided).toBeLessThan(0.5);
  const other = { human: units.human, a: units.b, b: units.a };
  const turned = permBoth({ ...other, statistic });
  expect([turned.pOneSided, turned.p]).toEqual([slowly(other, own, statistic).pOneSided, expected.p]);
  expect([turned.a, turned.b]).toEqual([permBoth({ ...units, statistic }).b, permBoth({ ...units, statistic }).a]);
});

test.each(["pearson", "spearman", "kendall"] as const)(
  "%s of more units than pairs are gone through, in clusters of several sizes",
  (statistic) => {
    const human = Array.from({ length: 102 }, (_, i) => (i * 7) % 5);
    const input = {
      human,
      a: human.map((score, i) => score + ((i * 11) % 4)),
      b: human.map((score, i) => 10 * score + 10 * ((i * 13) % 7)),
    };
    const clusters = human.map((_, i) => Math.floor(Math.sqrt(i / 4)));
    expect(permBoth({ ...input, clusters, statistic })).toMatchObject({ ...slowly(input, clusters, statistic), permutations: 64 });
  },
);

test("a way of swapping that leaves a judge without variation counts as a greater difference", () => {
  for (const statistic of ["pearson", "spearman", "kendall"] as const) {
    const result = permBoth({ human: [1, 2], a: [1, 2], b: [2, 1], statistic });
    expect(result).toMatchObject({ n: 2, value: 2, a: 1, b: -1, pOneSided: 3 / 4, p: 1, permutations: 4 });
  }
});

test("one unit, or a side without variation, has no test", () => {
  const none = { value: null, pOneSided: null, p: null, exact: true, permutations: null, seed: null };
  expect(permBoth({ human: [1], a: [1], b: [2] })).toMatchObject({ ...none, why: "too-few", n: 1, a: null, b: null });
  for (const statistic of ["pearson", "spearman", "kendall"] as const) {
    expect(permBoth({ human: [3, 3, 3], a: [1, 2, 3], b: [2, 1, 4], statistic })).toMatchObject({ ...none, why: "constant-input", n: 3 });
    expect(permBoth({ human: [1, 2, 3], a: [1, 2, 3], b: [4, 4, 4], statistic })).toMatchObject({ ...none, why: "constant-input" });
  }
});

test("a way that leaves one judge without variation and not the other counts too", () => {
  // Swapping the third unit alone leaves a at its lower score throughout.
  const input = { human: [1, 2, 4], a: [0, 0, 1], b: [1, 0, 0] };
  for (const statistic of ["pearson", "spearman", "kendall"] as const) {
    expect(permBoth({ ...input, statistic })).toMatchObject(slowly(input, [0, 1, 2], statistic));
    const turned = { human: input.human, a: input.b, b: input.a };
    expect(permBoth({ ...turned, statistic })).toMatchObject(slowly(turned, [0, 1, 2], statistic));
  }
});

test("scores that are equal once both judges have one scale are ties, whatever rounding leaves between them", () => {
  const [scores, places] = [
    [0.1, 0.2, 0.3, 0.7, 0.2, 0.3],
    [2, 0, 1, 4, 3, 5],
  ];
  const input = { human: [1, 2, 3, 4, 2, 1], a: scores, b: places.map((place) => 30 * (scores[place] ?? 0) + 7) };
  for (const statistic of ["spearman", "kendall"] as const) {
    expect(permBoth({ ...input, statistic })).toMatchObject(slowly(input, [0, 1, 2, 3, 4, 5], statistic));
  }
});

test("sixteen units are enumerated; more are swapped by the seed's bits, 32 units to a draw", () => {
  const rising = (n: number) => {
    const human = Array.from({ length: n }, (_, i) => i);
    return { human, a: human.map((i) => i + ((i * 7) % 11)), b: human.map((i) => 3 * i + ((i * 13) % 37)) };
  };
  expect(permBoth(rising(16))).toMatchObject({ exact: true, permutations: 65_536, seed: null });
  const input = rising(40);
  const [a, b] = [standardised(input.a), standardised(input.b)];
  const observed = pearson(input.human, a) - pearson(input.human, b);
  const random = seededRandom(5);
  let [above, beyond] = [0, 0];
  for (let drawn = 0; drawn < 200; drawn++) {
    let bits = 0;
    const swapped = input.human.map((_, i) => {
      if (i % 32 === 0) bits = random.int(4294967296);
      return (bits >>> (i % 32)) & 1;
    });
    const of = (own: number[], other: number[]) => own.map((score, i) => (swapped[i] ? (other[i] ?? 0) : score));
    const difference = pearson(input.human, of(a, b)) - pearson(input.human, of(b, a));
    if (difference >= observed - 1e-9) above += 1;
    if (Math.abs(difference) >= Math.abs(observed) - 1e-9) beyond += 1;
  }
  expect(permBoth({ ...input, permutations: 200, seed: 5 })).toMatchObject({
    ...{ pOneSided: (1 + above) / 201, p: (1 + beyond) / 201, exact: false, permutations: 200, seed: 5 },
  });
  expect(above).toBeGreaterThan(0);
  expect(permBoth({ ...rising(17), permutations: 9 })).toMatchObject({ exact: false, permutations: 9 });
});
