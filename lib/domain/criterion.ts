import { z } from "zod";
import { plainLabel } from "./plain-label";

export interface ScaleLevel {
  value: number;
  /** One or two words for the button; on a categorical scale, the label itself. */
  label: string;
  description: string;
}

/** A scale as it is written: levels need no texts, and labels no numbers. */
export interface ScaleInput {
  kind?: "categorical" | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | null | undefined;
  levels?: { value?: number | undefined; label?: string | undefined; description?: string | undefined }[] | undefined;
  several?: true | undefined;
}

/**
 * The declared scale of a criterion. Nothing infers a scale from scores. A `step` of null allows every number between min and max.
 * `categorical`: unordered labels, one per level in the order they are shown. A score is a label's place in that order, from 0; it is a name and no
 * quantity. Min, max and step follow from the labels, so that what only checks or lists points treats both kinds alike.
 * `several`: more than one score can be right, so annotators may mark others as also acceptable.
 */
export interface Scale {
  kind?: "categorical" | undefined;
  min: number;
  max: number;
  step: number | null;
  levels: ScaleLevel[];
  several?: true | undefined;
}

/** What a score needs of its scale; only labels need the levels. */
export type PointsOrLabels = Pick<Scale, "min" | "max" | "step"> & Partial<Pick<Scale, "kind" | "levels" | "several">>;

const description = z.string().max(4000).default("");
const scaleLevel = z.object({ value: z.number(), label: z.string().max(200).default(""), description });

const several = z.literal(true).optional();

const numberScale = z
  .object({
    kind: z.undefined().optional(),
    min: z.number(),
    max: z.number(),
    step: z.number().positive().nullable().default(1),
    levels: z.array(scaleLevel).max(101).default([]),
    several,
  })
  .refine((value) => value.max > value.min, { path: ["max"], error: "The highest score must be above the lowest." })
  .refine((value) => value.levels.every((level) => level.value >= value.min && level.value <= value.max), {
    path: ["levels"],
    error: "A level is outside the scale.",
  })
  .refine((value) => !value.several || (value.step !== null && (value.max - value.min) / value.step < 101), {
    path: ["several"],
    error: "More than one score can be right only on a scale whose points can be listed: give it steps, at most 101 points.",
  });

export const mostLabels = 30;
const label = z.object({
  value: z.number().optional(),
  label: z
    .string()
    .trim()
    .min(1, "A label is empty.")
    .max(200)
    // A bar separates labels in the short form of a scale.
    .regex(/^[^|]*$/u, 'A label is a text without "|".')
    .overwrite((text) => text.replace(/\s+/gu, " ")),
  description,
});

const labelScale = z
  .object({
    kind: z.literal("categorical"),
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().nullable().optional(),
    levels: z.array(label).min(2, "A categorical criterion needs at least two labels.").max(mostLabels),
    several,
  })
  .superRefine(({ levels, several: _, ...ends }, context) => {
    const given = { min: 0, max: levels.length - 1, step: 1 };
    for (const name of ["min", "max", "step"] as const) {
      if (ends[name] === undefined || ends[name] === given[name]) continue;
      context.addIssue({ code: "custom", path: [name], message: `A categorical scale has labels and no ${name}. Leave it out.` });
    }
    levels.forEach(({ label: text, value }, place) => {
      const path = ["levels", place];
      if (levels.findIndex((other) => plainLabel(other.label) === plainLabel(text)) < place)
        context.addIssue({ code: "custom", path: [...path, "label"], message: `The label "${text}" occurs twice.` });
      if (value !== undefined && value !== place)
        context.addIssue({
          code: "custom",
          path: [...path, "value"],
          message: `The label "${text}" has no score ${value}. Leave value out.`,
        });
    });
  })
  .transform(({ kind, levels, several: isSeveral }) => ({
    kind,
    min: 0,
    max: levels.length - 1,
    step: 1,
    levels: levels.map((one, value) => ({ ...one, value })),
    ...(isSeveral && { several: isSeveral }),
  }))
  .pipe(
    z.object({
      kind: z.literal("categorical"),
      min: z.number(),
      max: z.number(),
      step: z.number(),
      levels: z.array(z.object({ value: z.number(), label: z.string(), description: z.string() })),
      several,
    }),
  );

export const scale: z.ZodType<Scale, ScaleInput> = z.discriminatedUnion("kind", [numberScale, labelScale], {
  error: (issue) => (issue.code === "invalid_union" ? 'kind is "categorical", or left out for a scale of numbers.' : undefined),
});

/**
 * The short form of a scale: MIN-MAX or MIN-MAX/STEP, where STEP is a number or "any" (1-5, 0-10/0.5, 0-100/any), or unordered labels with bars
 * between them (true|false|unclear).
 */
export const scaleText = /^(?:(-?\d+(?:\.\d+)?)-(-?\d+(?:\.\d+)?)(?:\/(any|\d+(?:\.\d+)?))?|[^|\r\n]+(?:\|[^|\r\n]+)+)$/;

/** Parses the short form into a scale without level descriptions; null if the text is not one. */
export function parseScale(text: string): Scale | null {
  const match = scaleText.exec(text);
  if (!match) return null;
  if (match[1] === undefined)
    return scale.safeParse({ kind: "categorical", levels: text.split("|").map((one) => ({ label: one })) }).data ?? null;
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
