import { observedBySpans } from "./ordinal-spans";
import { forEachBlock, rankScores, rankSpread, type UnitTable, unitSquares } from "./unit-table";

/**
 * Ordinal alpha without each block; NaN where nothing is left to vary.
 *
 * Every mid-rank moves when a block goes: r'(c) = r(c) - s(c), where s counts the block's ratings below c and half of those equal. Summing
 * the rest anew costs (blocks x ratings). Small blocks take a shorter way: with D the rank difference of a pair of ratings of one unit and E
 * its change, sum (D - E)^2 = sum D^2 - 2 sum D E + sum E^2, and both last sums follow from how many pairs span a place of the scale, or two.
 */
export function ordinalLeaveOneOut(table: UnitTable): Float64Array {
  const blocks = table.blocks?.length ?? table.units;
  const ratings = table.codes.length;
  let spans = 0;
  if (table.blocks) {
    forEachBlock(table, (_, counts) => {
      spans += counts.size * counts.size;
    });
  } else for (let unit = 0; unit < table.units; unit++) spans += ((table.start[unit + 1] as number) - (table.start[unit] as number)) ** 2;
  const observed = spans * 8 < blocks * ratings ? observedBySpans(table) : observedAnew(table);
  const largest = table.marginals.indexOf(table.marginals.reduce((a, b) => Math.max(a, b), 0));
  let cubes = 0;
  table.marginals.forEach((count, code) => {
    if (code !== largest) cubes += count ** 3;
  });
  forEachBlock(table, (block, counts, size) => {
    const n = ratings - size;
    let left = cubes;
    for (const [code, count] of counts) {
      const all = table.marginals[code] as number;
      if (code !== largest) left += (all - count) ** 3 - all ** 3;
    }
    const expected = rankSpread(n, (table.marginals[largest] as number) - (counts.get(largest) ?? 0), left);
    observed[block] = expected > 0 ? 1 - ((n - 1) * (observed[block] as number)) / expected : Number.NaN;
  });
  return observed;
}

/** The observed disagreement without each block, by ranking and summing the rest. */
export function observedAnew(table: UnitTable): Float64Array {
  const observed = new Float64Array(table.blocks?.length ?? table.units);
  const blockOf = new Int32Array(table.units).map((_, unit) => unit);
  table.blocks?.forEach((units, block) => {
    for (const unit of units) blockOf[unit] = block;
  });
  forEachBlock(table, (block, counts) => {
    const marginals = table.marginals.slice();
    for (const [code, count] of counts) marginals[code] = (marginals[code] as number) - count;
    const scores = rankScores(marginals);
    let sum = 0;
    for (let unit = 0; unit < table.units; unit++) if (blockOf[unit] !== block) sum += unitSquares(table, unit, scores);
    observed[block] = sum;
  });
  return observed;
}
