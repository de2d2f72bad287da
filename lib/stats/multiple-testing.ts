import { oneOf, shareArgument } from "./arguments";
import { numberColumn } from "./paired-values";
import { StatsInputError } from "./result";

export type Adjustment = "bonferroni" | "holm" | "bh" | "by";
const ADJUSTMENTS = ["bonferroni", "holm", "bh", "by"] as const;

/** Adjusted p-values in the order of the input. */
export interface AdjustedPValues {
  /** null where the input is missing. */
  adjusted: (number | null)[];
  /** adjusted <= alpha. */
  rejected: boolean[];
  /** How many p-values were adjusted for: the ones present. */
  n: number;
  method: Adjustment;
  alpha: number;
}

/**
 * p-values adjusted for their number.
 *
 * With the m present values sorted rising, p(1)..p(m): Bonferroni m p; Holm max over j <= i of (m-j+1) p(j); Benjamini-Hochberg min over
 * j >= i of m p(j)/j; Benjamini-Yekutieli the same times 1 + 1/2 + .. + 1/m (valid under any dependence). All cut at 1. Holm and Bonferroni
 * hold the chance of any false claim, BH and BY the expected share of false ones. A missing p stays missing and is not counted.
 *
 * @throws StatsInputError for values outside 0..1
 * @example adjustPValues({ pValues: [0.01, 0.04, 0.03], method: "holm" }).adjusted // [0.03, 0.06, 0.06]
 * Source: Holm 1979; Benjamini & Hochberg 1995; Benjamini & Yekutieli 2001.
 */
export function adjustPValues(input: { pValues: readonly (number | null)[]; method?: Adjustment; alpha?: number }): AdjustedPValues {
  const method = oneOf("method", input.method ?? "holm", ADJUSTMENTS);
  const alpha = shareArgument("alpha", input.alpha ?? 0.05);
  const pValues = numberColumn("pValues", input.pValues);
  const present: number[] = [];
  pValues.forEach((p, row) => {
    if (Number.isNaN(p)) return;
    if (!(p >= 0 && p <= 1)) throw new StatsInputError("pValues", `row ${row}: must be in 0..1, got ${p}`);
    present.push(row);
  });
  const order = present.toSorted((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const sorted = adjustSorted(
    order.map((row) => pValues[row] as number),
    method,
  );
  const adjusted: (number | null)[] = Array.from(pValues, () => null);
  order.forEach((row, place) => {
    adjusted[row] = sorted[place] as number;
  });
  return { adjusted, rejected: adjusted.map((p) => p !== null && p <= alpha), n: present.length, method, alpha };
}

function adjustSorted(p: number[], method: Adjustment): number[] {
  const m = p.length;
  if (method === "bonferroni") return p.map((value) => Math.min(1, m * value));
  if (method === "holm") {
    let reached = 0;
    return p.map((value, i) => {
      reached = Math.max(reached, Math.min(1, (m - i) * value));
      return reached;
    });
  }
  const factor = method === "by" ? p.reduce((sum, _, i) => sum + 1 / (i + 1), 0) : 1;
  let reached = 1;
  return p
    .map((value, i) => [value, i] as const)
    .reverse()
    .map(([value, i]) => {
      reached = Math.min(reached, (factor * m * value) / (i + 1));
      return reached;
    })
    .reverse();
}
