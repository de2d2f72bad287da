import { z } from "zod";
import { byName, figure } from "./report-figures";
import { withinInputs } from "./report-verdict";

/** A person and a judge against the mean of the other people, on the same units. */
const besidePerson = z.object({
  person: z.string(),
  /** Pearson's correlation of each with the mean of the others, and the judge's minus the person's, paired. */
  own: figure,
  judge: figure,
  difference: figure,
  /** Of the difference, by its jackknife, and after Holm over all people and criteria of this judge. */
  p: z.number().nullable(),
  pHolm: z.number().nullable(),
});
export type BesidePerson = z.infer<typeof besidePerson>;

/** How many standard deviations among people a judge's mean kappa with them is above theirs; n counts people. */
const likeness = figure.extend({
  judgeKappa: z.number().nullable(),
  /** Mean and standard deviation of what each person's kappas with the other people average to. */
  peopleKappa: z.number().nullable(),
  spread: z.number().nullable(),
});
export type Likeness = z.infer<typeof likeness>;

/** The alternative-annotator test at one price of a person's work. */
const curvePoint = z.object({ epsilon: z.number(), winningRate: z.number().nullable() });
const altCurve = z.object({
  points: z.array(curvePoint),
  /** How often the judge is at least as close to the others as each person, and that person as the judge. */
  perPerson: z.array(
    z.object({ name: z.string(), n: z.int(), judge: z.number().nullable(), person: z.number().nullable(), eligible: z.boolean() }),
  ),
  why: z.string().nullable(),
});
export type AltCurve = z.infer<typeof altCurve>;

/** Null: over all units. Not in reports frozen before there was it. */
const within = withinInputs.nullable().optional();

const ranking = z.object({
  /** Of the correlations with people's mean; within inputs where these have outputs of several systems. Older frozen reports: Pearson's, over all units. */
  statistic: z.literal("spearman").optional(),
  /** Each judge, best first. */
  judges: z.array(z.object({ name: z.string(), figure, withinInputs: within, groups: z.array(z.string()) })),
  /**
   * Every two: the first's correlation minus the second's on the units of both, within inputs over those that define one for both; p of swapping the two
   * judges input by input, and after Holm over all pairs and criteria.
   */
  pairs: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      difference: figure,
      withinInputs: within,
      p: z.number().nullable(),
      pHolm: z.number().nullable(),
    }),
  ),
});
export type Ranking = z.infer<typeof ranking>;

/** The advantage probability of the alternative-annotator test of one judge minus that of another, on the units that both scored. */
const advantageApart = z.object({ a: z.string(), b: z.string(), difference: figure });

/** A way of evaluating, set against people who saw no draft: a judge, or people with its draft in view. */
const protocolColumn = z.object({
  name: z.string(),
  kind: z.enum(["judge", "with-draft"]),
  /** Whose drafts people saw. Absent of a judge, and in reports of earlier versions. */
  draftsOf: z.string().optional(),
  /** Pearson's correlation of its mean score with the mean of the blind people, by criterion. */
  perCriterion: byName(figure),
  /** Mean Pearson correlation of one evaluator of this kind and one blind person, by criterion. */
  pairwise: byName(figure),
});
const protocols = z.object({ columns: z.array(protocolColumn), /** Between two blind people. */ betweenPeople: byName(figure) });

const consistency = byName(z.object({ runs: z.int(), alpha: figure, same: figure }));

export const judgesChapter = z.object({
  besidePeople: byName(byName(z.array(besidePerson))),
  /** By judge and criterion. Not in reports frozen before there was it. */
  likeness: byName(byName(likeness)).optional(),
  altCurves: byName(byName(altCurve)),
  ranking: byName(ranking),
  /** Every two, by criterion. Not in reports frozen before there was it. */
  advantages: byName(z.array(advantageApart)).optional(),
  protocols: protocols.nullable(),
  /** By judge, then criterion: its runs with the same settings and prompts as the newest. */
  consistency: byName(consistency),
});
export type JudgesChapter = z.infer<typeof judgesChapter>;
