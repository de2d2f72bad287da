import type { Scale } from "@/lib/domain/criterion";
import { scalePoints } from "@/lib/domain/scale-points";

/** An object of a reply's schema. In strict schemas every key is required and no other allowed. */
export const strictObject = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export const strictList = (items: Record<string, unknown>): Record<string, unknown> => ({ type: "array", items });

export const textField: Record<string, unknown> = { type: "string" };

/** A score on that scale; limited to its points if it has points. */
export function scoreField(scale: Scale): Record<string, unknown> {
  const points = scalePoints(scale);
  return points === null ? { type: "number", minimum: scale.min, maximum: scale.max } : { type: "number", enum: points };
}
