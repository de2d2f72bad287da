import type { TaskReport } from "@/lib/domain/report";
import { scalePoints } from "@/lib/domain/scale-points";
import { shareOf, total } from "./action-rates";
import { besideDrafts } from "./arm-units";
import { exactMean, toNumber } from "./exact-mean";
import { rankingStability } from "./ranking-stability";
import { hasOwnScale, nameOf, type RatingTable, sampleOf, scoreOf, unitsOf } from "./rating-table";
import { systemMeans } from "./system-means";

/** Histograms per criterion and rater on the declared scale, how people moved each judge's score, and means per system. */
export function scoreDistributions(table: RatingTable): TaskReport["scores"] {
  const raters = [...table.annotators, ...table.judges];
  const perCriterion = table.data.criteria.map((criterion, index) => {
    const units = unitsOf(table, index);
    const of = (some: number[]) => distribution(criterion, scoresOf(table, units, some));
    return [
      criterion.name,
      {
        annotators: of(table.annotators),
        ...Object.fromEntries(raters.map((rater) => [nameOf(table, rater), hasOwnScale(table, rater) ? offScale : of([rater])])),
      },
    ];
  });
  const stability = table.wanted.interval === "none" ? undefined : rankingStability(table);
  return {
    perCriterion: Object.fromEntries(perCriterion),
    ...changesByJudge(table),
    ...systemMeans(table),
    // Nobody waits for it: it comes with the intervals.
    ...(table.data.task.kind === "pointwise" && table.wanted.interval !== "none" && { perSystem: perSystem(table) }),
    ...(stability && { stability }),
    ofMetrics: Object.fromEntries([...table.ownScores].map(([rater, scores]) => [nameOf(table, rater), ofMetric(table, rater, scores)])),
  };
}

/** How people moved each judge's score, and nothing else. */
export const onlyChanges = (table: RatingTable): TaskReport["scores"] => ({
  ...{ perCriterion: {}, ...changesByJudge(table), bySystem: {}, onCommonUnits: {}, ofMetrics: {} },
});

type Ways = Record<"up" | "down" | "same", Int32Array>;
const noWays = (inputs: number): Ways => ({ up: new Int32Array(inputs), down: new Int32Array(inputs), same: new Int32Array(inputs) });

/**
 * By judge and criterion: ratings made with a draft of the judge in view, above, below and equal to this draft; of labels, which have no above and below,
 * only how many changed. Their shares have intervals over inputs.
 */
function changesByJudge(table: RatingTable): Pick<TaskReport["scores"], "change" | "changeShares"> {
  const { criteria, samples } = table.data;
  const judges = table.judges.filter((judge) => !hasOwnScale(table, judge)).map((judge) => nameOf(table, judge));
  // Made for what was seen alone, since there may be a million inputs.
  const seen = new Map<string, (Ways | undefined)[]>(judges.map((judge) => [judge, []]));
  besideDrafts(table, ({ judge, sample, criterion, score, draft }) => {
    const own = seen.get(judge);
    if (own === undefined) return;
    own[criterion] ??= noWays(samples.length);
    const way = own[criterion][score > draft ? "up" : score < draft ? "down" : "same"];
    const input = table.inputs[sample] as number;
    way[input] = (way[input] as number) + 1;
  });
  const byCriterion = <T>(of: (criterion: Points, counts: Ways) => T) =>
    Object.fromEntries(
      [...seen].map(([judge, own]) => [
        judge,
        Object.fromEntries(criteria.map((criterion, at) => [criterion.name, of(criterion, own[at] ?? noWays(0))])),
      ]),
    );
  return {
    change: byCriterion(({ labels }, counts) => {
      const [up, down, same] = [total(counts.up), total(counts.down), total(counts.same)];
      return { ...(labels ? { up: null, down: null } : { up, down }), same, changed: up + down };
    }),
    changeShares: byCriterion(({ labels }, { up, down, same }) => {
      const changed = up.map((count, input) => count + (down[input] as number));
      const all = changed.map((count, input) => count + (same[input] as number));
      const of = (hits: Int32Array) => shareOf(hits, all, table.wanted);
      return { ...(labels ? { up: null, down: null } : { up: of(up), down: of(down) }), same: of(same), changed: of(changed) };
    }),
  };
}

/** How the outputs of each system were scored on each criterion; nothing where samples name no system. */
function perSystem(table: RatingTable): NonNullable<TaskReport["scores"]["perSystem"]> {
  const judges = table.judges.filter((judge) => !hasOwnScale(table, judge));
  const systems = [...new Set(table.data.samples.flatMap(({ system }) => system ?? []))].sort();
  return Object.fromEntries(
    table.data.criteria.map((criterion, index) => {
      const units = new Map<string, number[]>(systems.map((name) => [name, []]));
      for (const unit of unitsOf(table, index)) units.get(table.data.samples[sampleOf(table, unit)]?.system ?? "")?.push(unit);
      const bySystem = systems.map((name) => {
        const of = (raters: number[]) => distribution(criterion, scoresOf(table, units.get(name) ?? [], raters));
        return [
          name,
          { annotators: of(table.annotators), ...Object.fromEntries(judges.map((judge) => [nameOf(table, judge), of([judge])])) },
        ];
      });
      return [criterion.name, Object.fromEntries(bySystem)];
    }),
  );
}

function scoresOf(table: RatingTable, units: readonly number[], raters: readonly number[]): number[] {
  const scores: number[] = [];
  for (const unit of units) {
    for (const rater of raters) {
      const score = scoreOf(table, unit, rater);
      if (score !== null) scores.push(score);
    }
  }
  return scores;
}

const offScale = { n: 0, mean: null, histogram: {}, why: "own-scale" };

function ofMetric(table: RatingTable, rater: number, scores: Float64Array) {
  const scale = table.data.raters[rater]?.metric?.scale ?? { min: 0, max: 1, step: null };
  return distribution(
    scale,
    [...scores].filter((score) => !Number.isNaN(score)),
  );
}

type Points = Pick<RatingTable["data"]["criteria"][number], "min" | "max" | "step" | "labels">;

function distribution(criterion: Points, scores: number[]) {
  const { labels } = criterion;
  if (labels)
    return {
      n: scores.length,
      mean: null,
      histogram: Object.fromEntries(labels.map((label, place) => [label, scores.filter((score) => score === place).length])),
    };
  const mean = exactMean(scores);
  // Every point of a declared scale is shown, even if nobody gave it; a continuous scale shows the values given.
  const histogram: Record<string, number> = Object.fromEntries((scalePoints(criterion) ?? []).map((point) => [String(point), 0]));
  const counts = new Map<number, number>();
  for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
  for (const [score, count] of counts) histogram[String(score)] = (histogram[String(score)] ?? 0) + count;
  return { n: scores.length, mean: mean === null ? null : toNumber(mean), histogram };
}
