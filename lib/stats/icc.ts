import { type EncodedRatings, isEncoded, numericScale } from "./encoded-ratings";
import { describe } from "./paired-values";
import { resolveIntervalOptions, withWidth } from "./resampling";
import { type Interval, type IntervalEstimate, type Rating, StatsInputError, type Why } from "./result";
import { spearmanBrown } from "./spearman-brown";
import { fPpf } from "./special-functions";
import { conditioned, endsOf } from "./sums";

export interface IccOptions {
  /** `ratings[unit][rater]`, numbers, or encoded; a unit with a missing rating is left out. */
  ratings: readonly (readonly Rating[])[] | EncodedRatings;
  confidence?: number;
}

/** One form of the coefficient; `n` counts complete units. */
export type IccForm = IntervalEstimate;

export interface IccResult {
  statistic: "icc";
  /** Complete units, and units left out because a rating was missing. */
  n: number;
  dropped: number;
  raters: number;
  /** One rater drawn at random for each unit; and the mean of k such. */
  icc1: IccForm;
  icc1k: IccForm;
  /** Absolute agreement of single ratings (severity differences count); and of the mean of these raters: the reliability of the human mean. */
  iccA1: IccForm;
  iccAk: IccForm;
  /** Consistency (severity differences removed). */
  iccC1: IccForm;
  iccCk: IccForm;
  /** Mean squares between units (MSR), between raters (MSC), residual (MSE) and within units (MSW); null when undefined. */
  meanSquares: MeanSquares | null;
}

export interface MeanSquares {
  units: number;
  raters: number;
  residual: number;
  within: number;
}

/**
 * Intraclass correlations of McGraw & Wong (1996), all six forms, with their F intervals.
 *
 * With mean squares of the two-way table of n units x k raters: ICC(1,1) = (MSR - MSW) / (MSR + (k-1) MSW), ICC(C,1) with MSE for MSW,
 * ICC(A,1) = (MSR - MSE) / (MSR + (k-1) MSE + k (MSC - MSE) / n); mean of k: (MSR - MSW) / MSR, (MSR - MSE) / MSR,
 * (MSR - MSE) / (MSR + (MSC - MSE) / n). Negative estimates stay. ICC(C) well above ICC(A) means raters differ in severity.
 *
 * @returns every form null with `too-few` (under two complete units or two raters) or `no-variation` (MSR = MSE = 0); one form null with
 *   `not-identifiable` when its denominator is 0. `meanSquares` is null too where they leave the range of doubles.
 * @throws StatsInputError for what is not a finite number, with row and column
 * @example icc({ ratings: [[1, 2], [2, 3], [3, 4]] }).iccC1.value // 1
 * Source: Shrout & Fleiss 1979; McGraw & Wong 1996.
 */
export function icc(options: IccOptions): IccResult {
  const { confidence } = resolveIntervalOptions({ confidence: options.confidence });
  const { flat, n, dropped, raters } = completeRows(options.ratings);
  const shared = { statistic: "icc" as const, n, dropped, raters };
  if (n < 2 || raters < 2) return { ...shared, ...allForms(undefinedForm("too-few", n)), meanSquares: null };
  const scaled = conditioned(flat);
  const squares = meanSquaresOf(scaled, n, raters);
  const [low, high] = endsOf(scaled);
  if (Math.max(squares.units, squares.residual) <= 1e-25 * Math.max(low * low, high * high)) {
    return { ...shared, ...allForms(undefinedForm("no-variation", n)), meanSquares: null };
  }
  const [lowest, highest] = endsOf(flat);
  // Differences lose a digit where values are moved, and at least half where they are scaled.
  const unscaled = Math.abs(Math.log2((highest - lowest) / (high - low))) < 0.5;
  return { ...shared, ...forms(squares, n, raters, confidence), meanSquares: unscaled ? squares : null };
}

interface CompleteRows {
  flat: Float64Array;
  n: number;
  dropped: number;
  raters: number;
}

function completeRowsOf(encoded: EncodedRatings): CompleteRows {
  const { codes, units, raters } = encoded;
  const values = numericScale(encoded, "interval");
  const flat = new Float64Array(codes.length);
  let n = 0;
  for (let unit = 0; unit < units; unit++) {
    let present = 0;
    for (let rater = 0; rater < raters; rater++) {
      const code = codes[unit * raters + rater] as number;
      if (code > 0) flat[n * raters + present++] = values[code - 1] as number;
    }
    if (present === raters) n += 1;
  }
  return { flat: flat.subarray(0, n * raters), n, dropped: units - n, raters };
}

function completeRows(ratings: IccOptions["ratings"]): CompleteRows {
  if (isEncoded(ratings)) return completeRowsOf(ratings);
  if (!Array.isArray(ratings)) throw new StatsInputError("ratings", "must be an array of rows, ratings[unit][rater]");
  let raters = 0;
  for (let unit = 0; unit < ratings.length; unit++) {
    const row: unknown = ratings[unit];
    if (!Array.isArray(row)) throw new StatsInputError("ratings", `row ${unit} is not an array`);
    raters = Math.max(raters, row.length);
    for (let rater = 0; rater < row.length; rater++) {
      const value: unknown = row[rater];
      const missing = value === null || value === undefined || Number.isNaN(value);
      if (missing || Number.isFinite(value)) continue;
      throw new StatsInputError("ratings", `row ${unit}, column ${rater}: ${describe(value)} is not a finite number`);
    }
  }
  const flat = new Float64Array(ratings.length * raters);
  let n = 0;
  for (const row of ratings as readonly (readonly Rating[])[]) {
    let present = 0;
    for (let rater = 0; rater < row.length; rater++) {
      const value = row[rater];
      if (typeof value === "number" && !Number.isNaN(value)) flat[n * raters + present++] = value;
    }
    // An incomplete row is overwritten by the next.
    if (present === raters) n += 1;
  }
  return { flat: flat.subarray(0, n * raters), n, dropped: ratings.length - n, raters };
}

function meanSquaresOf(values: Float64Array, n: number, k: number): MeanSquares {
  const rowMeans = new Float64Array(n);
  const columnMeans = new Float64Array(k);
  let grand = 0;
  for (let row = 0, at = 0; row < n; row++) {
    for (let column = 0; column < k; column++, at++) {
      const x = values[at] as number;
      rowMeans[row] = (rowMeans[row] as number) + x / k;
      columnMeans[column] = (columnMeans[column] as number) + x / n;
      grand += x / (n * k);
    }
  }
  let [units, raters, residual, within] = [0, 0, 0, 0];
  for (const mean of rowMeans) units += (mean - grand) ** 2;
  for (const mean of columnMeans) raters += (mean - grand) ** 2;
  for (let row = 0, at = 0; row < n; row++) {
    for (let column = 0; column < k; column++, at++) {
      const inRow = (values[at] as number) - (rowMeans[row] as number);
      within += inRow * inRow;
      residual += (inRow - (columnMeans[column] as number) + grand) ** 2;
    }
  }
  return {
    units: (k * units) / (n - 1),
    raters: (n * raters) / (k - 1),
    residual: residual / ((n - 1) * (k - 1)),
    within: within / (n * (k - 1)),
  };
}

type Forms = Pick<IccResult, "icc1" | "icc1k" | "iccA1" | "iccAk" | "iccC1" | "iccCk">;

function allForms(form: IccForm): Forms {
  return { icc1: form, icc1k: form, iccA1: form, iccAk: form, iccC1: form, iccCk: form };
}

function undefinedForm(why: Why, n: number): IccForm {
  return { value: null, why, n, interval: null, intervalWhy: "undefined-estimate" };
}

function forms(ms: MeanSquares, n: number, k: number, confidence: number): Forms {
  const size = Math.max(ms.units, ms.raters, ms.residual, ms.within);
  const make = (numerator: number, denominator: number, ends: readonly [number, number] | null): IccForm => {
    const value = numerator / denominator;
    // A denominator that only rounding keeps off 0 would make a huge number out of nothing.
    if (!(denominator > 1e-12 * size) || !Number.isFinite(value)) return undefinedForm("not-identifiable", n);
    if (!ends?.every(Number.isFinite)) return { value, why: null, n, interval: null, intervalWhy: "not-identifiable" };
    const interval: Interval = { low: ends[0], high: Math.min(1, ends[1]), confidence, method: "f", resamples: null, seed: null };
    return { value, why: null, n, ...withWidth(interval) };
  };
  const oneWay = ratioEnds(ms.units / ms.within, n - 1, n * (k - 1), confidence);
  const twoWay = ratioEnds(ms.units / ms.residual, n - 1, (n - 1) * (k - 1), confidence);
  const single = (f: number): number => (f === Infinity ? 1 : (f - 1) / (f + k - 1));
  const mean = (f: number): number => 1 - 1 / f;
  const absolute = absoluteEnds(ms, n, k, confidence);
  const overRaters = (ms.raters - ms.residual) / n;
  return {
    icc1: make(ms.units - ms.within, ms.units + (k - 1) * ms.within, [single(oneWay[0]), single(oneWay[1])]),
    icc1k: make(ms.units - ms.within, ms.units, [mean(oneWay[0]), mean(oneWay[1])]),
    iccC1: make(ms.units - ms.residual, ms.units + (k - 1) * ms.residual, [single(twoWay[0]), single(twoWay[1])]),
    iccCk: make(ms.units - ms.residual, ms.units, [mean(twoWay[0]), mean(twoWay[1])]),
    iccA1: make(ms.units - ms.residual, ms.units + (k - 1) * ms.residual + k * overRaters, absolute),
    iccAk: make(ms.units - ms.residual, ms.units + overRaters, absolute && stepUp(absolute, k)),
  };
}

function stepUp(ends: readonly [number, number], k: number): [number, number] | null {
  const [low, high] = ends.map((reliability) => spearmanBrown({ reliability, k }).value);
  return low == null || high == null ? null : [low, high];
}

/** The F ratio's own interval: F over and times the upper quantiles. */
function ratioEnds(f: number, d1: number, d2: number, confidence: number): [number, number] {
  const upper = 0.5 + confidence / 2;
  return [f / fPpf(upper, d1, d2), f * fPpf(upper, d2, d1)];
}

/** ICC(A,1)'s interval with Satterthwaite's degrees of freedom (McGraw & Wong 1996, table 7). */
function absoluteEnds(ms: MeanSquares, n: number, k: number, confidence: number): [number, number] | null {
  const rho = (ms.units - ms.residual) / (ms.units + (k - 1) * ms.residual + (k * (ms.raters - ms.residual)) / n);
  if (rho >= 1) return [1, 1];
  const a = (k * rho) / (n * (1 - rho));
  const b = 1 + (k * rho * (n - 1)) / (n * (1 - rho));
  const combined = a * ms.raters + b * ms.residual;
  const df = combined ** 2 / ((a * ms.raters) ** 2 / (k - 1) + (b * ms.residual) ** 2 / ((n - 1) * (k - 1)));
  if (!(df > 0 && Number.isFinite(df))) return null;
  const upper = 0.5 + confidence / 2;
  const rest = k * ms.raters + (k * n - k - n) * ms.residual;
  const [f, g] = [fPpf(upper, n - 1, df), fPpf(upper, df, n - 1)];
  const [low, high] = [
    (n * (ms.units - f * ms.residual)) / (f * rest + n * ms.units),
    (n * (g * ms.units - ms.residual)) / (rest + n * g * ms.units),
  ];
  // With next to no degrees of freedom a quantile is infinite.
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
}
