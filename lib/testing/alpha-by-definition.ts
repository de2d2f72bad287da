import type { AlphaLevel } from "@/lib/stats";

export type RatingRows = (number | null)[][];

/** Krippendorff's alpha as it is defined: every pair of ratings within units against every pair at all; NaN where nothing varies. */
export function alphaByDefinition(rows: RatingRows, level: AlphaLevel): number {
  const units = rows.map((row) => row.filter((x): x is number => x !== null)).filter((row) => row.length > 1);
  const all = units.flat();
  const ranks = new Map<number, number>();
  for (const x of all) if (!ranks.has(x)) ranks.set(x, all.filter((y) => y < x).length + all.filter((y) => y === x).length / 2);
  const distance = (x: number, y: number): number => {
    if (x === y) return 0;
    if (level === "nominal") return 1;
    if (level === "ordinal") return ((ranks.get(x) ?? 0) - (ranks.get(y) ?? 0)) ** 2;
    return level === "interval" ? (x - y) ** 2 : ((x - y) / (x + y)) ** 2;
  };
  const pairs = (list: number[]): number => list.reduce((sum, x) => sum + list.reduce((part, y) => part + distance(x, y), 0), 0);
  const observed = units.reduce((sum, unit) => sum + pairs(unit) / (unit.length - 1), 0) / all.length;
  const expected = pairs(all) / (all.length * (all.length - 1));
  return expected > 0 ? 1 - observed / expected : Number.NaN;
}
