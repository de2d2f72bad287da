import type { Figure } from "@/lib/domain/report";
import type { PeopleOnCriterion } from "@/lib/domain/report-people";
import { gathered, spearmanBrown } from "@/lib/stats";
import { alphasOf } from "../agreement";
import { undefinedFigure } from "../figures";
import { asFigure, iccIn, isNominal, type Scene, unitRatingsIn } from "./scene";

/**
 * Reliability where too few units were rated by everybody for an ICC, as in a design that gives each unit to some of the people: of one rating,
 * interval alpha; of the mean of as many as a unit has on average, alpha by Spearman-Brown; approximate, since alpha takes severity for error and
 * raters for exchangeable. Null where the ICC is defined, or alpha is not. Ends of intervals are transformed as values are.
 */
export function approximateReliability(scene: Scene): PeopleOnCriterion["approximate"] {
  const { table, criterion } = scene;
  if (isNominal(table, criterion) || iccIn(scene).iccAk.why !== "too-few") return null;
  const alpha = alphasOf(table, criterion, table.annotators).interval;
  if (alpha.value === null) return null;
  const ratingsPerUnit = meanRatings(scene);
  const oneRater = asFigure({ ...alpha, n: alpha.units });
  const meanOfRaters = stepUp(oneRater, ratingsPerUnit);
  return { ratingsPerUnit, oneRater, meanOfRaters, ceiling: rootOf(meanOfRaters) };
}

/** Over the units that somebody rated. */
function meanRatings(scene: Scene): number {
  const { counts } = gathered(unitRatingsIn(scene));
  return counts.ratings / counts.units;
}

function stepUp(one: Figure, k: number): Figure {
  const { value, why } = spearmanBrown({ reliability: one.value as number, k });
  const [low, high] = [one.interval?.low, one.interval?.high].map((end) =>
    end === undefined ? null : spearmanBrown({ reliability: end, k }).value,
  );
  const interval = one.interval && low != null && high != null ? { ...one.interval, low, high } : null;
  return asFigure({ value, why, n: one.n, interval, intervalWhy: one.intervalWhy ?? "not-identifiable" });
}

/** What a perfect judge could correlate with a mean of this reliability. */
function rootOf({ value, why, n, interval, intervalWhy }: Figure): Figure {
  if (value === null) return asFigure({ value, why, n });
  if (value <= 0) return { ...undefinedFigure("no-reliability"), n };
  const root = (share: number) => Math.sqrt(Math.max(0, share));
  const ends = interval && { ...interval, low: root(interval.low), high: root(interval.high) };
  return asFigure({ value: root(value), why: null, n, interval: ends ?? null, intervalWhy: intervalWhy ?? null });
}
