import { z } from "zod";
import { alphaFigures, byName, figure, meanAlphaFigures } from "./report-figures";

/** An arm of a study; `first` and `final` are the two scores of the arm blind-then-drafted. */
const comparedArm = z.object({
  arm: z.enum(["blind", "drafted", "first", "final"]),
  /** The run whose drafts were in view, with its judge; null: none was, or which it was is not known, as of ratings made elsewhere. */
  run: z.object({ id: z.string(), judge: z.string() }).nullable(),
  ratings: z.number(),
  annotators: z.number(),
  agreement: z.object({ perCriterion: byName(alphaFigures), meanOverCriteria: meanAlphaFigures }),
  /** For a rating. */
  medianSeconds: z.number().nullable(),
});
export type ComparedArm = z.infer<typeof comparedArm>;

export const atEachLevel = z.object({ nominal: figure, ordinal: figure, interval: figure, ratio: figure });
/** Means with and without the draft, and with minus without; intervals clustered by input. */
export const contrast = z.object({ with: figure, without: figure, difference: figure });
export type Contrast = z.infer<typeof contrast>;

/** Two arms side by side. Only where chance decided the arm is the difference the draft's doing. */
const armComparison = z.object({
  /** Indexes into the arms: the one that saw the run's drafts, and the one that had not. */
  with: z.number(),
  without: z.number(),
  /** Alpha with the draft minus alpha without; the interval leaves out an input of both at a time. */
  agreement: z.object({ perCriterion: byName(atEachLevel), meanOverCriteria: atEachLevel }),
  /** Mean distance between a score and the run's draft, in points. */
  distance: z.object({ pooled: contrast, perCriterion: byName(contrast) }),
  /** The same with its sign: score minus draft. Labels have none. Not in reports frozen before there was it. */
  signed: z.object({ pooled: contrast, perCriterion: byName(contrast) }).optional(),
  /** Mean seconds for a rating. */
  seconds: z.object({ pooled: contrast, perCriterion: byName(contrast) }),
});
export type ArmComparison = z.infer<typeof armComparison>;

/** What seeing the draft did, arm by arm. */
export const influenceReport = z.object({ arms: z.array(comparedArm), comparisons: z.array(armComparison) });
