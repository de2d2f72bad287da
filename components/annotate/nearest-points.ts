import type { Scale } from "@/lib/domain/criterion";
import { pointsAround } from "@/lib/domain/scale-points";

/** The point nearest to a score that lies between two; null where it lies on a point, beyond the ends, or half-way, where neither is nearer. */
export function nearestPoint(scale: Pick<Scale, "min" | "max" | "step">, score: number): number | null {
  const around = pointsAround(scale, score);
  if (around === null) return null;
  const [below, above] = around;
  const lead = above - score - (score - below);
  if (Math.abs(lead) < 1e-9) return null;
  return lead > 0 ? below : above;
}

/** A score between the points of its scale, to two decimals. */
export const betweenText = (score: number): string => String(Number(score.toFixed(2)));
