import { z } from "zod";
import { figure } from "./report-figures";

export const retest = z.object({
  /** Units rated twice: a sample has as many as it has criteria. */
  n: z.int(),
  /** Share of second scores that equal the first. */
  exact: figure,
  /** Mean of the absolute differences, as a share of each scale's length; unordered labels left out. */
  difference: figure,
  /** Spearman's correlation of first and second scores, each as a share of its scale; unordered labels left out. */
  correlation: figure,
});
export type Retest = z.infer<typeof retest>;

const quality = z.object({
  /** Share of scores on hidden samples that are within the tolerance of the known answer; n counts scores. */
  gold: figure,
  /** Attention checks submitted, and those with a score outside the tolerance. */
  checks: z.int(),
  checksFailed: z.int(),
  /** Share of planted drafts' units whose final score is another than the planted one; n counts units. */
  caught: figure,
  retest,
});

/** How one person works in a study, from what its plan put among their samples. */
const personQuality = quality.extend({
  annotatorId: z.uuid(),
  /** Their code if the plan promised it, else their name. */
  label: z.string(),
  /**
   * Change from each sample to the next, in the order of submission, of the own score less the others' mean, as a share of the scale: below 0, the
   * person became stricter. n counts samples.
   */
  drift: figure,
  /** The same of the own score less the known answer, on hidden samples. */
  goldDrift: figure,
});
export type PersonQuality = z.infer<typeof personQuality>;

export const studyQuality = z.object({ planId: z.uuid(), version: z.int(), people: z.array(personQuality), pooled: quality });
export type StudyQuality = z.infer<typeof studyQuality>;
