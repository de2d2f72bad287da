import type { CriterionContent } from "@/lib/domain/criterion";
import { isCategorical } from "@/lib/domain/labels";
import { scalePoints } from "@/lib/domain/scale-points";

/** A scale in words: its ends, the scores allowed, and the meaning of its described points; or its labels with theirs. */
export function describeScale(scale: CriterionContent["scale"]): string {
  const { min, max, step, levels } = scale;
  if (isCategorical(scale)) {
    const labels = levels.map(({ label, description }) => `- ${label}${description === "" ? "" : `: ${description}`}`);
    return ["Labels, in no order. Exactly one of them may be given, in place of a score:", ...labels].join("\n");
  }
  const points = scalePoints(scale);
  const range = `Scale: ${min} to ${max}`;
  const allowed =
    step === null
      ? "Any number between the ends may be given."
      : points !== null && points.length <= 11
        ? `Only these numbers may be given: ${points.join(", ")}.`
        : `Numbers in steps of ${step} may be given.`;
  const described = levels.map((level) => `${level.value} = ${[level.label, level.description].filter((text) => text !== "").join(": ")}`);
  return [`${range} (${min} is the lowest, ${max} the highest). ${allowed}`, ...described].join("\n");
}

/** A criterion with its definition, as every prompt gives it. */
export const describeCriterion = ({ name, definition }: Pick<CriterionContent, "name" | "definition">): string =>
  `${name}${definition.trim() === "" ? "" : `\n${definition.trim()}`}`;

/** The point nearest the middle of a scale; estimates assume it as the answer. */
export function middleOf(scale: CriterionContent["scale"]): number {
  const points = scalePoints(scale);
  return points?.[Math.floor((points.length - 1) / 2)] ?? (scale.min + scale.max) / 2;
}
