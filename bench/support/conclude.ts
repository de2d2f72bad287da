/** How a benchmark ends: with `passed`, or with each target that it missed and exit code 1. */

const inWords = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(3));

/** The shortfall of a figure that may be at most this much; none if it is. A figure that could not be measured (NaN) falls short. */
export const atMost = (what: string, value: number, most: number): string[] =>
  value <= most ? [] : [`${what}: ${inWords(value)}, at most ${inWords(most)} wanted`];

/** The shortfall of a figure that must be at least this much. */
export const atLeast = (what: string, value: number, least: number): string[] =>
  value >= least ? [] : [`${what}: ${inWords(value)}, at least ${inWords(least)} wanted`];

/** Prints `passed` or what fell short, and sets the exit code. */
export function conclude(shortfalls: readonly string[]): void {
  for (const shortfall of shortfalls) console.log(`fell short: ${shortfall}`);
  if (shortfalls.length > 0) process.exitCode = 1;
  else console.log("passed");
}
