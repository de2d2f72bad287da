import type { Scale } from "./criterion";

/** The scale's points in order, or null where it is continuous or has more than 101 of them. */
export function scalePoints(of: Pick<Scale, "min" | "max" | "step">): number[] | null {
  if (of.step === null) return null;
  const count = Math.floor((of.max - of.min) / of.step + 1e-9) + 1;
  if (count > 101) return null;
  return Array.from({ length: count }, (_, index) => Number((of.min + index * (of.step ?? 1)).toPrecision(12)));
}

/** Whether a score lies on the scale: within its ends and, where it has steps, on one of them. */
export function isOnScale(of: Pick<Scale, "min" | "max" | "step">, score: number): boolean {
  if (!Number.isFinite(score) || score < of.min || score > of.max) return false;
  if (of.step === null) return true;
  const steps = (score - of.min) / of.step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}
