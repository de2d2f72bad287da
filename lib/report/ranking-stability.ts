import type { RankingStability } from "@/lib/domain/report-scores";
import { stableRanking } from "@/lib/stats";
import { toNumber } from "./exact-mean";
import { humanScores } from "./human-scores";
import { inputsOf, isLabelled, type RatingTable, unitsOf } from "./rating-table";
import { systemsOf } from "./systems-of";

const reasons: Partial<Record<string, string>> = { "too-few": "one-system", "not-identifiable": "none-apart" };

const drawn = { resamples: 2000, seed: 1 };

/** How surely people's ranking of the systems would come out again. Nothing where samples name no system. */
export function rankingStability(table: RatingTable): RankingStability | undefined {
  const systems = [...new Set(table.data.samples.flatMap((sample) => systemsOf(sample).map(({ name }) => name)))].sort();
  if (systems.length === 0) return undefined;
  const perCriterion = table.data.criteria.flatMap(({ name }, criterion) => {
    if (isLabelled(table, criterion)) return [];
    const found = stableRanking({ scores: scoresBySystem(table, criterion, systems), ...drawn });
    const { value, why, n, systems: scored, pairs, ordered } = found;
    return [[name, { value, why: reasons[why ?? ""] ?? why, n, systems: scored, pairs, ordered: ordered.length }] as const];
  });
  return { ...drawn, perCriterion: Object.fromEntries(perCriterion) };
}

/** `[system][input]`: the mean over a system's outputs for an input of people's mean scores; NaN where it has none. */
function scoresBySystem(table: RatingTable, criterion: number, systems: readonly string[]): Float64Array[] {
  const units = unitsOf(table, criterion);
  const inputs = inputsOf(table, units);
  const people = humanScores(table);
  const placeOf = new Map(systems.map((name, place) => [name, place]));
  const size = 1 + inputs.reduce((most, input) => Math.max(most, input), -1);
  const [sums, counts] = [systems.map(() => new Float64Array(size)), systems.map(() => new Float64Array(size))];
  table.data.samples.forEach((from, sample) => {
    const score = people[units[sample] as number];
    if (!score) return;
    const input = inputs[sample] as number;
    for (const { name, turned } of systemsOf(from)) {
      const [sum, count] = [sums, counts].map((all) => all[placeOf.get(name) as number]) as [Float64Array, Float64Array];
      sum[input] = (sum[input] as number) + toNumber(turned(score));
      count[input] = (count[input] as number) + 1;
    }
  });
  // Without a score, zero divided by zero.
  return sums.map((sum, system) => sum.map((all, input) => all / (counts[system]?.[input] ?? 0)));
}
