import type { InstanceState } from "@/lib/domain/instance";

type Figures = InstanceState["figures"];

/** The value of a figure of /metrics without labels; null: it is not known. */
export const figureOf = (figures: Figures, name: string): number | null =>
  figures.find((one) => one.name === `redline_${name}`)?.value ?? null;

/** The values of a figure by one of its labels, with the other labels given. */
export function valuesBy(figures: Figures, name: string, label: string, where: Record<string, string> = {}): Map<string, number> {
  const chosen = figures.filter(
    ({ name: own, labels = {} }) => own === `redline_${name}` && Object.entries(where).every(([key, value]) => labels[key] === value),
  );
  return new Map(chosen.map(({ labels = {}, value }) => [labels[label] ?? "", value]));
}

/** A time that has passed, in the unit that suits it. */
export function timeSpan(seconds: number): string {
  const units = [
    [86_400, "d"],
    [3600, "h"],
    [60, "min"],
  ] as const;
  const [size, unit] = units.find(([least]) => seconds >= 2 * least) ?? [1, "s"];
  return `${Math.round(seconds / size)}\u00a0${unit}`;
}
