import type { Likeness, ListLikeness } from "./list-likeness";

// Apart from the schemas, so that pages which only show a likeness do not load zod.

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
