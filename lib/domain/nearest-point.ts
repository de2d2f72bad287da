import { pointsAround } from "./scale-points";

/** The point nearest to a score between two points; null if the score is on a point, off the scale or exactly half-way. */
export function nearestPoint(scale: Parameters<typeof pointsAround>[0], score: number): number | null {
  const around = pointsAround(scale, score);
  if (around === null) return null;
  const [below, above] = around;
  const lead = above - score - (score - below);
  if (Math.abs(lead) < 1e-9) return null;
  return lead > 0 ? below : above;
}
