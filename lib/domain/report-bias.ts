import { z } from "zod";
import { groupedBy } from "./grouped-by";
import { outputFormats } from "./output-format";
import { byName, figure } from "./report-figures";

const subgroup = z.object({
  /**
   * What the group shares: the system or the subset of its samples, their value in a column of the import, or the month or day (UTC) in which people
   * first rated its units.
   */
  by: z.enum(groupedBy),
  /** The column's name, where the group is of one. */
  column: z.string().optional(),
  /** Its name; a month as 2026-03, a day as 2026-03-01; several groups of fewer than 20 units are one, "small groups". */
  group: z.string(),
  /** Whether one system, subset or value is called "small groups" itself, and this is its group. Absent of all others. */
  isValue: z.boolean().optional(),
  /** Judge minus people in this group minus in all others. */
  difference: figure,
  /** Kendall's tau-b of judge and people's mean within the group. Absent in reports of earlier versions. */
  tauB: figure.optional(),
  /** Of the difference. */
  p: z.number().nullable(),
  /** After Benjamini and Hochberg's correction over all groups and criteria of the judge. */
  q: z.number().nullable(),
});
export type Subgroup = z.infer<typeof subgroup>;

const formatBias = z.object({
  format: z.enum(outputFormats),
  /** Judge minus people on outputs that have it minus on all others. */
  difference: figure,
  p: z.number().nullable(),
  /** After Benjamini and Hochberg's correction over all forms and criteria of the judge. */
  q: z.number().nullable(),
});
export type FormatBias = z.infer<typeof formatBias>;

/** A system's mean scores on the units that people and the judge have scored. */
const systemAtEqualLength = z.object({
  system: z.string(),
  people: z.number(),
  judge: z.number(),
  /** What the judge's mean would be, were all outputs as long as they are on average. */
  atEqualLength: figure,
});
export type SystemAtEqualLength = z.infer<typeof systemAtEqualLength>;

const judgeBias = z.object({
  perCriterion: byName(
    z.object({
      /** Change of judge minus people when the output is twice as long; rank correlation of the judge's score and length at equal human scores. */
      perDoubling: figure,
      partial: figure,
      /** Judge minus people on outputs of its own model minus on all others. */
      ownModel: figure,
      /**
       * Over two outputs of an input, one of its own model: how often the judge prefers what people prefer where that is its own, minus where it is the
       * other. Absent in reports of earlier versions.
       */
      opportunity: figure.optional(),
      /**
       * The highest at equal length first. Empty for one system or more than a hundred, or where no input has outputs of two systems whose lengths
       * differ otherwise than by system. Absent in reports of earlier versions.
       */
      systems: z.array(systemAtEqualLength).optional(),
      subgroups: z.array(subgroup),
      /** Forms that 20 units have and 20 have not. Absent in reports of earlier versions, and until the texts are read. */
      formats: z.array(formatBias).optional(),
    }),
  ),
  /** Mean correlation between two criteria, of the judge's scores and of people's means on the same samples; and the difference. */
  halo: z.object({ judge: figure, people: figure, difference: figure }),
  /** Columns of the import that would make groups, beyond the first eight by name. Absent: there are none. */
  columnsLeftOut: z.array(z.string()).optional(),
});
export type JudgeBias = z.infer<typeof judgeBias>;
export const biasChapter = byName(judgeBias);

const redundantPair = z.object({ a: z.string(), b: z.string(), people: figure, judges: byName(figure) });
/** How alike criteria are scored: Spearman's correlation of people's means, and of each judge's scores. */
export const criteriaChapter = z.object({ pairs: z.array(redundantPair) });
export type RedundantPair = z.infer<typeof redundantPair>;
