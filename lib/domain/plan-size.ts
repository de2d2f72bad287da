import { z } from "zod";

export const sizeFigureNames = ["alpha", "correlation", "difference", "alphaDifference", "power"] as const;
export type SizeFigureName = (typeof sizeFigureNames)[number];

/** Half-widths, and the power; null where it is not defined. */
export const expected = z.object({
  alpha: z.number().nullable(),
  correlation: z.number().nullable(),
  difference: z.number().nullable(),
  alphaDifference: z.number().nullable(),
  power: z.number().nullable(),
});
export type ExpectedFigures = z.infer<typeof expected>;

export const need = z.object({ value: z.int().nullable(), why: z.string().nullable() });

export const sizeFigure = z.object({
  /** Half of the expected interval's width, or the power; null with the reason. */
  value: z.number().nullable(),
  why: z.string().nullable(),
  wanted: z.number(),
  reached: z.boolean(),
  method: z.string(),
  /** Level of measurement. */
  level: z.string(),
  /** Ratings of the pilot behind it; null: only assumptions. */
  pilot: z.int().nullable(),
  /** To reach what is wanted with everything else as planned: samples, people for each sample, and people in all. */
  samples: need,
  overlap: need,
  people: need,
});
export type SizeFigure = z.infer<typeof sizeFigure>;

/** A number that the figures rest on. */
export const sizeAssumption = z.object({
  name: z.enum(["alpha", "correlation", "scores", "distanceSpread", "peopleSpread", "advantage", "secondsPerRating", "criteria"]),
  value: z.union([z.number(), z.string()]).nullable(),
  source: z.enum(["pilot", "stated", "default", "computed"]),
});
export type SizeAssumption = z.infer<typeof sizeAssumption>;

const sizeCurve = z.object({
  figure: z.enum(["alpha", "difference"]),
  /** By samples in the study; dashed beyond those that the task has. */
  lines: z.array(
    z.object({
      label: z.string(),
      /** Whether this is the plan's own line. */
      planned: z.boolean(),
      points: z.array(z.object({ samples: z.int(), value: z.number() })),
    }),
  ),
});
export type SizeCurve = z.infer<typeof sizeCurve>;

export const sizeRow = z.object({
  label: z.string(),
  /** What to change in the plan; null: this plan. */
  change: z.object({ people: z.int(), overlap: z.int(), samples: z.int().nullable() }).partial().nullable(),
  /** What is in the way: "8 to invite". */
  obstacle: z.string().nullable(),
  figures: expected,
  ratings: z.int(),
  hours: z.number().nullable(),
  cost: z.number().nullable(),
});
export type SizeRow = z.infer<typeof sizeRow>;

export const sizeFigures = z.object({
  alpha: sizeFigure,
  correlation: sizeFigure,
  difference: sizeFigure,
  alphaDifference: sizeFigure,
  power: sizeFigure,
});

/** What has been rated already, which an answer rests on. */
export const sizePilot = z.object({
  ratings: z.int(),
  samples: z.int(),
  annotators: z.int(),
  /** Ratings given with the draft in view agree more than blind ones will. */
  anchored: z.boolean(),
  /** How many rated samples there are, if only some were drawn. */
  drawnFrom: z.int().nullable(),
});

/** How precise a study with this plan would be, what would make it precise enough, and what that costs. */
export const planSize = z.object({
  conclusion: z.string(),
  criterion: z.string().nullable(),
  confidence: z.number(),
  /** What the pilot is made of; null: nothing has been rated yet. */
  pilot: sizePilot.nullable(),
  assumptions: z.array(sizeAssumption),
  /** What the figures take for granted beyond these numbers. */
  notes: z.array(z.string()),
  figures: sizeFigures,
  curves: z.array(sizeCurve),
  /** This plan first, then alternatives. */
  rows: z.array(sizeRow),
  samplesInTask: z.int(),
  /** Set when the pay is below the minimum wage entered. */
  payWarning: z.string().nullable(),
});
export type PlanSize = z.infer<typeof planSize>;

/** An answer as it is kept with a study: without the curves, which show other studies. */
export const plannedSize = planSize.omit({ curves: true });
export type PlannedSize = z.infer<typeof plannedSize>;
