import { z } from "zod";
import { byName, figure } from "./report-figures";

/** How a judge does on the units of one stratum. */
const judgeInStratum = z.object({
  /** Judge minus people's mean, its absolute value, and the share of units within one point; of labels only the share with most people's label. */
  bias: figure,
  absoluteError: figure,
  close: figure,
  /** Spearman's correlation of judge and people's mean. Absent in reports of earlier versions. */
  spearman: figure.optional(),
});

/** Units on which people disagree to the same degree: range 0, up to a quarter of the scale, above it; of labels, one label, most for one, no majority. */
const stratum = z.object({
  name: z.enum(["unanimous", "mild", "split"]),
  units: z.int(),
  judges: byName(judgeInStratum),
});
export type Stratum = z.infer<typeof stratum>;

/** Score or label -> how often. */
const counts = z.record(z.string(), z.int());

/** A criterion on which several scores can be acceptable to one person. */
const acceptable = z.object({
  /** Blind ratings, or all where there are none: which scores were acceptable before a draft was shown is not kept. */
  basis: z.enum(["blind", "all"]),
  /** Share of ratings with more than one acceptable score. */
  several: figure,
  /** Of two people's ratings of a unit, how often one's score is the other's, or among those acceptable to the other. */
  exact: figure,
  accepted: figure,
  judges: byName(
    z.object({
      /** The same of the judge's score and a person's. */
      exact: figure,
      accepted: figure,
      /** How much more often the judge's score is acceptable to people than another person's is, on the same units. */
      difference: figure,
      /** By people's median, of labels by most people's: units, scores acceptable to people, the judge's, and their divergence in bits. */
      byMedian: z.array(z.object({ people: z.number(), units: z.int(), divergence: figure, acceptable: counts, judge: counts })),
    }),
  ),
});
export type Acceptable = z.infer<typeof acceptable>;

const peopleOnCriterion = z.object({
  /** Share of equal pairs of ratings of a unit. */
  rawAgreement: figure,
  /** Gwet's AC2 with quadratic weights; AC1 of labels and verdicts. */
  gwet: figure,
  /** Reliability of one person's score and of people's mean, from the units that all of them rated. */
  oneRater: figure,
  meanOfRaters: figure,
  /**
   * Where too few units were rated by everybody for those two: the same by alpha at interval level, and of the mean of `ratingsPerUnit` ratings (their
   * mean over units) by Spearman-Brown, with the greatest correlation that this mean allows. Approximate; n counts units with two or more ratings.
   */
  approximate: z.object({ ratingsPerUnit: z.number(), oneRater: figure, meanOfRaters: figure, ceiling: figure }).nullish(),
  /** How many people, and units left out because one of them has not rated it. */
  raters: z.int(),
  dropped: z.int(),
  /** Units with two ratings or more. */
  strata: z.array(stratum),
  /** Null, or absent in reports of earlier versions: ratings have one score. */
  acceptable: acceptable.nullish(),
});
export type PeopleOnCriterion = z.infer<typeof peopleOnCriterion>;

const personInReport = z.object({
  ratings: z.int(),
  medianSeconds: z.number().nullable(),
  /** Own score minus the others' mean of the same unit, in points: above 0 is lenient. */
  severity: figure,
  /** Alpha between own ratings and each other person's, the mean over the criteria. */
  withOthers: figure,
  /** Share of ratings within one point of the others' mean. */
  close: figure,
  /** Mean over criteria of the entropy of the scores: 0 one score only, 1 all scores alike often. */
  entropy: z.number().nullable(),
  /** The longest run of one score on one criterion, by day of submission and place of the sample. */
  longestRun: z.int(),
  /** Second scores equal to the first, on samples that a plan repeats. */
  retest: figure,
  /** Share of drafted lines accepted. */
  draftKept: figure,
  /** Mean alpha of the others minus mean alpha of all. */
  alphaWithout: figure,
});
export type PersonInReport = z.infer<typeof personInReport>;

export const peopleChapter = z.object({ perCriterion: byName(peopleOnCriterion), raters: byName(personInReport) });
