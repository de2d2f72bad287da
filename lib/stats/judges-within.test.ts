import { expect, test } from "vitest";
import { compareJudges, correlationDifference } from "./compare-judges";
import { correlate } from "./correlation";
import { kendall } from "./kendall";
import { pearson } from "./pearson";
import { permBoth } from "./perm-both";
import { seededRandom } from "./random";
import { spearman } from "./spearman";
import { tPpf, tTwoSidedP } from "./special-functions";

const statistics = ["pearson", "spearman", "kendall"] as const;
const of = {
  pearson: (x: number[], y: number[]) => pearson({ x, y, interval: "none" }).value,
  spearman: (x: number[], y: number[]) => spearman({ x, y, interval: "none" }).value,
  kendall: (x: number[], y: number[]) => kendall({ x, y, interval: "none" }).tauB.value,
};
type Columns = { human: number[]; a: number[]; b: number[] };
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Twelve groups of two to five units in five clusters; the judges' scales differ, and each is constant in a group in which the other is not. */
const random = seededRandom(2);
const groups = Array.from({ length: 42 }, (_, unit) => Math.floor(unit / 3.5));
const clusters = groups.map((group) => `c${(group * 7) % 5}`);
const human = groups.map(() => random.int(6));
const units: Columns = {
  human,
  a: human.map((score, unit) => (groups[unit] === 3 ? 70 : 10 * score + 10 * random.int(3))),
  b: human.map((score, unit) => (groups[unit] === 7 ? 2 : score + random.int(6))),
};

/** The definition, done slowly: each judge's correlation within each group, averaged over those that define one for both. */
function meansOf({ human, a, b }: Columns, labels: number[], statistic: (typeof statistics)[number]) {
  const found = [...new Set(labels)].flatMap((group) => {
    const own = (column: number[]) => column.filter((_, unit) => labels[unit] === group);
    const [first, second] = [of[statistic](own(human), own(a)), of[statistic](own(human), own(b))];
    return first === null || second === null ? [] : [{ first, second }];
  });
  const [first, second] = [mean(found.map((one) => one.first)), mean(found.map((one) => one.second))];
  return { a: first, b: second, value: first - second, definedGroups: found.length };
}

/** Every way to swap the two judges' scores, block by block. */
function everyWay({ human, a, b }: Columns, labels: number[], blocks: (string | number)[], statistic: (typeof statistics)[number]) {
  const names = [...new Set(blocks)];
  const observed = meansOf({ human, a, b }, labels, statistic).value;
  const ways = Array.from({ length: 2 ** names.length }, (_, pattern) => {
    const swapped = (own: number[], other: number[]) =>
      own.map((score, unit) => ((pattern >> names.indexOf(blocks[unit] ?? "")) & 1 ? (other[unit] ?? 0) : score));
    return meansOf({ human, a: swapped(a, b), b: swapped(b, a) }, labels, statistic).value;
  });
  const share = (isIn: (way: number) => boolean) => ways.filter(isIn).length / ways.length;
  const pOneSided = share((way) => way >= observed - 1e-9);
  return { pOneSided, p: share((way) => Math.abs(way) >= Math.abs(observed) - 1e-9), permutations: ways.length };
}

test.each(statistics)("%s within groups: both means, and p over all ways to swap groups whole, or clusters of them", (statistic) => {
  const { definedGroups, value, a, b } = meansOf(units, groups, statistic);
  expect(definedGroups).toBe(10);
  const ps = [groups, clusters].map((blocks) => {
    const found = permBoth({ ...units, groups, statistic, ...(blocks === clusters && { clusters }) });
    const close = { value: expect.closeTo(value, 12), a: expect.closeTo(a, 12), b: expect.closeTo(b, 12) };
    const counts = { n: 42, definedGroups: 10, totalGroups: 12 };
    // Swaps of groups that count for nothing double both counts.
    const { permutations, ...expected } = everyWay(units, groups, blocks, statistic);
    expect(found).toEqual({
      ...{ ...close, ...counts, ...expected, why: null, exact: true, seed: null, statistic },
      permutations: blocks === clusters ? permutations : permutations / 4,
    });
    const {
      permBoth: test,
      difference,
      ...compared
    } = compareJudges({ ...units, groups, statistic, ...(blocks === clusters && { clusters }) });
    expect(test).toMatchObject(expected);
    expect(compared).toMatchObject({
      a: { value: close.a, n: 42 },
      b: { value: close.b },
      definedGroups: 10,
      totalGroups: 12,
      williams: null,
    });
    expect(difference).toMatchObject({ value: close.value, n: 42 });
    return expected.p;
  });
  expect(new Set([...ps, 1]).size).toBe(3);
  const turned = permBoth({ human, a: units.b, b: units.a, groups, statistic });
  expect([turned.value, turned.p]).toEqual([expect.closeTo(-value, 12), ps[0]]);
});

test.each(statistics)(
  "the interval of a difference by %s within groups leaves out whole groups, or clusters, and p claims the same",
  (statistic) => {
    for (const isClustered of [false, true]) {
      const blocks: (string | number)[] = isClustered ? clusters : groups;
      const labelled = { ...units, groups, statistic, ...(isClustered && { clusters }) };
      const { difference, a, b, p } = correlationDifference(labelled);
      const { value } = meansOf(units, groups, statistic);
      // Groups that define no correlation for both leave nothing out.
      const names = [...new Set(blocks)].filter((name) => name !== 3 && name !== 7);
      const without = names.map((name) => {
        const kept = (column: number[]) => column.filter((_, unit) => blocks[unit] !== name);
        const left = { human: kept(units.human), a: kept(units.a), b: kept(units.b) };
        return meansOf(left, kept(groups), statistic).value;
      });
      const count = names.length;
      const error = Math.sqrt(((count - 1) / count) * without.reduce((sum, one) => sum + (one - mean(without)) ** 2, 0));
      expect(difference.interval).toMatchObject({
        method: "jackknife",
        high: expect.closeTo(Math.min(2, value + tPpf(0.975, count - 1) * error), 10),
      });
      expect(p).toBeCloseTo(tTwoSidedP(value / error, count - 1), 10);
      const shared = units.human.map((score, unit) => ([3, 7].includes(groups[unit] ?? 0) ? null : score));
      const alone = correlate({ ...labelled, x: shared, y: units.a })[statistic === "kendall" ? "kendallTauB" : statistic];
      expect(a.interval?.low).toBeCloseTo(alone.interval?.low ?? 9, 10);
      expect(b.value).not.toBeCloseTo(a.value ?? 9, 3);
      const none = correlationDifference({ ...labelled, interval: "none" });
      expect(none).toMatchObject({ p: null, difference: { value: difference.value, interval: null, intervalWhy: "not-requested" } });
    }
  },
);

test("more than sixteen groups are swapped at random, by the seed, whatever the order of the rows and the judges' scales", () => {
  const draws = seededRandom(5);
  const labels = Array.from({ length: 120 }, (_, unit) => `g${unit % 40}`);
  const people = labels.map(() => draws.int(7));
  const [a, b] = [people.map((score) => score + draws.int(5)), people.map((score) => score + draws.int(8))];
  const found = permBoth({ human: people, a, b, groups: labels, permutations: 500, seed: 4 });
  expect(found).toMatchObject({ exact: false, permutations: 500, seed: 4, totalGroups: 40 });
  expect(found.p).toBeGreaterThan(0.002);
  expect(found.p).toBeLessThan(0.5);
  const turned = {
    human: people.toReversed(),
    a: a.map((score) => 3 * score - 8).toReversed(),
    b: b.toReversed(),
    groups: labels.toReversed(),
  };
  expect(permBoth({ ...turned, permutations: 500, seed: 4 })).toEqual({
    ...found,
    value: expect.closeTo(found.value ?? 9, 12),
    a: expect.closeTo(found.a ?? 9, 12),
  });
  expect(permBoth({ human: people, a, b, groups: labels, permutations: 500, seed: 6 }).p).not.toBe(found.p);
});

/** Judges whose errors have one law, a new offset for every input in each; how often p within inputs is at most .05. */
function shareRejected(offset: number, gain = 0): number {
  const draws = seededRandom(17);
  const some = () => draws.int(1_000_000) / 1_000_000;
  const labels = Array.from({ length: 80 }, (_, unit) => Math.floor(unit / 4));
  const found = Array.from({ length: 1000 }, (_, seed) => {
    const offsets = labels.map(() => [offset * some(), offset * some()]);
    const people = labels.map(() => some());
    const judge = (side: 0 | 1, noise: number) =>
      people.map((score, unit) => score + noise * some() + (offsets[labels[unit] ?? 0]?.[side] ?? 0));
    const columns = { human: people, a: judge(0, 1 - gain), b: judge(1, 1) };
    return permBoth({ ...columns, groups: labels, statistic: "spearman", permutations: 199, seed }).p ?? 9;
  });
  return found.filter((p) => p <= 0.05).length / found.length;
}

test.each([0, 5])("of equal judges one in twenty pairs has p of at most .05, of unequal ones most, offset per input %i", (offset) => {
  const share = shareRejected(offset);
  expect(share).toBeGreaterThan(0.032);
  expect(share).toBeLessThan(0.068);
  expect(shareRejected(offset, 0.6)).toBeGreaterThan(0.6);
});

test("a judge that only tells hard inputs from easy ones is not credited for that within them", () => {
  const labels = Array.from({ length: 90 }, (_, unit) => Math.floor(unit / 3));
  const people = labels.map((group, unit) => 10 * (group % 5) + ((unit * 7) % 3));
  const draws = seededRandom(8);
  const knowsInputs = labels.map((group) => 10 * (group % 5) + draws.int(9));
  const knowsOutputs = people.map((score, unit) => (score % 10) + 10 * ((unit - (unit % 3)) % 4));
  const pair = { human: people, a: knowsInputs, b: knowsOutputs, clusters: labels };
  expect(compareJudges(pair).difference.value).toBeGreaterThan(0.5);
  const within = compareJudges({ ...pair, groups: labels });
  expect(within.difference.value).toBeLessThan(-0.5);
  expect(within.permBoth.p).toBeLessThan(0.01);
});

test("says why there is nothing to compare within groups, and what a judge alone has", () => {
  const labels = ["x", "x", "y", "y"];
  const flat = compareJudges({ human: [1, 2, 1, 2], a: [1, 2, 2, 1], b: [4, 4, 4, 4], groups: labels });
  expect(flat).toMatchObject({
    ...{ n: 4, definedGroups: 0, totalGroups: 2, a: { value: 0, why: null }, b: { value: null, why: "constant-input" } },
    difference: { value: null, why: "constant-input", intervalWhy: "undefined-estimate" },
    permBoth: { pOneSided: null, p: null, exact: true, permutations: null, seed: null },
  });
  const single = permBoth({ human: [1, 2], a: [1, 2], b: [2, 1], groups: ["x", "y"] });
  expect(single).toMatchObject({ value: null, why: "too-few", a: null, b: null, p: null, definedGroups: 0, totalGroups: 2 });
  // One group swapped is one of two ways: no difference is too great.
  expect(permBoth({ human: [1, 2, 3], a: [1, 2, 3], b: [3, 2, 1], groups: ["x", "x", "x"] })).toMatchObject({
    value: 2,
    p: 1,
    pOneSided: 0.5,
  });
  const ends = compareJudges({ human: [1, 2, 1, 2], a: [1, 2, 1, 2], b: [1, 2, 2, 1], groups: labels }).difference.interval;
  expect([ends?.low, ends?.high]).toEqual([-2, 2]);
});

test("labels of groups and clusters are one for each row, and a group lies within one cluster", () => {
  const pair = { human: [1, 2, null, 4], a: [1, 2, 3, 4], b: [2, 1, 4, 3] };
  for (const call of [permBoth, compareJudges, correlationDifference]) {
    expect(() => call({ ...pair, groups: ["x", "x"] })).toThrow("groups: has 2 labels for 4 rows");
    expect(() => call({ ...pair, groups: ["x", "x", "y", "y"], clusters: [1, 1, 2] })).toThrow("clusters: has 3 labels for 4 units");
    const split = { groups: ["x", "x", "y", "y"], clusters: [1, 1, 2, 3] };
    expect(() => call({ ...pair, ...split })).toThrow("clusters: row 3: group y lies in cluster 2 and in cluster 3");
  }
  // A unit that somebody has not scored does not belong to its group, and a group without units is none.
  expect(permBoth({ ...pair, groups: ["x", "x", "y", "x"] })).toMatchObject({ n: 3, totalGroups: 1 });
});

test("absolute errors within groups are flipped by the group too", () => {
  const pair = { human: [1, 1, 1, 1, 1], a: [1, 1, 1, 1, 1], b: [2, 2, 2, 2, 2] };
  expect(compareJudges({ ...pair, groups: [1, 1, 2, 2, 2] }).absoluteError).toMatchObject({ p: 0.5, permutations: 4 });
  expect(compareJudges(pair).absoluteError).toMatchObject({ p: 2 / 32, permutations: 32 });
});
