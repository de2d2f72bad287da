import { expect, it } from "vitest";
import { meansAtEqualLength } from "./equal-length";
import { drawNormal, type SeededRandom, seededRandom } from "./random";
import { tQuantile } from "./resampling";

const names = ["a", "b", "c"];
/** How many points a system is better, and how many times as long its outputs are. */
const [better, longer] = [
  [0, 0.3, -0.2],
  [1, 4, 2],
] as const;

/** Scores of inputs' outputs by three systems, some of them missing and some twice; a score rises by `slope` for twice the length. */
function drawn(random: SeededRandom, slope: number, { inputs = 40, noise = 0.5 } = {}) {
  const rows = Array.from({ length: inputs }, (_, at) => ({ at, difficulty: drawNormal(random), size: drawNormal(random) })).flatMap(
    ({ at, difficulty, size }) =>
      names.flatMap((system, place) => {
        const outputs = random.next() < 0.2 ? 0 : random.next() < 0.1 ? 2 : 1;
        return Array.from({ length: outputs }, () => {
          const length = 100 * 2 ** (size + drawNormal(random)) * (longer[place] as number);
          const score = 3 + difficulty + (better[place] as number) + slope * Math.log2(length / 100) + noise * drawNormal(random);
          return { score, length, system, clusters: at };
        });
      }),
  );
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);
  return { score: column("score"), length: column("length"), system: column("system"), clusters: column("clusters") };
}

/** Least squares by elimination on all indicators at once. */
function slopeByEquations({ score, length, system, clusters }: ReturnType<typeof drawn>): number {
  const inputs = [...new Set(clusters)];
  const design = score.map((_, row) => [
    Math.log2(length[row] as number),
    ...names.slice(1).map((name) => Number(system[row] === name)),
    ...inputs.map((at) => Number(clusters[row] === at)),
  ]);
  const size = inputs.length + names.length;
  const sum = (of: (row: number) => number) => score.reduce((total, _, row) => total + of(row), 0);
  const cell = (row: number, at: number) => design[row]?.[at] as number;
  const equations = Array.from({ length: size }, (_, one) => [
    ...Array.from({ length: size }, (_, other) => sum((row) => cell(row, one) * cell(row, other))),
    sum((row) => cell(row, one) * (score[row] as number)),
  ]);
  // From the last unknown up, so that what is left in the first equation is the slope.
  for (let pivot = size - 1; pivot > 0; pivot--) {
    const own = equations[pivot] as number[];
    for (const other of equations.slice(0, pivot)) {
      const share = (other[pivot] as number) / (own[pivot] as number);
      for (const at of other.keys()) other[at] = (other[at] as number) - share * (own[at] as number);
    }
  }
  const [first = []] = equations;
  return (first[size] as number) / (first[0] as number);
}

it("the slope is that of least squares on length, inputs and systems, whatever is missing and in whatever order", () => {
  for (const seed of [1, 2, 3]) {
    const data = drawn(seededRandom(seed), 0.4);
    const { perDoubling } = meansAtEqualLength(data);
    expect(perDoubling.value).toBeCloseTo(slopeByEquations(data), 10);
    const turned = { ...data, score: data.score.toReversed(), length: data.length.toReversed() };
    const back = meansAtEqualLength({ ...turned, system: data.system.toReversed(), clusters: data.clusters.toReversed() });
    expect(back.perDoubling.value).toBeCloseTo(perDoubling.value ?? Number.NaN, 12);
  }
});

it("by hand: two inputs, two systems, one point for twice the length", () => {
  const data = { score: [3, 5, 2, 3], length: [10, 40, 10, 20], system: ["a", "b", "a", "b"], clusters: [1, 1, 2, 2] };
  // Between inputs b's score gains 2 - 1 = 1 more point where it gains 2 - 1 = 1 doubling more.
  const { n, perDoubling, systems } = meansAtEqualLength(data);
  expect([n, perDoubling.value]).toEqual([4, 1]);
  expect(systems.map(({ system, mean }) => [system, mean])).toEqual([
    ["a", 2.5],
    ["b", 4],
  ]);
  // b's outputs are 1.5 doublings longer: three quarters above the mean of all, a's as much below.
  for (const { atEqualLength } of systems) expect(atEqualLength.value).toBeCloseTo(3.25, 14);
  expect(systems.map(({ atEqualLength }) => atEqualLength.n)).toEqual([2, 2]);
});

it("undefined where length differs by input or system alone, as where every input has one output", () => {
  const alone = meansAtEqualLength({ score: [1, 2, 4], length: [10, 20, 50], system: ["a", "b", "a"], clusters: [1, 2, 3] });
  expect(alone.perDoubling).toEqual({ value: null, why: "constant-input", n: 3 });
  expect(alone.systems.map(({ mean, atEqualLength }) => [mean, atEqualLength])).toEqual([
    [2.5, { value: null, why: "constant-input", n: 2, interval: null, intervalWhy: "undefined-estimate" }],
    [2, { value: null, why: "constant-input", n: 1, interval: null, intervalWhy: "undefined-estimate" }],
  ]);
  const twice = { score: [1, 2, 4, 3], length: [10, 20, 30, 60], system: ["a", "b", "a", "b"], clusters: [1, 1, 2, 2] };
  expect(meansAtEqualLength(twice).perDoubling.value).toBeNull();
  expect(meansAtEqualLength({ score: [], length: [], system: [], clusters: [] })).toEqual({
    n: 0,
    perDoubling: { value: null, why: "no-units", n: 0 },
    systems: [],
  });
});

it("no interval of one input, nor where none is asked for", () => {
  const one = { score: [1, 2, 4], length: [10, 20, 50], system: ["a", "b", "a"], clusters: [1, 1, 1] };
  expect(meansAtEqualLength(one).systems[0]?.atEqualLength).toMatchObject({ interval: null, intervalWhy: "too-few" });
  const asked = meansAtEqualLength({ ...drawn(seededRandom(4), 0.1), interval: "none" });
  expect(asked.systems[0]?.atEqualLength.intervalWhy).toBe("not-requested");
});

it("what cannot be read is refused with its place", () => {
  const good = { score: [1, 2], length: [10, 20], system: ["a", "b"], clusters: [1, 1] };
  const refused = (changes: object) => () => meansAtEqualLength({ ...good, ...changes });
  expect(refused({ length: [10, 0] })).toThrow("length: row 1: must be above 0, got 0");
  expect(refused({ length: [10, null] })).toThrow(/^length: row 1/u);
  expect(refused({ length: [10] })).toThrow("length: has 1 values where score has 2");
  expect(refused({ score: [1, null] })).toThrow(/^score: row 1/u);
  expect(refused({ system: ["a"] })).toThrow(/^system: has 1 labels for 2 units/u);
  expect(refused({ clusters: [1] })).toThrow(/^clusters: has 1 labels for 2 units/u);
  expect(refused({ interval: "bca" })).toThrow(/^interval/u);
});

it("an interval is as wide as leaving out one input at a time makes it", () => {
  const data = drawn(seededRandom(6), 0.4, { inputs: 300 });
  const meansOf = (keep: (input: number) => boolean) => {
    const rows = [...data.clusters.keys()].filter((row) => keep(data.clusters[row] as number));
    const some = <T>(column: readonly T[]) => rows.map((row) => column[row] as T);
    const { systems } = meansAtEqualLength({
      ...{ score: some(data.score), length: some(data.length), system: some(data.system), clusters: some(data.clusters) },
      interval: "none",
    });
    return systems.map(({ atEqualLength }) => atEqualLength.value ?? Number.NaN);
  };
  const inputs = [...new Set(data.clusters)];
  const without = inputs.map((left) => meansOf((input) => input !== left));
  const { systems } = meansAtEqualLength(data);
  systems.forEach(({ atEqualLength: { value, interval } }, place) => {
    const estimate = value ?? Number.NaN;
    const values = without.map((each) => each[place] as number);
    const squares = values.reduce((sum, each) => sum + (each - estimate) ** 2, 0);
    const jackknife = tQuantile(0.975, inputs.length - 1) * Math.sqrt(((inputs.length - 1) / inputs.length) * squares);
    expect(((interval?.high ?? Number.NaN) - estimate) / jackknife).toBeCloseTo(1, 1);
    expect((estimate - (interval?.low ?? Number.NaN)) / jackknife).toBeGreaterThan(0.97);
    expect((estimate - (interval?.low ?? Number.NaN)) / jackknife).toBeLessThan(1.03);
  });
});

it("scores of any size have figures, or say that they are beyond the largest number", () => {
  const data = drawn(seededRandom(7), 0.4);
  const plain = meansAtEqualLength(data);
  for (const size of [1e-200, 1e200]) {
    const scaled = meansAtEqualLength({ ...data, score: data.score.map((each) => each * size) });
    expect((scaled.perDoubling.value ?? Number.NaN) / size).toBeCloseTo(plain.perDoubling.value ?? 9, 12);
    const [found, expected] = [scaled, plain].map(({ systems }) => systems[1]?.atEqualLength);
    expect((found?.interval?.high ?? Number.NaN) / size).toBeCloseTo(expected?.interval?.high ?? 9, 12);
  }
  const huge = {
    score: [1.7e308, -1.7e308, -1.7e308, 1.7e308],
    length: [1, 1.001, 1, 1.002],
    system: ["a", "b", "a", "b"],
    clusters: [1, 1, 2, 2],
  };
  expect(meansAtEqualLength(huge).perDoubling).toEqual({ value: null, why: "overflow", n: 4 });
});

it("intervals cover what repeated studies would find, where the plain mean is a long system's reward", () => {
  const [runs, slope] = [300, 0.4];
  const random = seededRandom(5);
  // At equal length systems differ as they are better; all outputs together are one doubling longer than the first system's.
  const truth = better.map((points) => 3 + points + slope);
  let [covered, plain] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const { systems } = meansAtEqualLength({ ...drawn(random, slope), confidence: 0.9 });
    const { atEqualLength, mean } = systems[1] ?? expect.unreachable();
    const { low, high } = atEqualLength.interval ?? expect.unreachable();
    if (low <= (truth[1] as number) && (truth[1] as number) <= high) covered += 1;
    plain += mean / runs;
  }
  expect(covered / runs).toBeGreaterThan(0.85);
  expect(covered / runs).toBeLessThan(0.95);
  expect(plain - (truth[1] as number)).toBeGreaterThan(0.3);
});
