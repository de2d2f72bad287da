import { expect, it } from "vitest";
import { meansAtEqualLength } from "./equal-length";
import { drawNormal, type SeededRandom, seededRandom } from "./random";

const names = ["a", "b", "c"];
/** How many points a system is better, and how many times as long its outputs are. */
const [better, longer] = [
  [0, 0.3, -0.2],
  [1, 4, 2],
] as const;

/** Scores of inputs' outputs by three systems, some of them missing; a score rises by `slope` for twice the length. */
function drawn(random: SeededRandom, slope: number, { inputs = 40, noise = 0.5 } = {}) {
  const rows = Array.from({ length: inputs }, (_, at) => ({ at, difficulty: drawNormal(random), size: drawNormal(random) })).flatMap(
    ({ at, difficulty, size }) =>
      names.flatMap((system, place) => {
        if (random.next() < 0.2) return [];
        const length = 100 * 2 ** (size + drawNormal(random)) * (longer[place] as number);
        const score = 3 + difficulty + (better[place] as number) + slope * Math.log2(length / 100) + noise * drawNormal(random);
        return [{ score, length, system, clusters: at }];
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

it("a length that is not above 0 is refused with its row", () => {
  expect(() => meansAtEqualLength({ score: [1, 2], length: [10, 0], system: ["a", "b"], clusters: [1, 1] })).toThrow(
    "length: row 1: must be above 0, got 0",
  );
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
