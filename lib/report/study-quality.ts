import type { PointsOrLabels } from "@/lib/domain/criterion";
import type { Figure } from "@/lib/domain/report";
import type { PersonQuality, Retest, StudyQuality } from "@/lib/domain/study-quality";
import { clusteredShare, correlate, severityDrift } from "@/lib/stats";
import { meanShare, shareOf, undefinedFigure } from "./figures";

/** One submitted score of a study. */
export interface QualityRating {
  annotatorId: string;
  sampleId: string;
  inputKey: string;
  criterionId: string;
  scale: PointsOrLabels;
  score: number;
  round: number;
  purpose: string;
  slotPurpose: string | null;
  use: string | null;
  goldScore: number | null;
  tolerance: number | null;
  plantedScore: number | null;
}

/** Ratings in the order of submission -> figures for each person, in the order of their labels, and over all of them. */
export function qualityFigures(
  ratings: readonly QualityRating[],
  labels: ReadonlyMap<string, string>,
): Pick<StudyQuality, "people" | "pooled"> {
  const byPerson = groups(ratings, ({ annotatorId }) => annotatorId);
  const others = meansOfOthers(ratings);
  const people = [...labels]
    .map(([annotatorId, label]): PersonQuality => {
      const own = byPerson.get(annotatorId) ?? [];
      return {
        ...{ annotatorId, label },
        ...secrets(own, ({ sampleId }) => sampleId),
        retest: retestOf(own),
        drift: driftOf(own.filter(isFirstWork), (rating) => others(rating)),
        goldDrift: driftOf(own.filter(isHidden), ({ goldScore }) => goldScore),
      };
    })
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
  return { people, pooled: { ...secrets(ratings, ({ annotatorId }) => annotatorId), retest: retestOf(ratings) } };
}

const isFirstWork = ({ purpose, round }: QualityRating) => purpose === "work" && round === 0;
const isHidden = ({ purpose, use, goldScore }: QualityRating) => purpose === "gold" && use === "hidden" && goldScore !== null;
const isWithin = ({ score, goldScore, tolerance }: QualityRating) => Math.abs(score - (goldScore ?? 0)) <= (tolerance ?? 0) + 1e-9;

/**
 * Of units with a planted draft, the share whose final score is another than the planted one. Its interval treats the scores of a cluster as dependent:
 * one person's of the same sample, and over all people, each person's.
 */
export const caughtShare = <Planted extends Pick<QualityRating, "score" | "plantedScore">>(
  planted: readonly Planted[],
  clusterOf: (rating: Planted) => string,
): Figure => clustered(planted, ({ score, plantedScore }) => score !== plantedScore, clusterOf);

/**
 * Gold: the share of scores on hidden samples within the tolerance, with clusters as in `caughtShare`. A check is failed by any score outside its
 * tolerance.
 */
function secrets(ratings: readonly QualityRating[], clusterOf: (rating: QualityRating) => string) {
  const planted = ratings.filter(({ purpose, plantedScore, round }) => purpose === "planted" && plantedScore !== null && round === 0);
  const checked = ratings.filter(({ purpose, use, goldScore }) => purpose === "gold" && use === "attention" && goldScore !== null);
  const checks = groups(checked, ({ annotatorId, sampleId }) => `${annotatorId} ${sampleId}`);
  return {
    gold: clustered(ratings.filter(isHidden), isWithin, clusterOf),
    checks: checks.size,
    checksFailed: [...checks.values()].filter((own) => !own.every(isWithin)).length,
    caught: caughtShare(planted, clusterOf),
  };
}

function clustered<Rating>(ratings: readonly Rating[], isHit: (rating: Rating) => boolean, clusterOf: (rating: Rating) => string): Figure {
  const clusters = [...groups(ratings, clusterOf).values()];
  const { value, why, n, interval, intervalWhy } = clusteredShare({
    hits: clusters.map((own) => own.filter(isHit).length),
    sizes: clusters.map((own) => own.length),
  });
  return { value, why, n, interval, intervalWhy };
}

/** Second scores of the same units against the first, of samples that the plan repeated without notice. */
function retestOf(ratings: readonly QualityRating[]): Retest {
  const work = ratings.filter(({ purpose }) => purpose === "work");
  const keyOf = ({ annotatorId, sampleId, criterionId }: QualityRating) => `${annotatorId} ${sampleId} ${criterionId}`;
  const first = new Map(work.filter(({ round }) => round === 0).map((rating) => [keyOf(rating), rating]));
  const pairs = work.flatMap((again) => {
    const before = again.slotPurpose === "repeat" ? first.get(keyOf(again)) : undefined;
    return before === undefined ? [] : [{ before, again, cluster: `${again.annotatorId} ${again.sampleId}` }];
  });
  const exact = shareOf(
    pairs.map(({ before, again }) => before.score === again.score),
    pairs.map(({ cluster }) => cluster),
  );
  const ordered = pairs.filter(({ again }) => again.scale.kind !== "categorical");
  const clusters = ordered.map(({ cluster }) => cluster);
  const [x, y] = [ordered.map(({ before }) => placeOf(before)), ordered.map(({ again }) => placeOf(again))];
  const differences = x.map((place, index) => Math.abs(place - (y[index] ?? 0)));
  const { value, why, n, interval, intervalWhy } = correlate({ x, y, clusters }).spearman;
  return {
    n: pairs.length,
    exact,
    difference: differences.length === 0 ? undefinedFigure("no-units") : meanShare(differences, clusters),
    correlation: { value, why, n, interval, intervalWhy },
  };
}

/** A score's place on its scale, 0 at the lower end and 1 at the upper. */
const placeOf = ({ score, scale: { min, max } }: Pick<QualityRating, "score" | "scale">): number => (score - min) / (max - min);

/** The mean of everybody else's first scores of a unit; null where nobody else has rated it. */
function meansOfOthers(ratings: readonly QualityRating[]): (rating: QualityRating) => number | null {
  const unitOf = ({ sampleId, criterionId }: QualityRating) => `${sampleId} ${criterionId}`;
  const units = new Map([...groups(ratings.filter(isFirstWork), unitOf)].map(([key, own]) => [key, { n: own.length, sum: total(own) }]));
  return (rating) => {
    const unit = units.get(unitOf(rating));
    return unit === undefined || unit.n < 2 ? null : (unit.sum - rating.score) / (unit.n - 1);
  };
}

const total = (ratings: readonly QualityRating[]): number => ratings.reduce((sum, { score }) => sum + score, 0);

/** One value a sample, the mean over its criteria, so that the values of the line are of different samples. */
function driftOf(ratings: readonly QualityRating[], against: (rating: QualityRating) => number | null): Figure {
  const samples = groups(
    ratings.filter(({ scale }) => scale.kind !== "categorical"),
    ({ sampleId }) => sampleId,
  );
  const values = [...samples.values()].flatMap((own) => {
    const differences = own.flatMap((rating) => {
      const other = against(rating);
      return other === null ? [] : [placeOf(rating) - placeOf({ score: other, scale: rating.scale })];
    });
    return differences.length === 0 ? [] : [differences.reduce((sum, one) => sum + one, 0) / differences.length];
  });
  const { value, why, n, interval, intervalWhy } = severityDrift({ values });
  return { value, why, n, interval, intervalWhy };
}

function groups<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const own = found.get(keyOf(item));
    if (own) own.push(item);
    else found.set(keyOf(item), [item]);
  }
  return found;
}
