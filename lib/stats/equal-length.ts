import { confidenceOf, oneOf } from "./arguments";
import { type ClusterLabel, checkClusters, resolveBlocks } from "./blocks";
import { clusterVariance } from "./cluster-variance";
import { checkSameLength, completeColumn } from "./paired-values";
import { tQuantile, withWidth } from "./resampling";
import { type Estimate, type IntervalEstimate, type IntervalWhy, StatsInputError } from "./result";
import { compensatedSum, meanOf, sumsOf } from "./sums";

export interface SystemAtEqualLength {
  system: string;
  /** The mean of its scores as they are. */
  mean: number;
  /** What the mean would be, were its outputs as long as all are on average. */
  atEqualLength: IntervalEstimate;
}

export interface EqualLengthResult {
  n: number;
  /** How much a score changes when the output is twice as long, input and system held constant. */
  perDoubling: Estimate;
  /** By name. */
  systems: SystemAtEqualLength[];
}

/**
 * Mean scores of systems, were all outputs equally long.
 *
 * Least squares of score = input + system + g log2(length); a system's mean at equal length is its mean minus g times how far its mean log2(length)
 * is from that of all rows. Interval: cluster-robust over inputs with G/(G-1), by t(G-1). Undefined where no length differs but by input and system
 * (`constant-input`), as where every input has one output.
 *
 * @throws StatsInputError for a missing value or a length that is not above 0
 * @example meansAtEqualLength({ score: [3, 4, 2, 3], length: [10, 20, 10, 20], system: ["a", "b", "b", "a"], clusters: [1, 1, 2, 2] }).perDoubling.value // 1
 * Source: the regression of Dubois, Galambosi, Liang & Hashimoto 2024, for scores in place of preferences; Liang & Zeger 1986.
 */
export function meansAtEqualLength(input: {
  /** One per row, like all that follow. */
  score: ArrayLike<number>;
  length: ArrayLike<number>;
  system: readonly ClusterLabel[];
  /** The input of each row. */
  clusters: readonly ClusterLabel[];
  confidence?: number;
  interval?: "t" | "none" | undefined;
}): EqualLengthResult {
  const confidence = confidenceOf(input.confidence);
  const wanted = oneOf("interval", input.interval ?? "t", ["t", "none"] as const);
  const score = completeColumn("score", input.score);
  const length = completeColumn("length", input.length);
  checkSameLength("score", score, "length", length);
  length.forEach((value, row) => {
    if (value <= 0) throw new StatsInputError("length", `row ${row}: must be above 0, got ${value}`);
  });
  const n = score.length;
  checkClusters(input.system, n, "system");
  checkClusters(input.clusters, n);
  if (n === 0) return { n, perDoubling: { value: null, why: "no-units", n }, systems: [] };
  const groups = { systems: resolveBlocks(n, input.system).members, inputs: resolveBlocks(n, input.clusters).members };
  const doublings = length.map(Math.log2);
  // Scores of any size have squares; a power of two rounds nothing.
  const scale = 2 ** Math.floor(Math.log2(largestOf(score) || 1));
  const scaled = score.map((each) => each / scale);
  const [x, y] = [heldConstant(doublings, groups), heldConstant(scaled, groups)];
  const xx = compensatedSum(x.map((each) => each * each));
  const slope = xx <= 1e-18 * n * largestOf(doublings) ** 2 ? null : compensatedSum(x.map((each, row) => each * (y[row] as number))) / xx;
  const all = { slope: slope ?? 0, xx, x, y, doublings, scaled, middle: meanOf(doublings) };
  const systems = groups.systems.map((rows): SystemAtEqualLength => {
    const [label, units] = [{ system: String(input.system[rows[0] as number]), mean: meanOf(at(score, rows)) }, { n: rows.length }];
    const undefinedAs = (why: "constant-input" | "overflow") => ({
      value: null,
      why,
      ...units,
      interval: null,
      intervalWhy: "undefined-estimate" as const,
    });
    if (slope === null) return { ...label, atEqualLength: undefinedAs("constant-input") };
    const away = meanOf(at(doublings, rows)) - all.middle;
    const value = label.mean - slope * away * scale;
    if (!Number.isFinite(value)) return { ...label, atEqualLength: undefinedAs("overflow") };
    const estimate = { value, why: null, ...units };
    const without = (intervalWhy: IntervalWhy) => ({ ...label, atEqualLength: { ...estimate, interval: null, intervalWhy } });
    if (wanted === "none") return without("not-requested");
    const { variance, groups: inputs } = clusterVariance(influenceOn(rows, away, all), input.clusters);
    if (inputs < 2) return without("too-few");
    const reach = tQuantile(0.5 + confidence / 2, inputs - 1) * Math.sqrt(variance) * scale;
    const [low, high] = [value - reach, value + reach];
    if (!Number.isFinite(low) || !Number.isFinite(high)) return without("overflow");
    const interval = { low, high, confidence, method: "t" as const, resamples: null, seed: null };
    return { ...label, atEqualLength: { ...estimate, ...withWidth(interval, scale) } };
  });
  const perDoubling = slope === null ? null : slope * scale;
  const why = slope === null ? "constant-input" : Number.isFinite(perDoubling) ? null : "overflow";
  return { n, perDoubling: { value: why === null ? perDoubling : null, why, n }, systems };
}

const largestOf = (column: Float64Array): number => column.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
const at = (column: Float64Array, rows: Int32Array): Float64Array => Float64Array.from(rows, (row) => column[row] as number);

interface Fitted {
  slope: number;
  xx: number;
  /** What is left of lengths and scores where input and system are held constant. */
  x: Float64Array;
  y: Float64Array;
  doublings: Float64Array;
  scaled: Float64Array;
  /** The mean of all lengths. */
  middle: number;
}

/** What each row adds to the deviation of a system's mean at equal length: through its score, its length and the slope. */
function influenceOn(rows: Int32Array, away: number, { slope, xx, x, y, doublings, scaled, middle }: Fitted): Float64Array {
  const influence = x.map((each, row) => {
    const rest = (y[row] as number) - slope * each;
    return (slope * ((doublings[row] as number) - middle)) / x.length - (away * each * rest) / xx;
  });
  const [mean, ownLength] = [meanOf(at(scaled, rows)), middle + away];
  for (const row of rows) {
    const own = (scaled[row] as number) - mean - slope * ((doublings[row] as number) - ownLength);
    influence[row] = (influence[row] as number) + own / rows.length;
  }
  return influence;
}

/** What is left of a column after its regression on inputs and systems. */
function heldConstant(column: Float64Array, { systems, inputs }: { systems: Int32Array[]; inputs: Int32Array[] }): Float64Array {
  const left = column.slice();
  const ofInput = sumsOf(column, inputs);
  inputs.forEach((members, place) => {
    const mean = (ofInput[place] as number) / members.length;
    for (const row of members) left[row] = (left[row] as number) - mean;
  });
  // Inputs are taken out, which leaves equations between the systems.
  const size = systems.length;
  const systemOf = new Int32Array(column.length);
  systems.forEach((rows, system) => {
    for (const row of rows) systemOf[row] = system;
  });
  const equations = new Float64Array(size * size);
  const add = (one: number, other: number, by: number) => {
    equations[one * size + other] = (equations[one * size + other] as number) + by;
  };
  for (const members of inputs) {
    const counts = new Map<number, number>();
    for (const row of members) counts.set(systemOf[row] as number, (counts.get(systemOf[row] as number) ?? 0) + 1);
    for (const [one, count] of counts) {
      add(one, one, count);
      for (const [other, also] of counts) add(one, other, (-count * also) / members.length);
    }
  }
  const effects = solved(equations, sumsOf(left, systems));
  const effectOf = (row: number) => effects[systemOf[row] as number] as number;
  for (const members of inputs) {
    const mean = compensatedSum(Float64Array.from(members, effectOf)) / members.length;
    for (const row of members) left[row] = (left[row] as number) - effectOf(row) + mean;
  }
  return left;
}

/** A solution of symmetric equations with whole-number weights, of which some follow from the others: their unknowns are 0. */
function solved(equations: Float64Array, sides: Float64Array): Float64Array {
  const size = sides.length;
  const at = (row: number, column: number) => equations[row * size + column] as number;
  const enough = 1e-9 * equations.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const pivots = Array.from({ length: size }, (_, place) => place).filter((pivot) => {
    if (at(pivot, pivot) <= enough) return false;
    for (let row = 0; row < size; row++) {
      const share = row === pivot ? 0 : at(row, pivot) / at(pivot, pivot);
      if (share === 0) continue;
      for (let column = 0; column < size; column++) equations[row * size + column] = at(row, column) - share * at(pivot, column);
      sides[row] = (sides[row] as number) - share * (sides[pivot] as number);
    }
    return true;
  });
  const solution = new Float64Array(size);
  for (const pivot of pivots) solution[pivot] = (sides[pivot] as number) / at(pivot, pivot);
  return solution;
}
