import type { Scale } from "@/lib/domain/criterion";
import { isOnScale } from "@/lib/domain/scale-points";

type Steps = Pick<Scale, "min" | "max" | "step">;

/** The two points of a scale that a score lies between, such as a panel's mean; null where it is on a point or beyond the scale's ends. */
export function pointsAround(scale: Steps, score: number): [below: number, above: number] | null {
  const { min, max, step } = scale;
  if (step === null || !Number.isFinite(score) || score < min || score > max || isOnScale(scale, score)) return null;
  const index = Math.floor((score - min) / step);
  const [below, above] = [index, index + 1].map((at) => Number((min + at * step).toPrecision(12)));
  return below === undefined || above === undefined || above > max ? null : [below, above];
}

/** The point nearest to a score that lies between two; null where it lies on a point, beyond the ends, or half-way, where neither is nearer. */
export function nearestPoint(scale: Steps, score: number): number | null {
  const around = pointsAround(scale, score);
  if (around === null) return null;
  const [below, above] = around;
  const lead = above - score - (score - below);
  if (Math.abs(lead) < 1e-9) return null;
  return lead > 0 ? below : above;
}

/** A score between the points of its scale, to two decimals. */
export const betweenText = (score: number): string => String(Number(score.toFixed(2)));
