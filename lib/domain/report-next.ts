import { z } from "zod";
import { byName, figure } from "./report-figures";

/** Units that a figure is of, and those it takes for its interval to reach so many points to either side, at today's spread. */
export const unitsFor = z.object({
  figure,
  units: z.int(),
  needed: z.array(z.object({ half: z.number(), units: z.int() })),
});

export type UnitsFor = z.infer<typeof unitsFor>;

/** A judge's own mean score, of all that it scored, and what would halve the interval of people's mean that it sharpens. */
const meansOfJudge = z.object({
  judge: figure,
  halving: z.object({
    /** More units that people rate without a draft. */
    labels: z.int().nullable(),
    /** More units that the judge scores; null without a reason: no number of them would do. */
    judged: z.int().nullable(),
    /** More labels together with more of the judge's scores, at the least cost, where a label costs `cost` of them. Not in reports frozen before there was it. */
    cheapest: z.array(z.object({ cost: z.int(), labels: z.int(), judged: z.int() })).optional(),
    why: z.string().nullable(),
  }),
});
export type MeansOfJudge = z.infer<typeof meansOfJudge>;

/** People's mean score, and how far its interval would reach to either side. */
const meanForecast = z.object({
  mean: figure,
  perUnit: z.number().nullable(),
  why: z.string().nullable(),
  /** The units of today, twice and four times as many; by the numbers of ratings in `values`. */
  rows: z.array(z.object({ units: z.int(), reaches: z.array(z.number()) })),
});
export type MeanForecast = z.infer<typeof meanForecast>;

export const nextChapter = z.object({
  /** Of alpha among people. */
  precision: byName(unitsFor),
  /** By criterion and judge: of Spearman's correlation with people's mean. Not in reports frozen before there was it. */
  correlations: byName(byName(unitsFor)).optional(),
  /** More units or more people: `values` are numbers of ratings of each unit. Not in reports frozen before there was it. */
  forecast: z.object({ values: z.array(z.int()), perCriterion: byName(meanForecast) }).optional(),
  /** By criterion and judge. Not in reports frozen before there was it. */
  means: byName(byName(meansOfJudge)).optional(),
  /** Samples that fewer than two people have rated, drawn with the chances given: more likely where judges differ, never impossible. */
  samples: z.object({
    waiting: z.int(),
    seed: z.int(),
    drawn: z.array(
      z.object({
        id: z.string(),
        externalId: z.string(),
        /** Of being drawn first. */
        probability: z.number(),
        /** Of being drawn at all, given the others' keys: one divided by it is the sample's weight in a mean. Not in reports frozen before there was it. */
        inclusion: z.number().optional(),
        why: z.enum(["judges-differ", "chance"]),
      }),
    ),
  }),
});
export type NextChapter = z.infer<typeof nextChapter>;
