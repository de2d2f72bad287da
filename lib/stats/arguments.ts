import { describe } from "./paired-values";
import { StatsInputError } from "./result";

/** Checks of plain arguments, shared by the statistics of this room. */

/** The confidence level, 0.95 unless given. */
export function confidenceOf(confidence: number | undefined): number {
  if (confidence === undefined) return 0.95;
  if (typeof confidence !== "number" || !(confidence > 0 && confidence < 1)) {
    throw new StatsInputError("confidence", `must be between 0 and 1, got ${describe(confidence)}`);
  }
  return confidence;
}

/** A count: a whole number from 0. */
export function wholeCount(argument: string, value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new StatsInputError(argument, `must be a whole number from 0, got ${describe(value)}`);
  }
  return value;
}

/** Into how many folds units are split, 5 unless given: with one, nothing would be left to fit to. */
export function foldCount(given: number | undefined): number {
  const folds = given ?? 5;
  if (!Number.isSafeInteger(folds) || folds < 2)
    throw new StatsInputError("folds", `must be a whole number from 2, got ${describe(folds)}`);
  return folds;
}

/** A finite number. */
export function finiteNumber(argument: string, value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new StatsInputError(argument, `must be a finite number, got ${describe(value)}`);
  }
  return value;
}

/** A number in 0..1. */
export function shareArgument(argument: string, value: unknown): number {
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
    throw new StatsInputError(argument, `must be a number in 0..1, got ${describe(value)}`);
  }
  return value;
}

/** One label (a string or a finite number) per row. */
export function checkLabels(argument: string, labels: readonly unknown[], rows: number): void {
  if (!Array.isArray(labels)) throw new StatsInputError(argument, "must be an array with one label per row");
  if (labels.length !== rows) throw new StatsInputError(argument, `has ${labels.length} labels for ${rows} rows`);
  labels.forEach((label, row) => {
    const valid = typeof label === "string" || (typeof label === "number" && Number.isFinite(label));
    if (!valid) throw new StatsInputError(argument, `row ${row}: a label must be a string or a finite number, got ${describe(label)}`);
  });
}

/** One of a few words. */
export function oneOf<T extends string>(argument: string, value: unknown, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new StatsInputError(argument, `must be one of ${choices.join(", ")}, got ${describe(value)}`);
  return found;
}

/** How many random permutations and from which seed. */
export function permutationOptions(input: { permutations?: number; seed?: number }): { permutations: number; seed: number } {
  const { permutations = 10_000, seed = 1 } = input;
  if (!Number.isSafeInteger(permutations) || permutations < 1 || permutations > 10_000_000) {
    throw new StatsInputError("permutations", `must be a whole number from 1 to 10000000, got ${describe(permutations)}`);
  }
  if (!Number.isSafeInteger(seed)) throw new StatsInputError("seed", `must be a whole number, got ${describe(seed)}`);
  return { permutations, seed };
}
