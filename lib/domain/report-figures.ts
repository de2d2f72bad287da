import { z } from "zod";

export const interval = z.object({
  low: z.number(),
  high: z.number(),
  confidence: z.number(),
  method: z.string(),
  resamples: z.number().nullable(),
  seed: z.number().nullable(),
});

/** One figure: null with a reason, never NaN; n counts the units, pairs or ratings behind it. */
export const figure = z.object({
  value: z.number().nullable(),
  why: z.string().nullable(),
  n: z.number(),
  interval: interval.nullable().optional(),
  intervalWhy: z.string().nullable().optional(),
});
export type Figure = z.infer<typeof figure>;

/**
 * Whose ratings what compares a judge with people is of: those made without a draft in view where there are any, else all. Absent in reports of earlier
 * versions, where labels and verdicts on pairs are of all.
 */
export const basisOfPeople = z.enum(["without-draft", "with-draft"]);
export type BasisOfPeople = z.infer<typeof basisOfPeople>;

export const byName = <T extends z.ZodType>(value: T) => z.record(z.string(), value);

/** Alpha; n counts ratings, `units` those with two or more of them, `inputs` the inputs these units belong to. */
export const alphaFigure = figure.extend({ units: z.number(), inputs: z.number() });
export type AlphaFigure = z.infer<typeof alphaFigure>;
export const alphaFigures = z.object({ nominal: alphaFigure, ordinal: alphaFigure, interval: alphaFigure, ratio: alphaFigure });
export type AlphaFigures = z.infer<typeof alphaFigures>;

/** Mean of the defined alphas of the criteria; n, units and inputs are totals over these criteria. */
export const meanAlphaFigure = alphaFigure.extend({ definedCriteria: z.number(), totalCriteria: z.number() });
export type MeanAlphaFigure = z.infer<typeof meanAlphaFigure>;
export const meanAlphaFigures = z.object({
  nominal: meanAlphaFigure,
  ordinal: meanAlphaFigure,
  interval: meanAlphaFigure,
  ratio: meanAlphaFigure,
});
export type MeanAlphaFigures = z.infer<typeof meanAlphaFigures>;

/** A share of lines, with their number. */
export const share = z.object({
  count: z.number(),
  share: z.number().nullable(),
  interval: interval.nullable(),
  intervalWhy: z.string().nullable(),
});
export const actionRates = z.object({ n: z.number(), accept: share, revise: share, remove: share, add: share });
export type ActionRates = z.infer<typeof actionRates>;
