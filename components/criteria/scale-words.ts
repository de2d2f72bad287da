import type { Scale, ScaleLevel } from "@/lib/domain/criterion";
import { labelsOf } from "@/lib/domain/labels";
import { isPreferenceScale } from "@/lib/domain/preference";
import { scalePoints } from "@/lib/domain/scale-points";

/** Labels of a pairwise task's scales. */
export const preferenceWords = { tie: "A, tie, B", noTie: "A, B" } as const;

/** The scale in words: "Scale 1 to 5", "Labels supported, contradicted"; for a pairwise task "Choice of A, B". */
export function scaleWords(scale: Scale, pairwise: boolean): string {
  const labels = labelsOf(scale);
  if (labels !== null) return `Labels ${labels.join(", ")}`;
  if (pairwise && isPreferenceScale(scale)) return `Choice of ${scale.step === 1 ? preferenceWords.tie : preferenceWords.noTie}`;
  return `Scale ${scaleSentence(scale)}`;
}

/** "1 to 5", "0 to 3 in steps of 0.5", "0 to 100, any number". */
export function scaleSentence({ min, max, step }: Pick<Scale, "min" | "max" | "step">): string {
  if (step === null) return `${min} to ${max}, any number`;
  return step === 1 ? `${min} to ${max}` : `${min} to ${max} in steps of ${step}`;
}

/** Scales with more points than this get no level descriptions. */
const describable = 15;

/** A level for each scale point, keeping existing descriptions; none if there are too many points to describe. */
export function levelsFor(scale: Pick<Scale, "min" | "max" | "step">, written: readonly ScaleLevel[]): ScaleLevel[] {
  const isScale = Number.isFinite(scale.min) && Number.isFinite(scale.max) && scale.max > scale.min;
  const points = isScale ? scalePoints(scale) : null;
  if (points === null || points.length > describable) return [];
  return points.map((value) => written.find((level) => level.value === value) ?? { value, label: "", description: "" });
}

/** Only levels with a label or description. */
export const saidLevels = (levels: readonly ScaleLevel[]): ScaleLevel[] =>
  levels.filter(({ label, description }) => label.trim() !== "" || description.trim() !== "");
