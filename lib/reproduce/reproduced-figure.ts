/** A published figure beside ours. */
export interface ReproducedFigure {
  /** Where it is printed, and what it is of. */
  figure: string;
  /** As printed: a number, or words such as "> 0.8". */
  published: number | string;
  ours: number | null;
  /** Ours minus the printed number; null for words, and where there is none of ours. */
  difference: number | null;
  /** Whether ours, rounded as printed, is the printed figure; null: it cannot be recomputed. */
  equal: boolean | null;
  /** Why it cannot be recomputed, or what is known about a difference. */
  why: string | null;
}

/** Half a unit of the last printed digit, and room for the last bits of a sum. */
const tolerance = (printed: string) => 0.5 * 10 ** -(printed.split(".")[1]?.length ?? 0) + 1e-9;

/** A figure as printed (its digits say how exact it is) beside ours; `why` explains a difference and is dropped where there is none. */
export function beside(figure: string, printed: string, ours: number | null, why: string | null = null): ReproducedFigure {
  const published = Number(printed);
  if (ours === null) return { figure, published, ours, difference: null, equal: null, why: why ?? "undefined" };
  const equal = Math.abs(ours - published) <= tolerance(printed);
  return { figure, published, ours, difference: ours - published, equal, why: equal ? null : why };
}

/** Figures that the published data cannot give, with the reason they share. */
export const missing = (figures: readonly (readonly [figure: string, printed: string])[], why: string): ReproducedFigure[] =>
  figures.map(([figure, printed]) => beside(figure, printed, null, why));
