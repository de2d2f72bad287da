import type { Scale } from "./criterion";

type Steps = Pick<Scale, "min" | "max" | "step">;

/** How far a number may lie from a point, in steps, and still be that point written with floating-point noise. */
const noise = 1e-9;

/** The scale's points in order, or null where it is continuous or has more than 101 of them. */
export function scalePoints(of: Steps): number[] | null {
  if (of.step === null) return null;
  const last = lastIndex(of, of.step);
  return last > 100 ? null : Array.from({ length: last + 1 }, (_, index) => pointAt(of.min, of.step ?? 1, index));
}

/**
 * The score on the scale that a number means: on a scale with steps the exact point, so that 0.1 + 0.2 becomes 0.3; null where the number
 * lies between two points or outside the scale's ends. Whatever reads a score (an import, a model's reply, a typed number) stores what this
 * returns, so that equal ratings are equal numbers.
 */
export function snapToScale(of: Steps, score: number): number | null {
  if (!Number.isFinite(score)) return null;
  if (of.step === null) return score < of.min || score > of.max ? null : score;
  const steps = (score - of.min) / of.step;
  const index = Math.round(steps);
  if (Math.abs(steps - index) > noise || index < 0 || index > lastIndex(of, of.step)) return null;
  return pointAt(of.min, of.step, index);
}

/** Whether a score may be stored as it is: within the scale's ends and, where it has steps, exactly on one of its points. */
export const isOnScale = (of: Steps, score: number): boolean => snapToScale(of, score) === score;

/** The two points of a scale that a score lies between, such as a panel's mean; null where it is on a point or beyond the scale's ends. */
export function pointsAround(of: Steps, score: number): [below: number, above: number] | null {
  const { min, max, step } = of;
  if (step === null || !Number.isFinite(score) || score < min || score > max || snapToScale(of, score) !== null) return null;
  const index = Math.floor((score - min) / step);
  return index < lastIndex(of, step) ? [pointAt(min, step, index), pointAt(min, step, index + 1)] : null;
}

const lastIndex = ({ min, max }: Steps, step: number) => Math.floor((max - min) / step + noise);

/** Twelve digits say every step anybody declares, without the noise that adding steps up leaves behind. */
const pointAt = (min: number, step: number, index: number) => Number((min + index * step).toPrecision(12)) + 0;
