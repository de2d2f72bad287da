import { groupBy } from "@/lib/domain/group-by";
import type { Pilot, PilotDistances } from "@/lib/domain/pilot";
import type { PilotData } from "@/lib/domain/pilot-data";
import { scalePoints } from "@/lib/domain/scale-points";
import { type AlphaLevel, altTest, anchoring, correlate, krippendorffAlpha, tQuantile } from "@/lib/stats";
import type { PlannedScale } from "./size-model";

type Rating = PilotData["ratings"][number];

/** A scale of more points is planned as one of eleven. */
const mostPoints = 11;

/** Labels have no order, whatever the task's other criteria have. */
const levelOf = ({ scale }: PilotData["criteria"][number], level: PlannedScale["level"]) =>
  scale.kind === "categorical" ? "nominal" : level;

/** A criterion's scale as the planner sees it. */
export function plannedScale(criterion: PilotData["criteria"][number], otherwise: PlannedScale["level"]): PlannedScale {
  const { scale } = criterion;
  const level = levelOf(criterion, otherwise);
  const points = scalePoints(scale)?.length ?? mostPoints;
  if (points <= mostPoints) return { level, points, step: (scale.max - scale.min) / Math.max(1, points - 1) };
  return { level, points: mostPoints, step: (scale.max - scale.min) / (mostPoints - 1) };
}

/**
 * What the ratings say about each criterion; null where nobody has rated it. Where two people have rated a sample blind, only blind ratings count towards
 * agreement. */
export function pilotsOf(data: PilotData, level: PlannedScale["level"]): (Pilot | null)[] {
  const byCriterion = groupBy(data.ratings, (rating) => rating.criterion);
  const drafts = groupBy(data.judge, (draft) => draft.criterion);
  return data.criteria.map((criterion, index) => {
    const ratings = byCriterion.get(index) ?? [];
    if (ratings.length === 0) return null;
    const judge = data.inputs.map((): number | null => null);
    for (const draft of drafts.get(index) ?? []) judge[draft.sample] = draft.score;
    return pilotOf(criterion, ratings, judge, data.inputs, levelOf(criterion, level));
  });
}

function pilotOf(
  criterion: PilotData["criteria"][number],
  ratings: readonly Rating[],
  judge: readonly (number | null)[],
  inputs: readonly string[],
  level: PlannedScale["level"],
): Pilot {
  const blind = ratings.flatMap((rating) => {
    if (rating.arm === "blind") return [rating];
    return rating.blindScore === null ? [] : [{ ...rating, score: rating.blindScore }];
  });
  const hasPairs = new Set(blind.map(({ sample }) => sample)).size < blind.length;
  const used = hasPairs ? blind : ratings;
  const raters = 1 + Math.max(...used.map(({ rater }) => rater));
  const table = inputs.map(() => Array.from({ length: raters }, (): number | null => null));
  for (const { sample, rater, score } of used) (table[sample] as (number | null)[])[rater] = score;
  const samples = new Set(used.map(({ sample }) => sample));
  return {
    criterion: criterion.name,
    ratings: used.length,
    samples: samples.size,
    inputs: new Set([...samples].map((sample) => inputs[sample])).size,
    annotators: new Set(used.map(({ rater }) => rater)).size,
    anchored: used !== blind && ratings.some(({ arm }) => arm !== "blind"),
    shares: sharesOf(criterion, used),
    alpha: alphaOf(table, inputs, level),
    correlation: level === "nominal" ? null : correlationOf(table, judge, inputs, level),
    distances: level === "nominal" ? null : distancesOf(ratings, blind, judge),
    advantage: advantageOf(table, judge, level),
  };
}

function sharesOf(criterion: PilotData["criteria"][number], ratings: readonly Rating[]): number[] {
  const { points, step } = plannedScale(criterion, "ordinal");
  // A point that nobody has used yet may still be.
  const counts = Array.from({ length: points }, () => 0.5);
  for (const { score } of ratings) {
    const point = Math.max(0, Math.min(points - 1, Math.round((score - criterion.scale.min) / step)));
    counts[point] = (counts[point] ?? 0) + 1;
  }
  const whole = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / whole);
}

type Table = readonly (readonly (number | null)[])[];

/** Half an interval by t, as a standard error. */
const errorOf = (low: number, high: number, groups: number) => (groups < 2 ? null : (high - low) / 2 / tQuantile(0.975, groups - 1));
const given = (row: readonly (number | null)[]) => row.filter((score) => score !== null);
const inputsWith = (table: Table, inputs: readonly string[], raters: number) =>
  new Set(inputs.filter((_, sample) => given(table[sample] ?? []).length >= raters)).size;

function alphaOf(table: Table, inputs: readonly string[], level: AlphaLevel): Pilot["alpha"] {
  const { value, interval } = krippendorffAlpha({ ratings: table, level, clusters: [...inputs] });
  if (value === null) return null;
  const strata = groupBy(table, (row) => given(row).length);
  return {
    value,
    error: interval && errorOf(interval.low, interval.high, inputsWith(table, inputs, 2)),
    strata: [...strata].map(([raters, rows]) => ({ raters, samples: rows.length })),
  };
}

function correlationOf(
  table: Table,
  judge: readonly (number | null)[],
  inputs: readonly string[],
  level: AlphaLevel,
): Pilot["correlation"] {
  const means = table.map((row) =>
    given(row).length === 0 ? null : given(row).reduce((sum, score) => sum + score, 0) / given(row).length,
  );
  const both = means.map((mean, sample) => mean !== null && judge[sample] !== null);
  const { value, interval } = correlate({ x: [...judge], y: means, clusters: [...inputs] })[level === "interval" ? "pearson" : "spearman"];
  const samples = both.filter(Boolean).length;
  if (value === null || samples === 0) return null;
  const ratings = table.reduce((sum, row, sample) => sum + (both[sample] ? given(row).length : 0), 0);
  const groups = new Set(inputs.filter((_, sample) => both[sample])).size;
  return {
    ...{ value, samples, raters: ratings / samples },
    error:
      interval && Math.abs(interval.low) < 1 && interval.high < 1
        ? errorOf(Math.atanh(interval.low), Math.atanh(interval.high), groups)
        : null,
  };
}

function advantageOf(table: Table, judge: readonly (number | null)[], level: AlphaLevel): Pilot["advantage"] {
  const { perAnnotator } = altTest({ ratings: table, judge: [...judge], score: level === "nominal" ? "accuracy" : "rmse" });
  const tested = perAnnotator.flatMap(({ n, rhoJudge, rhoHuman }) =>
    n < 10 || rhoJudge === null || rhoHuman === null ? [] : [{ rhoJudge, rhoHuman }],
  );
  if (tested.length === 0) return null;
  const mean = (of: (one: (typeof tested)[number]) => number) => tested.reduce((sum, one) => sum + of(one), 0) / tested.length;
  return { advantage: mean((one) => one.rhoJudge - one.rhoHuman), ties: mean((one) => one.rhoJudge + one.rhoHuman - 1) };
}

interface Distance {
  sample: number;
  rater: number;
  value: number;
}

/** Distances to the judge's drafts in the blind and the drafted arm, or only in one of them. */
function distancesOf(
  ratings: readonly Rating[],
  blindRatings: readonly Rating[],
  judge: readonly (number | null)[],
): PilotDistances | null {
  const distances = (of: readonly Rating[]) =>
    of.flatMap(({ sample, rater, score }): Distance[] => {
      const draft = judge[sample];
      return draft === null || draft === undefined ? [] : [{ sample, rater, value: Math.abs(score - draft) }];
    });
  const blind = distances(blindRatings);
  const drafted = distances(ratings.filter(({ arm, ofJudge }) => arm !== "blind" && arm !== "unstated" && ofJudge));
  const arms = [blind, drafted].filter((arm) => arm.length > 1);
  if (arms.length === 0) return null;
  const residuals = arms.flatMap((arm) => {
    const mean = meanOf(arm);
    return arm.map((one) => ({ ...one, value: one.value - mean }));
  });
  const variance = residuals.reduce((sum, { value }) => sum + value ** 2, 0) / residuals.length;
  if (variance === 0) return null;
  const spread = Math.sqrt(variance);
  const likeness = Math.max(0, covarianceWithin(residuals) / variance);
  return { spread, likeness, peopleSpread: peopleSpread(blind, drafted), difference: differenceOf(blind, drafted) };
}

const meanOf = (of: readonly { value: number }[]) => of.reduce((sum, { value }) => sum + value, 0) / of.length;

/** Mean product of two residuals of one sample. */
function covarianceWithin(residuals: readonly Distance[]): number {
  let [products, pairs] = [0, 0];
  for (const own of groupBy(residuals, ({ sample }) => sample).values()) {
    const sum = own.reduce((total, { value }) => total + value, 0);
    products += sum ** 2 - own.reduce((total, { value }) => total + value ** 2, 0);
    pairs += own.length * (own.length - 1);
  }
  return pairs === 0 ? 0 : products / pairs;
}

/** Variance between people of their own difference, less what their few ratings would give by chance. */
function peopleSpread(blind: readonly Distance[], drafted: readonly Distance[]): number | null {
  const [without, with_] = [groupBy(blind, ({ rater }) => rater), groupBy(drafted, ({ rater }) => rater)];
  const own = [...without].flatMap(([rater, ofBlind]) => {
    const ofDrafted = with_.get(rater) ?? [];
    if (ofBlind.length < 2 || ofDrafted.length < 2) return [];
    return [{ value: meanOf(ofDrafted) - meanOf(ofBlind), error: errorOfMean(ofDrafted) + errorOfMean(ofBlind) }];
  });
  if (own.length < 3) return null;
  const mean = meanOf(own);
  const between = own.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (own.length - 1);
  const chance = own.reduce((sum, { error }) => sum + error, 0) / own.length;
  return Math.sqrt(Math.max(0, between - chance));
}

/** Squared standard error of a mean. */
function errorOfMean(of: readonly Distance[]): number {
  const mean = meanOf(of);
  return of.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (of.length - 1) / of.length;
}

function differenceOf(blind: readonly Distance[], drafted: readonly Distance[]): PilotDistances["difference"] {
  if (blind.length < 2 || drafted.length < 2) return null;
  const clusters = (of: readonly Distance[]) => of.map(({ sample }) => String(sample));
  const { clustered } = anchoring({
    ...{ drafted: drafted.map(({ value }) => value), blind: blind.map(({ value }) => value) },
    ...{ draftedClusters: clusters(drafted), blindClusters: clusters(blind) },
  });
  const samples = new Set([...blind, ...drafted].map(({ sample }) => sample)).size;
  const error = clustered?.interval ? errorOf(clustered.interval.low, clustered.interval.high, samples) : null;
  return error === null ? null : { error, drafted: drafted.length, blind: blind.length, samples };
}
