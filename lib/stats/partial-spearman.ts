import { type Blocks, type ClusterLabel, resolveBlocks } from "./blocks";
import { distinctCodes } from "./joint-cells";
import { checkSameLength, numberColumn } from "./paired-values";
import { productMoment, weightedPearson } from "./pearson";
import { type Coded, rankProductsWithout, rankSquaresWithout } from "./rank-products";
import { midRanks } from "./ranks";
import {
  type IntervalOptions,
  jackknifeInterval,
  leaveOneOutValues,
  noInterval,
  resampledInterval,
  resolveIntervalOptions,
} from "./resampling";
import type { IntervalEstimate, Rating } from "./result";
import { tTwoSidedP } from "./special-functions";

export interface PartialSpearmanInput extends IntervalOptions {
  x: ArrayLike<Rating>;
  y: ArrayLike<Rating>;
  /** What is held constant. */
  given: ArrayLike<Rating>;
  clusters?: readonly ClusterLabel[] | null;
}

export interface PartialSpearmanResult extends IntervalEstimate {
  /** Two-sided, t(n-3). */
  p: number | null;
  /** The three rank correlations it is made of. */
  xy: number | null;
  xGiven: number | null;
  yGiven: number | null;
}

const FEWEST_UNITS = 10;
/** Re-ranking without each unit costs n^2, and as many bootstrap samples take minutes: above this many units the jackknife has to do with less. */
const MOST_FOR_RERANKING = 5000;
const MOST_PAIRS_IN_BLOCKS = MOST_FOR_RERANKING ** 2;
/** A prime: no period of the rows, as of systems in turn, becomes one of the groups. */
const GROUPS = 31;

/**
 * Spearman's correlation of x and y with a third variable held constant.
 *
 * (r_xy - r_xz r_yz) / sqrt((1 - r_xz^2)(1 - r_yz^2)) on mid-ranks. Rows with any of the three missing are dropped. Undefined for fewer than
 * four rows (`too-few`), a constant column (`constant-input`), or a column that ranks exactly as the third (`not-identifiable`). Interval:
 * jackknife on Fisher's z, by cluster where given; none below ten rows (`too-few`). Above 5000 rows it is that jackknife whatever method is asked for; where
 * values are too many or clusters too large for leaving out each at little cost, 31 groups of clusters, taken in turn, are left out instead.
 *
 * @example partialSpearman({ x: [1, 2, 3, 4], y: [1, 3, 2, 4], given: [1, 2, 4, 3] }).value // 0.8728715609439696
 * Source: Kendall 1970, chapter 8; Kott 2001 (delete-a-group jackknife).
 */
export function partialSpearman(input: PartialSpearmanInput): PartialSpearmanResult {
  const columns = [numberColumn("x", input.x), numberColumn("y", input.y), numberColumn("given", input.given)] as const;
  checkSameLength("x", columns[0], "y", columns[1]);
  checkSameLength("x", columns[0], "given", columns[2]);
  const isComplete = (row: number): boolean => columns.every((column) => !Number.isNaN(column[row] as number));
  const blocks = resolveBlocks(columns[0].length, input.clusters, isComplete);
  const rows = Int32Array.from(columns[0], (_, row) => row).filter(isComplete);
  const n = rows.length;
  const all = partialOf(columns, rows);
  const value = n < 4 ? null : all.value;
  const why =
    value !== null
      ? null
      : n < 4
        ? "too-few"
        : all.xy === null || all.xGiven === null || all.yGiven === null
          ? "constant-input"
          : "not-identifiable";
  const wanted = resolveIntervalOptions(input);
  const reranked = (units: Int32Array) => partialOf(columns, units).value;
  const leaveOneOut = () => withoutEachBlock(columns, rows, blocks);
  const intervalOf = () => {
    if (wanted.interval === "none") return noInterval("not-requested");
    if (value === null) return noInterval("undefined-estimate");
    if (n < FEWEST_UNITS) return noInterval("too-few");
    const options = { ...wanted, estimate: value, scale: "fisher-z" } as const;
    if (n <= MOST_FOR_RERANKING) return resampledInterval({ ...options, blocks, statistic: reranked, leaveOneOut: leaveOneOut() });
    return jackknifeInterval({ ...options, leaveOneOut: leaveOneOut() ?? leaveOneOutValues(inGroups(blocks), reranked) });
  };
  const { interval, intervalWhy } = intervalOf();
  const p = value === null ? null : tTwoSidedP(value * Math.sqrt((n - 3) / ((1 - value) * (1 + value))), n - 3);
  return {
    value,
    why,
    n,
    p,
    xy: all.xy,
    xGiven: all.xGiven,
    yGiven: all.yGiven,
    interval,
    intervalWhy,
  };
}

/** As many blocks as there are groups, each of several. */
function inGroups({ members }: Blocks): Blocks {
  const groups = Array.from({ length: Math.min(GROUPS, members.length) }, (_, group) =>
    members.filter((_, block) => block % GROUPS === group).flatMap((own) => [...own]),
  );
  return { members: groups.map((own) => Int32Array.from(own)), clustered: true };
}

/** Undefined where only ranking anew can tell, or costs less. */
function withoutEachBlock(columns: readonly Float64Array[], rows: Int32Array, blocks: Blocks): Float64Array | undefined {
  if (blocks.members.reduce((pairs, { length }) => pairs + length ** 2, 0) > MOST_PAIRS_IN_BLOCKS) return undefined;
  const [x, y, z] = columns.map((column) => {
    const { values, codes } = distinctCodes(Float64Array.from(rows, (row) => column[row] as number));
    return { codes, levels: values.length };
  }) as [Coded, Coded, Coded];
  const products = [rankProductsWithout(x, y), rankProductsWithout(x, z), rankProductsWithout(y, z)] as const;
  const [ofXy, ofXz, ofYz] = products;
  if (ofXy === null || ofXz === null || ofYz === null) return undefined;
  const squares = [x, y, z].map(rankSquaresWithout);
  const placeOf = new Int32Array((columns[0] as Float64Array).length);
  rows.forEach((row, place) => {
    placeOf[row] = place;
  });
  const inBlock = new Uint8Array(placeOf.length);
  return Float64Array.from(blocks.members, (members) => {
    const places = members.map((row) => placeOf[row] as number);
    const [xx, yy, zz] = squares.map((of) => of(places)) as [number, number, number];
    const xy = productMoment(xx, yy, ofXy(places));
    const xGiven = productMoment(xx, zz, ofXz(places));
    const yGiven = productMoment(yy, zz, ofYz(places));
    if (xy !== null && xGiven !== null && yGiven !== null) return partialFrom(xy, xGiven, yGiven) ?? Number.NaN;
    for (const row of members) inBlock[row] = 1;
    const rest = rows.filter((row) => inBlock[row] === 0);
    for (const row of members) inBlock[row] = 0;
    return partialOf(columns, rest).value ?? Number.NaN;
  });
}

function partialFrom(xy: number, xGiven: number, yGiven: number): number | null {
  const rest = (1 - xGiven) * (1 + xGiven) * (1 - yGiven) * (1 + yGiven);
  return rest <= 0 ? null : Math.max(-1, Math.min(1, (xy - xGiven * yGiven) / Math.sqrt(rest)));
}

function partialOf(columns: readonly Float64Array[], rows: ArrayLike<number>) {
  const ones = new Float64Array(rows.length).fill(1);
  const [x, y, z] = columns.map((column) => midRanks(Float64Array.from(rows, (row) => column[row] as number)).ranks) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const xy = weightedPearson(x, y, ones);
  const xGiven = weightedPearson(x, z, ones);
  const yGiven = weightedPearson(y, z, ones);
  if (xy === null || xGiven === null || yGiven === null) return { value: null, xy, xGiven, yGiven };
  return { value: partialFrom(xy, xGiven, yGiven), xy, xGiven, yGiven };
}
