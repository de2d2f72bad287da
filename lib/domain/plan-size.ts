import { z } from "zod";
import { planContent } from "./study-plan";

/** What is taken as given; what is absent comes from the pilot, else from a stated default. */
const sizeAssumptions = z.object({
  /** Krippendorff's alpha between people. */
  alpha: z.number().min(0.05).max(0.95).optional(),
  /** The judge's correlation with one person. */
  correlation: z.number().min(0).max(0.95).optional(),
  /** Where scores lie: in the middle of the scale, or mostly near its top, which widens intervals. */
  scores: z.enum(["middle", "high"]).optional(),
  /** Standard deviation of the distance between a person's score and the draft's within an arm, in points. */
  distanceSpread: z.number().positive().max(1000).optional(),
  /** Standard deviation between people: of the arms' difference, or in parallel designs of their distance. In points; 0: only those who take part. */
  peopleSpread: z.number().min(0).max(1000).optional(),
  /** How much more often the judge than a person is the one closer to the others: -1 to 1. */
  advantage: z.number().min(-1).max(1).optional(),
  secondsPerRating: z.number().positive().max(86_400).optional(),
  /** How many criteria each sample is rated on. */
  criteria: z.int().min(1).max(100).optional(),
});

/** The wanted half-widths of 95 % intervals, and the wanted chance to pass the alternative-annotator test. */
const sizeTargets = z.object({
  alpha: z.number().positive().max(1).default(0.1),
  correlation: z.number().positive().max(1).default(0.1),
  /** In points. */
  difference: z.number().positive().max(1000).default(0.15),
  alphaDifference: z.number().positive().max(1).default(0.15),
  power: z.number().min(0.05).max(0.99).default(0.8),
  /** The cost-benefit margin of the alternative-annotator test. */
  epsilon: z.number().min(0).max(0.5).default(0.15),
});

export const planSizeBody = z.object({
  plan: planContent,
  assumptions: sizeAssumptions.default({}),
  targets: sizeTargets.prefault({}),
  /** The criterion to plan for; by default the one on which people agree least clearly. */
  criterion: z.string().optional(),
});
export type PlanSizeInput = z.infer<typeof planSizeBody>;
export type SizeAssumptions = z.infer<typeof sizeAssumptions>;
export type SizeTargets = z.infer<typeof sizeTargets>;

export const sizeFigureNames = ["alpha", "correlation", "difference", "alphaDifference", "power"] as const;
export type SizeFigureName = (typeof sizeFigureNames)[number];

/** Half-widths, and the power; null where it is not defined. */
const expected = z.object({
  alpha: z.number().nullable(),
  correlation: z.number().nullable(),
  difference: z.number().nullable(),
  alphaDifference: z.number().nullable(),
  power: z.number().nullable(),
});
export type ExpectedFigures = z.infer<typeof expected>;

const need = z.object({ value: z.int().nullable(), why: z.string().nullable() });

const sizeFigure = z.object({
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
const sizeAssumption = z.object({
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

const sizeRow = z.object({
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

/** How precise a study with this plan would be, what would make it precise enough, and what that costs. */
export const planSize = z.object({
  conclusion: z.string(),
  criterion: z.string().nullable(),
  confidence: z.number(),
  /** What the pilot is made of; null: nothing has been rated yet. */
  pilot: z
    .object({
      ratings: z.int(),
      samples: z.int(),
      annotators: z.int(),
      /** Ratings given with the draft in view agree more than blind ones will. */
      anchored: z.boolean(),
      /** How many rated samples there are, if only some were drawn. */
      drawnFrom: z.int().nullable(),
    })
    .nullable(),
  assumptions: z.array(sizeAssumption),
  /** What the figures take for granted beyond these numbers. */
  notes: z.array(z.string()),
  figures: z.object({
    alpha: sizeFigure,
    correlation: sizeFigure,
    difference: sizeFigure,
    alphaDifference: sizeFigure,
    power: sizeFigure,
  }),
  curves: z.array(sizeCurve),
  /** This plan first, then alternatives. */
  rows: z.array(sizeRow),
  samplesInTask: z.int(),
  /** Set when the pay is below the minimum wage entered. */
  payWarning: z.string().nullable(),
});
export type PlanSize = z.infer<typeof planSize>;
