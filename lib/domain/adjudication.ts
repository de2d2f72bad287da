import { z } from "zod";
import { criterion } from "./criterion";
import { item } from "./draft";
import { outcomes } from "./outcomes";
import { page, pageQuery } from "./page";
import { textFormat } from "./text-format";

/** Where a label lies relative to another score of the unit, seen from the judge. */
export const direction = z.enum(["towards", "away", "neither"]);
export type Direction = z.infer<typeof direction>;

/** Scores are decimals; their differences are compared to this precision. */
const precision = 1e-9;

/**
 * Whether a label is nearer the judge's score than another score is (`towards`), farther from it (`away`), or equally far (`neither`); null where one of
 * them is missing. A final label is compared with the median of the people's ratings, and with the adjudicator's own first label. Unordered labels
 * (`labelled`) are equal or not, and the most frequent one is used as the median.
 */
export function directionOf(label: number, other: number | null, judge: number | null, labelled: boolean): Direction | null {
  if (judge === null || other === null) return null;
  const distance = (score: number) => (labelled ? Number(score !== judge) : Math.abs(score - judge));
  const change = distance(label) - distance(other);
  if (Math.abs(change) < precision) return "neither";
  return change < 0 ? "towards" : "away";
}

/** `begun`: the reader has given a first label and has not confirmed it. */
export const adjudicationState = z.enum(["open", "begun", "adjudicated"]);
export type AdjudicationState = z.infer<typeof adjudicationState>;

export const disputedUnit = z.object({
  sampleId: z.uuid(),
  criterionId: z.uuid(),
  /** The sample's place in the order of import, from 1: its id may name a system. */
  number: z.int(),
  criterion: z.string(),
  ratings: z.int(),
  /** Whether it is rated with unordered labels: two different ones count as one point apart. */
  labelled: z.boolean(),
  /** The distance between the highest and the lowest rating, in scale points. */
  range: z.number(),
  /** The mean absolute difference between two ratings, which orders units with the same range; of labels, the share of pairs that differ. */
  meanDifference: z.number(),
  state: adjudicationState,
  /** Whether the reader was given the sample themselves and so may not adjudicate it. */
  own: z.boolean(),
});
export type DisputedUnit = z.infer<typeof disputedUnit>;

export const adjudicationQuery = pageQuery.extend({ state: adjudicationState.optional(), criterion: z.uuid().optional() });
export const adjudicationQueue = page(disputedUnit).extend({ counts: z.record(adjudicationState, z.int()) });
export type AdjudicationQueue = z.infer<typeof adjudicationQueue>;

const raterLine = z.object({
  kind: z.string(),
  text: z.string(),
  reason: z.string().nullable(),
  /** Null until the draft is shown, since it shows which lines are the draft's. */
  outcome: z.enum([...outcomes, "open"]).nullable(),
});

export const adjudicationUnit = z.object({
  task: z.object({ id: z.uuid(), inputName: z.string(), outputName: z.string(), textFormat, pairwise: z.boolean() }),
  sample: z.object({
    id: z.uuid(),
    number: z.int(),
    input: z.string(),
    output: z.string(),
    outputB: z.string().nullable(),
    reference: z.string().nullable(),
    /** Where a browser gets the image: a path on this server, or a data URL. */
    imageUrl: z.string().nullable(),
  }),
  criterion,
  /** The people's evaluations under letters, in random order. Before the first label only what they wrote themselves. */
  raters: z.array(z.object({ letter: z.string(), score: z.number(), lines: z.array(raterLine) })),
  range: z.number(),
  own: z.boolean(),
  /** The reader's own label; null: not given yet, and then neither the judge nor earlier labels are part of the reply. */
  mine: z.object({ id: z.uuid(), firstScore: z.number(), finalScore: z.number().nullable(), reason: z.string() }).nullable(),
  judge: z.object({ name: z.string(), score: z.number().nullable(), items: z.array(item) }).nullable(),
  /** Confirmed labels, the one in force first. */
  labels: z.array(
    z.object({
      by: z.string(),
      at: z.iso.datetime(),
      firstScore: z.number(),
      finalScore: z.number(),
      reason: z.string(),
      label: direction.nullable(),
      change: direction.nullable(),
    }),
  ),
});
export type AdjudicationUnit = z.infer<typeof adjudicationUnit>;

const labelFields = { score: z.number(), reason: z.string().trim().max(10_000).default("") };
export const firstLabelBody = z.object({ sampleId: z.uuid(), criterionId: z.uuid(), ...labelFields });
export const finalLabelBody = z.object(labelFields);
