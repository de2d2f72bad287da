import type { AlphaSource } from "./alpha-cells";
import { type LevelEngine, levelEngine } from "./alpha-level-engines";
import type { Blocks } from "./blocks";
import type { AlphaLevel, EncodedRatings } from "./encoded-ratings";
import { gathered } from "./gathered-ratings";
import type { SeededRandom } from "./random";
import { type UnitTable, unitTable } from "./unit-table";

/**
 * The source for scales of many values (sliders, continuous scores): sums over units instead of a table of coincidences, O(ratings) for a
 * point estimate and for a jackknife, whatever the number of distinct values.
 */
export function momentSource(encoded: EncodedRatings, clusters: Blocks | null): AlphaSource {
  const table = unitTable(encoded, clusters);
  const engines = new Map<AlphaLevel, LevelEngine>();
  function engine(level: AlphaLevel): LevelEngine {
    const known = engines.get(level);
    if (known) return known;
    const made = levelEngine(table, level);
    engines.set(level, made);
    return made;
  }
  const blocks = table.blocks?.length ?? table.units;
  return {
    counts: gathered(encoded).counts,
    blocks,
    negative: table.values.some((value) => typeof value === "number" && value < 0),
    ratingsOf: (place) => table.marginals[table.values.indexOf(encoded.values[place] as number | string)] ?? 0,
    estimate: (level) => engine(level).weighted(null),
    leaveOneOut: (level) => ({ values: engine(level).leaveOneOut(), weights: new Float64Array(blocks).fill(1) }),
    replicates: (level, resamples, random) => replicate(table, engine(level), resamples, random),
  };
}

function replicate(table: UnitTable, engine: LevelEngine, resamples: number, random: SeededRandom): Float64Array {
  const values = new Float64Array(resamples);
  const weights = new Float64Array(table.units);
  const blocks = table.blocks?.length ?? table.units;
  for (let b = 0; b < resamples; b++) {
    weights.fill(0);
    for (let i = 0; i < blocks; i++) {
      const block = random.int(blocks);
      if (!table.blocks) weights[block] = (weights[block] as number) + 1;
      else for (const unit of table.blocks[block] as Int32Array) weights[unit] = (weights[unit] as number) + 1;
    }
    values[b] = engine.weighted(weights);
  }
  return values;
}
