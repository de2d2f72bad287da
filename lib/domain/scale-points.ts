import type { Scale } from "./criterion";
import { isCategorical } from "./labels";

type Steps = Pick<Scale, "min" | "max" | "step"> & { kind?: Scale["kind"] };

/** How far a number may be from a point, in steps, to count as that point with floating-point noise. */
const noise = 1e-9;

/** The scale's points in order; null if it is continuous or has more than 101 points. */
export function scalePoints(of: Steps): number[] | null {
  if (of.step === null) return null;
  const last = lastIndex(of, of.step);
  return last > 100 ? null : Array.from({ length: last + 1 }, (_, index) => pointAt(of.min, of.step ?? 1, index));
}

/**
 * Snaps a number to the scale: with steps, to the exact point, so that 0.1 + 0.2 becomes 0.3; null if it is between two points or outside
 * the scale. Everything that reads a score (an import, a model's reply, a typed number) stores this result, so that equal ratings are
 * equal numbers.
 */
export function snapToScale(of: Steps, score: number): number | null {
  if (!Number.isFinite(score)) return null;
  if (of.step === null) return score < of.min || score > of.max ? null : score;
  const steps = (score - of.min) / of.step;
  const index = Math.round(steps);
  if (Math.abs(steps - index) > noise || index < 0 || index > lastIndex(of, of.step)) return null;
  return pointAt(of.min, of.step, index);
}

/** Whether a score can be stored unchanged: it is within the scale and, if the scale has steps, exactly on a point. */
export const isOnScale = (of: Steps, score: number): boolean => snapToScale(of, score) === score;

/** The two points around a score, such as a panel's mean, that is between points; null if it is on a point or outside the scale, and for labels. */
export function pointsAround(of: Steps, score: number): [below: number, above: number] | null {
  const { min, max, step } = of;
  if (isCategorical(of) || step === null || !Number.isFinite(score) || score < min || score > max || snapToScale(of, score) !== null)
    return null;
  const index = Math.floor((score - min) / step);
  return index < lastIndex(of, step) ? [pointAt(min, step, index), pointAt(min, step, index + 1)] : null;
}

const lastIndex = ({ min, max }: Steps, step: number) => Math.floor((max - min) / step + noise);

/** Twelve digits represent every realistic step, without the noise of adding up steps, of which whole numbers have none. */
function pointAt(min: number, step: number, index: number): number {
  const point = min + index * step + 0;
  return Number.isInteger(point) ? point : Number(point.toPrecision(12)) + 0;
}
