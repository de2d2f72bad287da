import { z } from "zod";

const scaleLevel = z.object({
  value: z.number(),
  /** One or two words for the button. */
  label: z.string().max(200).default(""),
  description: z.string().max(4000).default(""),
});
export type ScaleLevel = z.infer<typeof scaleLevel>;

/** The declared scale of a criterion. Nothing infers a scale from scores. A `step` of null allows every number between min and max. */
export const scale = z
  .object({
    min: z.number(),
    max: z.number(),
    step: z.number().positive().nullable().default(1),
    levels: z.array(scaleLevel).max(101).default([]),
  })
  .refine((value) => value.max > value.min, { path: ["max"], error: "The highest score must be above the lowest." })
  .refine((value) => value.levels.every((level) => level.value >= value.min && level.value <= value.max), {
    path: ["levels"],
    error: "A level is outside the scale.",
  });
export type Scale = z.infer<typeof scale>;

/** The short form of a scale: MIN-MAX or MIN-MAX/STEP, where STEP is a number or "any": 1-5, 0-10/0.5, 0-100/any. */
export const scaleText = /^(-?\d+(?:\.\d+)?)-(-?\d+(?:\.\d+)?)(?:\/(any|\d+(?:\.\d+)?))?$/;

/** Parses the short form into a scale without level descriptions; null if the text is not one. */
export function parseScale(text: string): Scale | null {
  const match = scaleText.exec(text);
  if (!match) return null;
  const step = match[3] === "any" ? null : Number(match[3] ?? 1);
  return scale.safeParse({ min: Number(match[1]), max: Number(match[2]), step }).data ?? null;
}

/** Whether a criterion holds for any text of its kind or follows from this very task. */
export const criterionGroup = z.enum(["general", "task-specific"]);
export type CriterionGroup = z.infer<typeof criterionGroup>;

/** The fields of a criterion that are redlined and then published. */
export const criterionContent = z.object({
  name: z.string().trim().min(1).max(1000),
  definition: z.string().max(20_000).default(""),
  scale,
  overall: z.boolean().default(false),
  /** Absent or null: nobody has said. */
  group: criterionGroup.nullish(),
});
export type CriterionContent = z.infer<typeof criterionContent>;

export const criterion = criterionContent.extend({ id: z.uuid(), position: z.int(), sampleId: z.uuid().nullable().default(null) });
export type Criterion = z.infer<typeof criterion>;

export const criteriaSetStatus = z.enum(["draft", "published"]);
