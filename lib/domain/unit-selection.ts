import { z } from "zod";
import { arm } from "./assignment";
import { itemKind } from "./draft";
import { excludedWork } from "./exclusion";
import { groupedBy } from "./grouped-by";
import { madeKinds } from "./made-dimension";
import { outcomes } from "./outcomes";
import { outputFormats } from "./output-format";
import { ownWords } from "./own-words";
import { reasonCode } from "./reason-codes";
import { daysInOrder, daysOutOfOrder, reportFilterFields } from "./report-filter";

/** Of any length: names of criteria, people and judges have limits of their own. */
const name = z.string().min(1);

const behaviours = ["correction", "scrutiny", "subjectivity", "outlier-removed"] as const;

/**
 * The conditions that make a figure's units: every row, cell, bar and point of the report links to the samples page with them, and one query selects by
 * them. Names are those of the report. All conditions hold together; absent ones select everything.
 */
const figureFields = {
  /** A criterion's name. */
  criterion: name.optional(),
  /** A person's name, whose ratings alone count; absent: everybody's. */
  human: name.optional(),
  /** A second person or judge who has scored the unit too. */
  other: name.optional(),
  /** People's score: of each rating, or of their median or most frequent score, by `people`. */
  humanScore: z.coerce.number().optional(),
  people: z.enum(["each", "mean", "median", "most"]).default("each"),
  /** The score of `judge`. */
  judgeScore: z.coerce.number().optional(),
  /** With a score: from it up to this, which is not included; scores between the points of a scale are counted at the lower one. */
  humanBelow: z.coerce.number().optional(),
  judgeBelow: z.coerce.number().optional(),
  /** At least this many people's ratings. */
  ratings: z.coerce.number().int().min(1).optional(),
  /** Units that alpha can use: with two or more ratings by people, or by people and `judge`. */
  pairable: z.enum(["people", "judge"]).optional(),
  /** Ratings made beside a draft of `judge`, above, below, equal to or different from it. */
  change: z.enum(["up", "down", "same", "changed"]).optional(),
  /** The score of `judge` is at least `gap` points above or below the people's median, or either. */
  apart: z.enum(["above", "below", "either"]).optional(),
  gap: z.coerce.number().min(0).optional(),
  /** Draft lines of `judge` of this kind, to which people did `outcome`. */
  item: z.enum(["all", ...itemKind.options]).optional(),
  outcome: z.enum(outcomes).optional(),
  /** With `item`: only what was done for this reason, by its code; `own words`: for a reason in words alone. */
  reason: z.union([reasonCode, z.literal(ownWords)]).optional(),
  /** With `item`: units of dimensions of this kind that `judge` made for single samples, in place of the task's criteria. */
  made: z.enum(madeKinds).optional(),
  /** Pairs by their known better output: any, any but a tie, or this one. */
  gold: z.enum(["known", "decided", "A", "B", "tie"]).optional(),
  /** Pairs on which the known better output was preferred, or was not: by `judge` where it is given, else by people. */
  right: z.stringbool().optional(),
  /** How far the two or more people who rated a unit are apart: not at all, at most a quarter of the scale, further. */
  spread: z.enum(["unanimous", "mild", "split"]).optional(),
  /** Ratings whose time is known. */
  timed: z.stringbool().optional(),
  /** Of these, those of samples whose every criterion the person was timed on. */
  whole: z.stringbool().optional(),
  /** Ratings of units that a plan had the same person score a second time. */
  again: z.stringbool().optional(),
  /** Units that at least so many people other than `human` have scored too. */
  besides: z.coerce.number().int().min(1).optional(),
  /** Units that all people who rated the criterion have scored. */
  everybody: z.stringbool().optional(),
  /** A second criterion's name, on which the sample has been scored too: by people, by `judge`, or by both as the unit itself. */
  also: name.optional(),
  /** With `arm`: ratings made in this arm too. */
  armToo: arm.optional(),
  /** Ratings made without a draft in view: blind ones, and first scores of the arm blind-then-drafted in place of the final ones. */
  undrafted: z.stringbool().optional(),
  /** The same on these criteria alone, by their places in the set, from 0: of the others all ratings. */
  undraftedOn: z
    .string()
    .regex(/^\d{1,4}(,\d{1,4})*$/)
    .optional(),
  /** A judge's name: units that somebody has scored with a draft of it in view too. */
  withDraft: name.optional(),
  /** Samples whose output has this form. */
  form: z.enum(outputFormats).optional(),
  /** Samples whose output is by the model of `judge`. */
  own: z.stringbool().optional(),
  /** Samples with this value in this column of the import. */
  column: name.optional(),
  columnValue: name.optional(),
  /** Units that people first rated in this month or on this day (UTC), among the ratings that the selection allows. */
  firstRated: z
    .string()
    .regex(/^\d{4}-\d{2}(-\d{2})?$/, "Give a month as 2026-03, or a day as 2026-03-01.")
    .optional(),
  /**
   * Units of systems, subsets, values of `column`, or months or days of first ratings, of which the selection has too few to compare each with the others:
   * fewer than `smallestGroup`.
   */
  small: z.enum(groupedBy).optional(),
  /** Units of inputs of which the selection has at least so many. */
  outputs: z.coerce.number().int().min(1).optional(),
  /** Units with an adjudicator's label. */
  adjudicated: z.stringbool().optional(),
  /**
   * Ratings made beside a draft of `judge`, by what became of the draft: right or wrong by the median of three or more other people's scores made
   * without a draft, all of them or those kept or changed.
   */
  fate: z
    .enum(["wrong", "right", "wrong-kept", "wrong-put-right", "wrong-still-wrong", "right-kept", "right-still-right", "right-made-wrong"])
    .optional(),
  /** In place of ratings, scores given beside drafts of `judge` that were wrong on purpose: all, or those other than the draft's. */
  planted: z.enum(["all", "caught"]).optional(),
  /** Ratings made beside a draft of `judge`; in the arm blind-then-drafted, those after a first score. */
  shown: z.stringbool().optional(),
  /** Final scores after a first one, by where they went from the draft of `judge`. */
  moved: z.enum(["towards", "stayed", "away"]).optional(),
  /** Final scores after this first one, beside a draft of `judge`. */
  firstScore: z.coerce.number().optional(),
  /** Ratings made beside a draft of `judge`, by what they did about a mistake of the person or the draft. */
  behaviour: z.enum(behaviours).optional(),
  /** The same ratings by what they could have done, whether they did it or not. */
  could: z.enum(behaviours).optional(),
  /** Pairs that `judge` saw in both orders: all, those with the same verdict, with the output shown first or second preferred twice, with one tie. */
  swapped: z.enum(["all", "same", "first", "second", "tie"]).optional(),
  /** Pairs on which `judge` was asked to review its verdict, or met a claim against it: all, by what it said then, and whether it went along. */
  reviewed: z.enum(["all", "same", "changed"]).optional(),
  claimed: z.enum(["all", "same", "along", "elsewhere"]).optional(),
  /** Units on which `judge` was asked the same again: all, by whether it gave the same score. */
  repeated: z.enum(["all", "same", "changed"]).optional(),
};

/** What a figure's n counts. */
export const counted = z.enum(["units", "ratings", "lines", "samples", "inputs"]);
export type Counted = z.infer<typeof counted>;

export const sampleSort = z.enum(["import", "disagreement"]);

export const unitSelectionFields = {
  ...figureFields,
  ...reportFilterFields,
  excluded: excludedWork.default("without"),
  /** What the figure's n counts, for the words above the list. */
  of: counted.default("units"),
  sort: sampleSort.default("import"),
};

const bare = z.object(unitSelectionFields);
export type UnitSelection = z.output<typeof bare>;
export const unitSelection = bare.refine(daysInOrder, daysOutOfOrder);

/** How many units, ratings and draft lines a selection has, in how many samples, and of how many inputs where it counts these. */
export const selectionCounts = z.object({
  ...{ units: z.int(), ratings: z.int(), lines: z.int(), samples: z.int() },
  inputs: z.int().optional(),
});
export type SelectionCounts = z.infer<typeof selectionCounts>;

export const selectedUnit = z.object({
  sampleId: z.uuid(),
  externalId: z.string(),
  /** The sample's place in the order of import, from 1. */
  number: z.int(),
  inputStart: z.string(),
  system: z.string().nullable(),
  systemB: z.string().nullable(),
  criterionId: z.uuid(),
  criterion: z.string(),
  /** The reader has the sample open themselves: its scores are left out until they have submitted or given it back. */
  withheld: z.boolean(),
  /** People's scores, the lowest first. */
  scores: z.array(z.number()),
  judgeScore: z.number().nullable(),
  /** How many of the ratings the selection is about, and how many draft lines. */
  ratings: z.int(),
  lines: z.int(),
  /** Of a selection by `reason`: what people wrote for it here. */
  words: z.array(z.string()),
});
export type SelectedUnit = z.infer<typeof selectedUnit>;

export const neighbour = z.object({ sampleId: z.uuid(), criterionId: z.uuid().nullable() });

/** The position of a sample, or of one of its units, in a list. Place and total are null where it is not in it. */
export const samplePlace = z.object({
  place: z.int().nullable(),
  total: z.int(),
  previous: neighbour.nullable(),
  next: neighbour.nullable(),
});
export type SamplePlace = z.infer<typeof samplePlace>;
