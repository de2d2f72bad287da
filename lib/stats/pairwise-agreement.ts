import { alphaSource } from "./alpha";
import { alphaOfCells, cellCount, pairCell, squaredDistances } from "./alpha-cells";
import { kappaOfTable } from "./cohen-kappa";
import { type AlphaLevel, type EncodedRatings, encodeRatings, type RatingsInput } from "./encoded-ratings";
import { type JointTable, jointTable } from "./joint-table";
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
export function pairwiseAgreement(input: RatingsInput): PairAgreement[] {
  const encoded = encodeRatings(input);
  const named = encoded.values.some((value) => typeof value === "string");
  const small = encoded.values.length < MOST_TABLE_VALUES;
  const usable = { nominal: true, ordinal: !named || encoded.declared, interval: !named };
  const squared = {
    nominal: small ? squaredDistances(encoded, "nominal") : null,
    interval: small && usable.interval ? squaredDistances(encoded, "interval") : null,
  };
  const pairs: PairAgreement[] = [];
  for (let a = 0; a < encoded.raters; a++) {
    for (let b = a + 1; b < encoded.raters; b++) {
      const both = twoColumns(encoded, a, b);
      const table = small ? jointTable(both, 0, 1) : null;
      const cells = table ? cellsOf(table) : null;
      const source = cells ? null : alphaSource(both, null);
      const agreement = table ? ofTable(table) : kappasOfColumns(both);
      const { n } = agreement.exact;
      const alpha = (level: Exclude<AlphaLevel, "ratio">): Estimate => {
        if (!usable[level]) return { value: null, why: "not-identifiable", n };
        if (n === 0) return { value: null, why: "no-pairable-units", n };
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
  return { kappa: kappa("unweighted"), quadraticKappa: kappa("quadratic"), exact: share(same, table.n) };
}

function share(same: number, n: number): Estimate {
  return n === 0 ? { value: null, why: "no-pairable-units", n } : { value: same / n, why: null, n };
}
