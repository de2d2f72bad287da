import type { Scale, ScaleLevel } from "@/lib/domain/criterion";
import { isPreferenceScale } from "@/lib/domain/preference";
import { scalePoints } from "@/lib/domain/scale-points";

/** The scales of a task that compares two outputs, as they are called. */
export const preferenceWords = { tie: "A, tie, B", noTie: "A, B" } as const;

/** The scale in words; of a task that compares two outputs by what can be chosen. */
export const scaleWords = (scale: Pick<Scale, "min" | "max" | "step">, pairwise: boolean): string =>
  pairwise && isPreferenceScale(scale) ? (scale.step === 1 ? preferenceWords.tie : preferenceWords.noTie) : scaleSentence(scale);

/** "1 to 5", "0 to 3 in steps of 0.5", "0 to 100, any number". */
export function scaleSentence({ min, max, step }: Pick<Scale, "min" | "max" | "step">): string {
  if (step === null) return `${min} to ${max}, any number`;
  return step === 1 ? `${min} to ${max}` : `${min} to ${max} in steps of ${step}`;
}

/** More points than this are not described one by one. */
const describable = 15;

/** A level for each point of the scale, with what is already written about it; none where the points are too many to describe. */
export function levelsFor(scale: Pick<Scale, "min" | "max" | "step">, written: readonly ScaleLevel[]): ScaleLevel[] {
  const isScale = Number.isFinite(scale.min) && Number.isFinite(scale.max) && scale.max > scale.min;
  const points = isScale ? scalePoints(scale) : null;
  if (points === null || points.length > describable) return [];
  return points.map((value) => written.find((level) => level.value === value) ?? { value, label: "", description: "" });
}

/** Only levels about which something is said. */
export const saidLevels = (levels: readonly ScaleLevel[]): ScaleLevel[] =>
  levels.filter(({ label, description }) => label.trim() !== "" || description.trim() !== "");
