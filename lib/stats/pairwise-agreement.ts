import { alphaSource } from "./alpha";
import { alphaOfCells, cellCount, pairCell, squaredDistances } from "./alpha-cells";
import { kappaOfTable } from "./cohen-kappa";
import { type AlphaLevel, type EncodedRatings, encodeRatings, type RatingsInput } from "./encoded-ratings";
import type { JointTable } from "./joint-table";
import { kappasOfColumns } from "./kappa-of-columns";
import type { Estimate } from "./result";

/** How two raters agree on the units both rated. */
export interface PairAgreement {
  /** Columns of the two raters, a < b. */
  a: number;
  b: number;
  /** Units both rated. */
  n: number;
  nominal: Estimate;
  /** Null value with `not-identifiable` where the scale has no order (names without a declared scale). */
  ordinal: Estimate;
  /** Null value with `not-identifiable` where the values are names. */
  interval: Estimate;
  /** Cohen's kappa, unweighted and with quadratic weights on the scale. */
  kappa: Estimate;
  quadraticKappa: Estimate;
  /** Share of the units with exactly the same rating. */
  exact: Estimate;
}

export interface PairwiseInput extends RatingsInput {
  /** Leaves out every two raters without a unit in common: among hundreds of raters, nearly all. */
  onlyTogether?: boolean;
}

/** From this many values on, a pair's own values replace its table of coincidences. */
const MOST_TABLE_VALUES = 128;

/**
 * The agreement of every two raters: alpha at nominal, ordinal and interval level, Cohen's kappa unweighted and quadratic, exact agreement,
 * each over the units both rated. What a heat map of raters shows.
 *
 * Ordinal alpha takes the pair's own marginals; weighted kappa takes the declared scale (else the values anyone used).
 *
 * @param input `ratings[unit][rater]`, missing allowed; optional `scale`
 * @returns one entry a pair, in the order of columns; values null with `no-pairable-units` (n = 0) or `no-variation`
 * @example pairwiseAgreement({ ratings: [[1, 1], [2, 2], [1, 2]] })[0]?.exact.value // 0.6666...
 */
export function pairwiseAgreement(input: PairwiseInput): PairAgreement[] {
  const encoded = encodeRatings(input);
  const named = encoded.values.some((value) => typeof value === "string");
  const small = encoded.values.length < MOST_TABLE_VALUES;
  const usable = { nominal: true, ordinal: !named || encoded.declared, interval: !named };
  const squared = {
    nominal: small ? squaredDistances(encoded, "nominal") : null,
    interval: small && usable.interval ? squaredDistances(encoded, "interval") : null,
  };
  const none = apart(usable);
  const columns = ratedColumns(encoded);
  const pairs: PairAgreement[] = [];
  for (let a = 0; a < encoded.raters; a++) {
    for (let b = a + 1; b < encoded.raters; b++) {
      const table = tableOfTwo(columns[a] as RatedColumn, columns[b] as RatedColumn, encoded, small);
      const { n } = table;
      if (n === 0) {
        if (!input.onlyTogether) pairs.push({ a, b, ...none });
        continue;
      }
      const cells = small ? cellsOf(table) : null;
      const both = small ? null : twoColumns(encoded, a, b);
      const source = both && alphaSource(both, null);
      const agreement = both ? kappasOfColumns(both) : ofTable(table);
      const alpha = (level: Level): Estimate => {
        if (!usable[level]) return { value: null, why: "not-identifiable", n };
        const value = cells
          ? alphaOfCells(cells, encoded.values.length, level === "ordinal" ? null : squared[level])
          : source?.estimate(level);
        return value === undefined || Number.isNaN(value) ? { value: null, why: "no-variation", n } : { value, why: null, n };
      };
      pairs.push({
        a,
        b,
        n,
        nominal: alpha("nominal"),
        ordinal: alpha("ordinal"),
        interval: alpha("interval"),
        ...agreement,
      });
    }
  }
  return pairs;
}

type Level = Exclude<AlphaLevel, "ratio">;

/** What is said of two raters without a unit in common. */
function apart(usable: Record<Level, boolean>): Omit<PairAgreement, "a" | "b"> {
  const none: Estimate = { value: null, why: "no-pairable-units", n: 0 };
  const alpha = (level: Level): Estimate => (usable[level] ? none : { ...none, why: "not-identifiable" });
  return {
    ...{ n: 0, nominal: alpha("nominal"), ordinal: alpha("ordinal"), interval: alpha("interval") },
    ...{ kappa: none, quadraticKappa: none, exact: none },
  };
}

/** The units that a rater has rated, in their order, and the code of each. */
interface RatedColumn {
  units: Int32Array;
  codes: Int32Array;
}

function ratedColumns({ codes, units, raters }: EncodedRatings): RatedColumn[] {
  const [rated, own] = [new Int32Array(units), new Int32Array(units)];
  return Array.from({ length: raters }, (_, rater) => {
    let n = 0;
    for (let unit = 0; unit < units; unit++) {
      const code = codes[unit * raters + rater] as number;
      if (code === 0) continue;
      rated[n] = unit;
      own[n++] = code;
    }
    return { units: rated.slice(0, n), codes: own.slice(0, n) };
  });
}

/** The joint table of two raters, found from what each has rated; of fine scales only how many units there are in it. */
function tableOfTwo(first: RatedColumn, second: RatedColumn, { values }: EncodedRatings, isCounted: boolean): JointTable {
  const size = values.length;
  let [n, counts] = [0, nothing];
  for (let one = 0, other = 0; one < first.units.length && other < second.units.length; ) {
    const gap = (first.units[one] as number) - (second.units[other] as number);
    if (gap === 0) {
      if (n++ === 0 && isCounted) counts = new Float64Array(size * size);
      const cell = ((first.codes[one] as number) - 1) * size + (second.codes[other] as number) - 1;
      if (isCounted) counts[cell] = (counts[cell] as number) + 1;
    }
    if (gap <= 0) one += 1;
    if (gap >= 0) other += 1;
  }
  return { counts, size, values, n };
}

const nothing = new Float64Array(0);

function twoColumns({ codes, units, raters, ...rest }: EncodedRatings, a: number, b: number): EncodedRatings {
  const kept = codes.slice(0, 2 * units);
  for (let unit = 0; unit < units; unit++) {
    kept[2 * unit] = codes[unit * raters + a] as number;
    kept[2 * unit + 1] = codes[unit * raters + b] as number;
  }
  return { ...rest, codes: kept, units, raters: 2 };
}

/** A two-rater alpha needs only the joint table: each unit has one pair of ratings. */
function cellsOf({ counts, size }: JointTable): Float64Array {
  const cells = new Float64Array(cellCount(size));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const units = counts[i * size + j] as number;
      cells[i] = (cells[i] as number) + units;
      cells[j] = (cells[j] as number) + units;
      if (i === j) continue;
      const at = pairCell(size, Math.min(i, j), Math.max(i, j));
      cells[at] = (cells[at] as number) + units;
    }
  }
  return cells;
}

type Exact = Pick<PairAgreement, "kappa" | "quadraticKappa" | "exact">;

function ofTable(table: JointTable): Exact {
  const kappa = (weights: "unweighted" | "quadratic"): Estimate => {
    const { value, why, n } = kappaOfTable(table, weights, 0.95);
    return { value, why, n };
  };
  let same = 0;
  for (let i = 0; i < table.size; i++) same += table.counts[i * table.size + i] as number;
  return { kappa: kappa("unweighted"), quadraticKappa: kappa("quadratic"), exact: { value: same / table.n, why: null, n: table.n } };
}
