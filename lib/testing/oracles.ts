import { readFileSync } from "node:fs";

/** One file holds thirty shapes, so entries are typed as loosely as parsed JSON and read by the test that knows each one. */
export type Oracles = ReturnType<typeof JSON.parse>;

let oracles: Oracles = null;

/**
 * Independent figures that statistics are checked against: worked examples of textbooks, and data made up for this project with figures from
 * an implementation in another language. Each entry says which it is.
 */
export function readOracles(): Oracles {
  oracles ??= JSON.parse(readFileSync(new URL("oracles.json", import.meta.url), "utf8"));
  return oracles;
}

/** The difference in units of the promised tolerance: at most 1 when `actual` equals `expected` to relative or absolute 1e-12. */
export function tolerances(actual: number | null | undefined, expected: number, tolerance = 1e-12): number {
  if (typeof actual !== "number" || Number.isNaN(actual)) return Number.POSITIVE_INFINITY;
  return Math.abs(actual - expected) / (tolerance * Math.max(1, Math.abs(expected)));
}
