import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The independent figures that statistics are checked against. They lie beside the checkout, not in it, because parts of them come from other
 * people's published tables.
 */
const ORACLES = fileURLToPath(new URL("../../../shared/reference/oracles.json", import.meta.url));

/** Thirty shapes in one file: typed as loosely as parsed JSON is, read by the test that knows its entry. */
export type Oracles = ReturnType<typeof JSON.parse>;

/** All oracles, or null (with a notice) where the reference folder is absent, so that a plain clone can still run its tests. */
export function readOracles(): Oracles | null {
  if (existsSync(ORACLES)) return JSON.parse(readFileSync(ORACLES, "utf8"));
  console.warn("Skipped: reference figures not found beside the checkout (shared/reference/oracles.json).");
  return null;
}

/** The difference in units of the promised tolerance: at most 1 when `actual` equals `expected` to relative or absolute 1e-12. */
export function tolerances(actual: number | null | undefined, expected: number, tolerance = 1e-12): number {
  if (typeof actual !== "number" || Number.isNaN(actual)) return Number.POSITIVE_INFINITY;
  return Math.abs(actual - expected) / (tolerance * Math.max(1, Math.abs(expected)));
}
