import { z } from "zod";
import { usualEpsilon } from "./usual-epsilon";

/** What is taken as given; what is absent comes from the pilot, else from a stated default. */
export const sizeAssumptions = z.object({
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
export type SizeAssumptions = z.infer<typeof sizeAssumptions>;

/** The wanted half-widths of 95 % intervals, and the wanted chance to pass the alternative-annotator test. */
export const sizeTargets = z.object({
  alpha: z.number().positive().max(1),
  correlation: z.number().positive().max(1),
  /** In points. */
  difference: z.number().positive().max(1000),
  alphaDifference: z.number().positive().max(1),
  power: z.number().min(0.05).max(0.99),
  /** What a person's work is worth over the judge's in the alternative-annotator test, in the report's too. */
  epsilon: z.number().min(0).max(0.5),
});
export type SizeTargets = z.infer<typeof sizeTargets>;

/** What is wanted where nothing is said. */
export const usualTargets: SizeTargets = {
  ...{ alpha: 0.1, correlation: 0.1, difference: 0.15, alphaDifference: 0.15 },
  ...{ power: 0.8, epsilon: usualEpsilon },
};

/** What a study is sized for: beyond the plan, what is assumed and wanted. What is absent is as found or as usual. */
export const sizeQuestion = z.object({
  assumptions: sizeAssumptions.default({}),
  targets: sizeTargets.partial().default({}),
  /** The criterion to plan for; by default the one on which people agree least clearly. */
  criterion: z.string().max(1000).optional(),
});
export type SizeQuestion = z.infer<typeof sizeQuestion>;
