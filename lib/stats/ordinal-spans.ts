import { forEachBlock, rankScores, type UnitTable, unitSquares } from "./unit-table";

/**
 * The observed disagreement of ordinal alpha without each block, for all blocks at once: O(ratings x unit size x log values). A pair of
 * ratings of one unit spans a value that lies between its ends (an end counts half), and every sum that changes when a block goes is a count
 * of such spans.
 */
export function observedBySpans(table: UnitTable): Float64Array {
  const scores = rankScores(table.marginals);
  const linear = linearSpans(table, scores);
  const quadratic = quadraticSpans(table);
  let all = 0;
  for (let unit = 0; unit < table.units; unit++) all += unitSquares(table, unit, scores);
  const observed = new Float64Array(quadratic.length);
  forEachBlock(table, (block, counts) => {
    let sum = all + (quadratic[block] as number);
    for (const [code, count] of counts) sum -= 2 * count * (linear[code] as number);
    observed[block] = sum - ownDisagreement(table, block, counts, scores);
  });
  return observed;
}

/** The block's own pairs under the ranks that hold without it: counted above, so to be taken off. */
function ownDisagreement(table: UnitTable, block: number, counts: Map<number, number>, scores: Float64Array): number {
  let own = 0;
  const moved = new Map<number, number>();
  let below = 0;
  for (const code of [...counts.keys()].sort((a, b) => a - b)) {
    const count = counts.get(code) ?? 0;
    moved.set(code, (scores[code] as number) - below - count / 2);
    below += count;
  }
  for (const unit of table.blocks?.[block] ?? [block]) {
    const [from, to] = [table.start[unit] as number, table.start[unit + 1] as number];
    let sum = 0;
    for (let i = from; i < to; i++) sum += moved.get(table.codes[i] as number) ?? 0;
    const mean = sum / (to - from);
    let squares = 0;
    for (let i = from; i < to; i++) squares += ((moved.get(table.codes[i] as number) ?? 0) - mean) ** 2;
    own += ((to - from) * squares) / (to - from - 1);
  }
  return own;
}

/** For each value: the sum, over all pairs of ratings of one unit that span it, of their rank difference / (m - 1); ends count half. */
function linearSpans(table: UnitTable, scores: Float64Array): Float64Array {
  const { start, codes, units } = table;
  const steps = new Float64Array(scores.length + 1);
  for (let unit = 0; unit < units; unit++) {
    const [from, to] = [start[unit] as number, start[unit + 1] as number];
    const size = to - from;
    let total = 0;
    for (let i = from; i < to; i++) total += scores[codes[i] as number] as number;
    let left = 0;
    let before = 0;
    for (let i = from; i < to; i++) {
      left += scores[codes[i] as number] as number;
      const taken = i - from + 1;
      // Pairs with one end among the first `taken` ratings: sum of (right - left).
      const cut = (taken * (total - left) - (size - taken) * left) / (size - 1);
      const at = (codes[i] as number) + 1;
      steps[at] = (steps[at] as number) + cut - before;
      before = cut;
    }
  }
  let above = 0;
  return scores.map((_, code) => {
    const below = above;
    above += steps[code + 1] as number;
    return (below + above) / 2;
  });
}

/** A block's values in order, and how often each occurs in it. */
interface BlockValues {
  codes: number[];
  counts: number[];
}

/**
 * For each block: sum over its ratings x, y of the pairs (of any unit, / (m - 1)) that span both. A sweep over the boundaries from below
 * keeps the pairs whose lower end is passed in a Fenwick tree by their upper end.
 */
function quadraticSpans(table: UnitTable): Float64Array {
  const size = table.marginals.length;
  const result = new Float64Array(table.blocks?.length ?? table.units);
  const lists: BlockValues[] = [];
  forEachBlock(table, (_, counts) => {
    const sorted = [...counts.keys()].sort((a, b) => a - b);
    lists.push({ codes: sorted, counts: sorted.map((code) => counts.get(code) ?? 0) });
  });
  const { from, block, place } = blocksByValue(lists, size);
  const points = pairsByLowerEnd(table);
  const tree = new Float64Array(size + 1);
  let total = 0;
  // Pairs passed whose upper end is at least `code`.
  const reaching = (code: number): number => {
    let below = 0;
    for (let at = code; at > 0; at &= at - 1) below += tree[at] as number;
    return total - below;
  };
  let passed = false;
  // Pairs spanning this boundary of x and either boundary of y; on the diagonal the mixed pair of boundaries counts once from each side.
  function spanning(y: number, diagonal: boolean): number {
    if (!diagonal) return reaching(y) + reaching(y + 1);
    return passed ? reaching(y + 1) : reaching(y) + 2 * reaching(y + 1);
  }
  function visit(x: number): void {
    for (let i = from[x] as number; i < (from[x + 1] as number); i++) {
      const { codes, counts } = lists[block[i] as number] as BlockValues;
      const first = place[i] as number;
      let sum = 0;
      for (let j = first; j < codes.length; j++) {
        const y = codes[j] as number;
        const both = (counts[first] as number) * (counts[j] as number) * (j === first ? 1 : 2);
        sum += (both * spanning(y, j === first)) / 4;
      }
      result[block[i] as number] = (result[block[i] as number] as number) + sum;
    }
  }
  for (let x = 0; x < size; x++) {
    passed = false;
    visit(x);
    for (let i = points.from[x] as number; i < (points.from[x + 1] as number); i++) {
      const weight = points.weight[i] as number;
      total += weight;
      for (let at = (points.upper[i] as number) + 1; at <= size; at += at & -at) tree[at] = (tree[at] as number) + weight;
    }
    passed = true;
    visit(x);
  }
  return result;
}

/** For each value the blocks that have it, and its place among the block's values. */
function blocksByValue(lists: readonly BlockValues[], size: number): { from: Uint32Array; block: Uint32Array; place: Uint32Array } {
  const from = new Uint32Array(size + 1);
  let length = 0;
  for (const { codes } of lists) {
    length += codes.length;
    for (const code of codes) from[code + 1] = (from[code + 1] as number) + 1;
  }
  for (let code = 0; code < size; code++) from[code + 1] = (from[code + 1] as number) + (from[code] as number);
  const next = from.slice();
  const block = new Uint32Array(length);
  const place = new Uint32Array(length);
  lists.forEach(({ codes }, b) => {
    codes.forEach((code, i) => {
      const at = next[code] as number;
      next[code] = at + 1;
      block[at] = b;
      place[at] = i;
    });
  });
  return { from, block, place };
}

/** For each value the pairs of ratings of one unit that have it as their lower end, with their upper end and n_c n_k / (m - 1). */
function pairsByLowerEnd({ start, codes, units, marginals }: UnitTable): { from: Uint32Array; upper: Uint32Array; weight: Float64Array } {
  const size = marginals.length;
  const from = new Uint32Array(size + 1);
  const eachPair = (visit: (lower: number, upper: number, weight: number) => void): void => {
    for (let unit = 0; unit < units; unit++) {
      const [begin, end] = [start[unit] as number, start[unit + 1] as number];
      for (let i = begin; i < end; i++) {
        for (let j = i + 1; j < end; j++) {
          if (codes[i] !== codes[j]) visit(codes[i] as number, codes[j] as number, 1 / (end - begin - 1));
        }
      }
    }
  };
  let length = 0;
  eachPair((lower) => {
    from[lower + 1] = (from[lower + 1] as number) + 1;
    length += 1;
  });
  for (let code = 0; code < size; code++) from[code + 1] = (from[code + 1] as number) + (from[code] as number);
  const next = from.slice();
  const upper = new Uint32Array(length);
  const weight = new Float64Array(length);
  eachPair((lower, high, amount) => {
    const at = next[lower] as number;
    next[lower] = at + 1;
    upper[at] = high;
    weight[at] = amount;
  });
  return { from, upper, weight };
}
