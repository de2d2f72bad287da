import { completeColumn } from "./paired-values";
import { type Estimate, StatsInputError } from "./result";
import { compensatedSum } from "./sums";

function risingScale(values: unknown): Float64Array {
  const scale = completeColumn("scale", values);
  if (scale.length === 0) throw new StatsInputError("scale", "must have at least one value");
  scale.forEach((value, row) => {
    if (row > 0 && value <= (scale[row - 1] as number)) throw new StatsInputError("scale", `row ${row}: values must rise, got ${value}`);
  });
  return scale;
}

export interface DistributionDistance {
  /** Ratings on each side. */
  firstN: number;
  secondN: number;
  /** Jensen-Shannon divergence in bits (0..1), and its square root. */
  jensenShannonBits: Estimate;
  jensenShannonDistance: Estimate;
  /** How many scale points a rating must move on average to turn one distribution into the other. */
  wasserstein: Estimate;
  totalVariation: Estimate;
}

/**
 * How far apart two distributions of ratings on one scale are.
 *
 * With shares p and q, m = (p+q)/2: JS = sum p log2(p/m)/2 + sum q log2(q/m)/2; Wasserstein-1 = sum |P - Q| (distance to the next scale value), P and Q
 * cumulative; total variation = sum |p - q| / 2. Undefined when a side is empty (`no-units`).
 *
 * @param input first, second: counts per scale value; scale: the values, 1, 2, 3, … unless given
 * @example distributionDistance({ first: [5, 5], second: [0, 10] }).wasserstein.value // 0.5
 * Source: Lin 1991 (Jensen-Shannon); Vaserstein 1969.
 */
export function distributionDistance(input: {
  first: ArrayLike<number>;
  second: ArrayLike<number>;
  scale?: ArrayLike<number>;
}): DistributionDistance {
  const [first, second] = [countsOf("first", input.first), countsOf("second", input.second)];
  if (second.length !== first.length) throw new StatsInputError("second", `has ${second.length} counts where first has ${first.length}`);
  const scale = input.scale === undefined ? first.map((_, i) => i + 1) : risingScale(input.scale);
  if (scale.length !== first.length) throw new StatsInputError("scale", `has ${scale.length} values for ${first.length} counts`);
  const [firstN, secondN] = [compensatedSum(first), compensatedSum(second)];
  const n = firstN + secondN;
  const estimate = (value: number): Estimate =>
    firstN === 0 || secondN === 0 ? { value: null, why: "no-units", n } : { value, why: null, n };
  const terms = Array.from(first, (count, i) => ({ p: count / firstN, q: (second[i] as number) / secondN }));
  const bits = jensenShannonBits(first, second, firstN, secondN);
  return {
    firstN,
    secondN,
    jensenShannonBits: estimate(bits),
    jensenShannonDistance: estimate(Math.sqrt(bits)),
    wasserstein: estimate(wasserstein(first, second, firstN, secondN, scale)),
    totalVariation: estimate(compensatedSum(terms.map(({ p, q }) => Math.abs(p - q))) / 2),
  };
}

function countsOf(argument: string, values: unknown): Float64Array {
  const counts = completeColumn(argument, values);
  counts.forEach((count, row) => {
    if (!Number.isSafeInteger(count) || count < 0)
      throw new StatsInputError(argument, `row ${row}: must be a whole number from 0, got ${count}`);
  });
  return counts;
}

/** From counts and their sums. */
export function jensenShannonBits(first: Float64Array, second: Float64Array, firstN: number, secondN: number): number {
  const terms = first.map((count, i) => {
    const [p, q] = [count / firstN, (second[i] as number) / secondN];
    return informationTerm(p, q) + informationTerm(q, p);
  });
  return Math.min(1, Math.max(0, compensatedSum(terms) / 2));
}

function informationTerm(p: number, q: number): number {
  return p === 0 ? 0 : p * Math.log2((2 * p) / (p + q));
}

/** From cumulative counts brought to one denominator, which keeps equal shares equal. */
export function wasserstein(first: Float64Array, second: Float64Array, firstN: number, secondN: number, scale: Float64Array): number {
  let [below, belowOther] = [0, 0];
  const terms: number[] = [];
  for (let i = 0; i + 1 < scale.length; i++) {
    below += first[i] as number;
    belowOther += second[i] as number;
    terms.push((Math.abs(below * secondN - belowOther * firstN) / (firstN * secondN)) * ((scale[i + 1] as number) - (scale[i] as number)));
  }
  return compensatedSum(terms);
}
