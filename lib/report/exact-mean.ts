/**
 * Exact means, so that two arithmetically equal means are equal numbers and tie in rank statistics.
 * A double is read as the decimal it prints as (0.1 is one tenth), because scores are typed as decimals.
 */
export type Fraction = SmallFraction | LargeFraction;

/** Whole numbers that doubles hold exactly: nearly every score. */
interface SmallFraction {
  readonly above: number;
  readonly below: number;
}

/** In lowest terms. */
interface LargeFraction {
  numerator: bigint;
  denominator: bigint;
}

/** A large study has a million scores and means, nearly all of them the same few: each of those is one object. */
const [leastUnshared, mostBelow] = [4096, 16];
const shared = new Array<SmallFraction | undefined>(leastUnshared * mostBelow);

function smallFraction(above: number, below: number): SmallFraction {
  if (above < 0 || above >= leastUnshared || below > mostBelow) return { above, below };
  const place = above * mostBelow + below - 1;
  const own = shared[place] ?? { above, below };
  shared[place] = own;
  return own;
}

const isSmall = (fraction: Fraction): fraction is SmallFraction => "above" in fraction;

/** Mean of the values, exact; null when there are none. */
export function exactMean(values: readonly number[]): Fraction | null {
  if (values.length === 0) return null;
  let [sum, reach] = [0, 0];
  for (const value of values) {
    sum += value;
    reach += Number.isSafeInteger(value) ? Math.abs(value) : Number.NaN;
  }
  if (Number.isSafeInteger(reach)) return smallFraction(sum, values.length);
  return meanOfLarge(values.map(fractionOf));
}

/** Mean of fractions, exact; null when there are none. */
export function meanOfFractions(values: readonly Fraction[]): Fraction | null {
  if (values.length === 0) return null;
  return meanOfSmall(values) ?? meanOfLarge(values.map(asLarge));
}

/** Null where doubles do not suffice. */
function meanOfSmall(values: readonly Fraction[]): SmallFraction | null {
  let [above, below] = [0, 1];
  for (const value of values) {
    if (!isSmall(value)) return null;
    if (value.below === below) above += value.above;
    else {
      const [sum, product] = [above * value.below + value.above * below, below * value.below];
      if (!Number.isSafeInteger(above * value.below) || !Number.isSafeInteger(value.above * below)) return null;
      if (!Number.isSafeInteger(sum) || !Number.isSafeInteger(product)) return null;
      const common = commonDivisor(Math.abs(sum), product);
      [above, below] = [sum / common, product / common];
    }
    if (!Number.isSafeInteger(above)) return null;
  }
  const denominator = below * values.length;
  return Number.isSafeInteger(denominator) ? smallFraction(above, denominator) : null;
}

function commonDivisor(first: number, second: number): number {
  let [a, b] = [first, second];
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

function meanOfLarge(values: readonly LargeFraction[]): Fraction {
  const sum = values.reduce(add, zero);
  const mean = reduce({ numerator: sum.numerator, denominator: sum.denominator * BigInt(values.length) });
  const [above, below] = [Number(mean.numerator), Number(mean.denominator)];
  return Number.isSafeInteger(above) && Number.isSafeInteger(below) ? smallFraction(above, below) : mean;
}

const asLarge = (fraction: Fraction): LargeFraction =>
  isSmall(fraction) ? reduce({ numerator: BigInt(fraction.above), denominator: BigInt(fraction.below) }) : fraction;

/** The fraction with its sign reversed. */
export const negated = (fraction: Fraction): Fraction =>
  isSmall(fraction) ? { above: 0 - fraction.above, below: fraction.below } : { ...fraction, numerator: -fraction.numerator };

/** The nearest double (of very large or small parts, within one unit in the last place). Equal fractions give equal doubles: a quotient of whole
 * numbers is rounded once, and the large ones are kept in lowest terms. */
export function toNumber(fraction: Fraction): number {
  if (isSmall(fraction)) return fraction.above / fraction.below;
  const { numerator, denominator } = fraction;
  const size = numerator < 0n ? -numerator : numerator;
  // Reduced to a quotient of about 64 bits first, because either part alone may exceed the largest double. A negative shift is to the right.
  const shift = bits(denominator) - bits(size) + 64;
  const quotient = (size << BigInt(shift)) / denominator;
  const half = Math.trunc(shift / 2);
  return Math.sign(Number(numerator)) * Number(quotient) * 2 ** -half * 2 ** -(shift - half);
}

const bits = (value: bigint): number => value.toString(2).length;

const zero: LargeFraction = { numerator: 0n, denominator: 1n };

const add = (a: LargeFraction, b: LargeFraction): LargeFraction =>
  a.denominator === b.denominator
    ? { numerator: a.numerator + b.numerator, denominator: a.denominator }
    : reduce({ numerator: a.numerator * b.denominator + b.numerator * a.denominator, denominator: a.denominator * b.denominator });

function reduce({ numerator, denominator }: LargeFraction): LargeFraction {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b > 0n) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}

function fractionOf(value: number): LargeFraction {
  if (Number.isSafeInteger(value)) return { numerator: BigInt(value), denominator: 1n };
  const [mantissa = "0", exponent = "0"] = value.toString().split("e");
  const [whole = "0", decimals = ""] = mantissa.split(".");
  const digits = BigInt(`${whole}${decimals}`);
  const power = Number(exponent) - decimals.length;
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : reduce({ numerator: digits, denominator: 10n ** BigInt(-power) });
}
