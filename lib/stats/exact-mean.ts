import { checkIsList, describe } from "./paired-values";
import { StatsInputError } from "./result";
import { meanOf } from "./sums";

/** Values as whole multiples of a power of ten. */
export interface WholeMultiples {
  multiples: Float64Array;
  /** What one multiple is worth: 10^-digits. */
  digits: number;
}

const MOST_DIGITS = 9;

/**
 * The values as whole numbers of the smallest decimal step that holds them all (2.5 and 3.25 as 250 and 325), so that sums, differences
 * and ties come out as on paper: .35 - .33 and .42 - .40 are the same two steps. Null when there is no such step of up to nine digits.
 *
 * @example wholeMultiples([0.35, 0.33]) // { multiples: [35, 33], digits: 2 }
 */
export function wholeMultiples(values: ArrayLike<number>, largest: number = Number.MAX_SAFE_INTEGER): WholeMultiples | null {
  let [digits, steps] = [0, 1];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    while (digits <= MOST_DIGITS && Math.round(value * steps) / steps !== value) {
      digits += 1;
      steps = 10 ** digits;
    }
    if (digits > MOST_DIGITS) return null;
  }
  const multiples = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const multiple = Math.round((values[i] as number) * steps) + 0;
    if (!(Math.abs(multiple) <= largest)) return null;
    multiples[i] = multiple;
  }
  return { multiples, digits };
}

/**
 * The mean of scores such that equal means are equal doubles, whatever the order and number of scores: the sum is taken in whole decimal
 * steps and divided once, so the result is the double nearest to the true mean. Null for no values.
 *
 * Scores finer than nine decimals, or sums beyond 2^53 steps, fall back to a compensated sum.
 *
 * @throws StatsInputError for a value that is not a finite number
 * @example exactMean({ values: [0.1, 0.2] }) === exactMean({ values: [0.15] }) // true
 */
export function exactMean({ values }: { values: ArrayLike<number> }): number | null {
  checkFinite("values", values);
  if (values.length === 0) return null;
  return meanInSteps(values) ?? meanOf(Float64Array.from(values).sort());
}

/** The mean from a sum in whole decimal steps; null where there are none, or where their sum, or a part of it, may be rounded. */
export function meanInSteps(values: ArrayLike<number>): number | null {
  const whole = wholeMultiples(values);
  if (!whole) return null;
  let [total, reach] = [0, 0];
  for (let i = 0; i < whole.multiples.length; i++) {
    const multiple = whole.multiples[i] as number;
    total += multiple;
    reach += Math.abs(multiple);
  }
  return Number.isSafeInteger(reach) ? total / (values.length * 10 ** whole.digits) : null;
}

function checkFinite(argument: string, values: ArrayLike<number>): void {
  checkIsList(argument, values);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new StatsInputError(argument, `row ${i}: must be a finite number, got ${describe(values[i])}`);
  }
}
