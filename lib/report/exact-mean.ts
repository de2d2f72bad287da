/**
 * Exact means, so that two arithmetically equal means are equal numbers and tie in rank statistics.
 * A double is read as the decimal it prints as (0.1 is one tenth), because scores are typed as decimals.
 */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** Mean of the values, exact; null when there are none. */
export function exactMean(values: readonly number[]): Fraction | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => add(total, fractionOf(value)), zero);
  return reduce({ numerator: sum.numerator, denominator: sum.denominator * BigInt(values.length) });
}

/** Mean of fractions, exact; null when there are none. */
export function meanOfFractions(values: readonly Fraction[]): Fraction | null {
  if (values.length === 0) return null;
  const sum = values.reduce(add, zero);
  return reduce({ numerator: sum.numerator, denominator: sum.denominator * BigInt(values.length) });
}

/** The nearest double (of very large or small parts, within one unit in the last place). Equal fractions give equal doubles: they are kept in lowest terms. */
export function toNumber({ numerator, denominator }: Fraction): number {
  const [above, below] = [Number(numerator), Number(denominator)];
  if (Number.isSafeInteger(above) && Number.isSafeInteger(below)) return above / below;
  const size = numerator < 0n ? -numerator : numerator;
  // Reduced to a quotient of about 64 bits first, because either part alone may exceed the largest double. A negative shift is to the right.
  const shift = bits(denominator) - bits(size) + 64;
  const quotient = (size << BigInt(shift)) / denominator;
  const half = Math.trunc(shift / 2);
  return Math.sign(above) * Number(quotient) * 2 ** -half * 2 ** -(shift - half);
}

const bits = (value: bigint): number => value.toString(2).length;

const zero: Fraction = { numerator: 0n, denominator: 1n };

const add = (a: Fraction, b: Fraction): Fraction =>
  a.denominator === b.denominator
    ? { numerator: a.numerator + b.numerator, denominator: a.denominator }
    : reduce({ numerator: a.numerator * b.denominator + b.numerator * a.denominator, denominator: a.denominator * b.denominator });

function reduce({ numerator, denominator }: Fraction): Fraction {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? zero : { numerator: numerator / a, denominator: denominator / a };
}

function fractionOf(value: number): Fraction {
  if (Number.isSafeInteger(value)) return { numerator: BigInt(value), denominator: 1n };
  const [mantissa = "0", exponent = "0"] = value.toString().split("e");
  const [whole = "0", decimals = ""] = mantissa.split(".");
  const digits = BigInt(`${whole}${decimals}`);
  const power = Number(exponent) - decimals.length;
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : reduce({ numerator: digits, denominator: 10n ** BigInt(-power) });
}
