import { z } from "zod";

export const likeness = z.object({
  /** Cosine in -1..1; null: undefined. */
  value: z.number().nullable(),
  /** `too-few`: too few lists were sampled; otherwise what is wrong with the vectors or the texts. */
  why: z.string().nullable(),
  /** Lists for CC, pairs of lists for ICC. */
  n: z.int(),
});
type Likeness = z.infer<typeof likeness>;

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

/** Why a figure is undefined, in words; null if it is defined. */
export function likenessProblem(figure: "cc" | "icc", { why }: Likeness): string | null {
  if (why === null) return null;
  if (why !== "too-few") return `could not be computed: ${why}`;
  return figure === "cc" ? "needs a sampled list" : "needs two sampled lists";
}

/** "CC 0.83 (5 lists), ICC 0.80 (10 pairs)"; for a figure that is undefined, why. */
export function likenessText({ cc, icc }: ListLikeness): string {
  const figure = (name: "cc" | "icc", likeness: Likeness, one: string) => {
    const { value, n } = likeness;
    const said = value === null ? likenessProblem(name, likeness) : `${value.toFixed(2)} (${n} ${n === 1 ? one : `${one}s`})`;
    return `${name.toUpperCase()} ${said}`;
  };
  return [figure("cc", cc, "list"), figure("icc", icc, "pair")].join(", ");
}
