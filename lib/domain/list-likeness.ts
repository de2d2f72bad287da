import { z } from "zod";

export const likeness = z.object({
  /** Cosine in -1..1; null: undefined. */
  value: z.number().nullable(),
  /** `too-few`: too few lists were sampled; otherwise what is wrong with the vectors or the texts. */
  why: z.string().nullable(),
  /** Lists for CC, pairs of lists for ICC. */
  n: z.int(),
});
export type Likeness = z.infer<typeof likeness>;

/** Criteria consistency: how alike a judge's lists are when it is asked for criteria repeatedly. */
export const listLikeness = z.object({
  /** The sampled lists against the list proposed at temperature 0. */
  cc: likeness,
  /** The sampled lists against each other. Never the intraclass correlation. */
  icc: likeness,
  /** What the cosine compares: embeddings, or word counts, which capture shared words but not shared meaning and give lower values. */
  basis: z.enum(["embeddings", "lexical"]),
});
export type ListLikeness = z.infer<typeof listLikeness>;
