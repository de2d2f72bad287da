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

/** A text that must say something. */
export const textField: Record<string, unknown> = { type: "string", minLength: 1 };

/** A reason, which a score must not come without: a few words at least, in any script. */
export const reasonField: Record<string, unknown> = { type: "string", minLength: 10 };

/** A text that may be empty. */
export const optionalField: Record<string, unknown> = { type: "string" };

/** A schema without least and greatest lengths, which some endpoints refuse. */
export function withoutLengths(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLengths);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      ["minLength", "minItems", "maxItems"].includes(key) && typeof value === "number" ? [] : [[key, withoutLengths(value)]],
    ),
  );
}

/** A score on that scale; limited to its points if it has points. */
export function scoreField(scale: Scale): Record<string, unknown> {
  const points = scalePoints(scale);
  return points === null ? { type: "number", minimum: scale.min, maximum: scale.max } : { type: "number", enum: points };
}
