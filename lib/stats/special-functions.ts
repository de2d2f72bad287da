/**
 * The distributions that intervals and tests need: normal, Student t, F, chi-squared, binomial, through the regularised incomplete beta and
 * gamma functions.
 *
 * Accuracy: relative 1e-12 or better wherever the result is a normal double, both tails included. The two incomplete functions take their
 * leading factor in saddle-point form (Loader 2000, "Fast and accurate computation of binomial probabilities"), because differences of log
 * gammas lose nine digits at a million degrees of freedom. Source of the expansions: Abramowitz & Stegun, chapters 6 and 26.
 */

const LOG_2PI = Math.log(2 * Math.PI);
const TINY = 1e-300;
const EPSILON = 2 ** -53;

/** Coefficients B_2k / (2k (2k-1)) of Stirling's series. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400, 43867 / 244188];

/** ln(1 + z) - z without cancellation, for z in -0.5..1. */
function log1pMinus(z: number): number {
  const r = z / (2 + z);
  const square = r * r;
  let sum = 0;
  for (let k = 30; k >= 0; k--) sum = sum * square + 1 / (2 * k + 3);
  return -z * r + 2 * r * square * sum;
}

/** ln(ratio) - deviation where deviation = ratio - 1 is known more exactly than the ratio when small, and the ratio when it is not. */
function logMinus(ratio: number, deviation: number): number {
  return deviation < -0.5 || deviation > 1 ? Math.log(ratio) - deviation : log1pMinus(deviation);
}

/** What Stirling's formula leaves out: ln Gamma(x) - ((x - 1/2) ln x - x + ln(2 pi)/2), x > 0. */
function stirlingError(x: number): number {
  if (x < 12) return logGamma(x) - ((x - 0.5) * Math.log(x) - x + 0.5 * LOG_2PI);
  const inverse = 1 / x;
  const square = inverse * inverse;
  let sum = 0;
  for (let k = STIRLING.length - 1; k >= 0; k--) sum = sum * square + (STIRLING[k] ?? 0);
  return sum * inverse;
}

/** ln Gamma(x) for x > 0. Small arguments climb to 12 by the recurrence, where Stirling's series is exact to the last digit. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma needs x > 0, got ${x}`);
  let product = 1;
  let y = x;
  while (y < 12) {
    product *= y;
    y += 1;
  }
  return (y - 0.5) * Math.log(y) - y + 0.5 * LOG_2PI + stirlingError(y) - Math.log(product);
}

/** x^a e^-x / Gamma(a). */
function gammaFactor(a: number, x: number): number {
  return Math.exp(a * logMinus(x / a, (x - a) / a) - stirlingError(a)) * Math.sqrt(a / (2 * Math.PI));
}

/** Lower and upper regularised incomplete gamma, each without cancellation on its own side. */
function gammaBoth(a: number, x: number): { lower: number; upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (x === Infinity) return { lower: 1, upper: 0 };
  const factor = gammaFactor(a, x);
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let k = 1; term > sum * EPSILON; k++) {
      term *= x / (a + k);
      sum += term;
    }
    const lower = Math.min(1, factor * sum);
    return { lower, upper: 1 - lower };
  }
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let h = d;
  for (let k = 1, step = 0; Math.abs(step - 1) > EPSILON && k < 1e6; k++) {
    const an = -k * (k - a);
    b += 2;
    d = 1 / nonZero(an * d + b);
    c = nonZero(b + an / c);
    step = d * c;
    h *= step;
  }
  const upper = Math.min(1, factor * h);
  return { lower: 1 - upper, upper };
}

function nonZero(x: number): number {
  return Math.abs(x) < TINY ? TINY : x;
}

/** x^a y^b / B(a, b) with y = 1 - x given apart, so that no digit of either end is lost. */
function betaFactor(a: number, b: number, x: number, y: number): number {
  const delta = x * b - y * a;
  const atX = a * logMinus(x * (1 + b / a), delta / a);
  const atY = b * logMinus(y * (1 + a / b), -delta / b);
  return Math.exp(atX + atY - stirlingError(a) - stirlingError(b) + stirlingError(a + b)) * Math.sqrt(a * (b / (2 * Math.PI * (a + b))));
}

/**
 * The continued fraction of the incomplete beta, even part, by Lentz's method: I_x(a, b) = x^a y^b / B(a, b) / fraction, good for
 * x < (a + 1) / (a + b + 2). It reads y = 1 - x itself, so that x close to 1 loses nothing (Didonato & Morris 1992).
 */
function betaFraction(a: number, b: number, x: number, y: number): number {
  const lambda = a * y - b * x;
  let h = nonZero((a * (lambda + 1)) / (a + 1));
  let c = h;
  let d = 0;
  for (let m = 1; m < 1e6; m++) {
    const e = a + 2 * m - 1;
    const numerator = ((a + m - 1) / e) * ((a + b + m - 1) / e) * m * (b - m) * x * x;
    const term = m + (m * (b - m) * x) / e + ((a + m) * (lambda + 1 + m * (1 + y))) / (e + 2);
    d = 1 / nonZero(term + numerator * d);
    c = nonZero(term + numerator / c);
    const step = c * d;
    h *= step;
    if (Math.abs(step - 1) <= 2 * EPSILON) break;
  }
  return h;
}

/** Both tails of the beta distribution at x, with y = 1 - x given apart. */
function betaBoth(a: number, b: number, x: number, y: number): { lower: number; upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  const factor = betaFactor(a, b, x, y);
  if (x < (a + 1) / (a + b + 2)) {
    const lower = Math.min(1, factor / betaFraction(a, b, x, y));
    return { lower, upper: 1 - lower };
  }
  const upper = Math.min(1, factor / betaFraction(b, a, y, x));
  return { lower: 1 - upper, upper };
}

/** Standard normal density. */
export function normalPdf(x: number): number {
  return Math.exp(-0.5 * x * x - 0.5 * LOG_2PI);
}

/** P(Z <= x) for a standard normal Z. */
export function normalCdf(x: number): number {
  const { lower, upper } = gammaBoth(0.5, 0.5 * x * x);
  return x <= 0 ? 0.5 * upper : 0.5 + 0.5 * lower;
}

/** The standard normal quantile; p 0 and 1 give -Infinity and Infinity. */
export function normalPpf(p: number): number {
  checkProbability(p);
  if (p === 0.5) return 0;
  if (p > 0.5) return -normalPpf(1 - p);
  if (p === 0) return -Infinity;
  // Abramowitz & Stegun 26.2.23 starts within 5e-4; each Halley step cubes the error.
  const t = Math.sqrt(-2 * Math.log(p));
  let x = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let k = 0; k < 4; k++) {
    const error = (normalCdf(x) - p) / normalPdf(x);
    x -= error / (1 + 0.5 * x * error);
  }
  return x;
}

/** P(|T| <= t) and P(|T| > t) for Student's t, t >= 0. */
function tBoth(t: number, df: number): { lower: number; upper: number } {
  const square = t * t;
  const { lower, upper } = betaBoth(0.5 * df, 0.5, df / (df + square), square / (df + square));
  return { lower: upper, upper: lower };
}

/** P(T > t) for Student's t with df degrees of freedom (df may be fractional, Infinity is the normal). */
export function tSf(t: number, df: number): number {
  checkPositive("df", df);
  if (df === Infinity) return normalCdf(-t);
  return t > 0 ? 0.5 * tBoth(t, df).upper : 0.5 + 0.5 * tBoth(-t, df).lower;
}

/** Student's t quantile. */
export function tPpf(p: number, df: number): number {
  checkProbability(p);
  checkPositive("df", df);
  if (df === Infinity) return normalPpf(p);
  if (p === 0.5) return 0;
  if (p > 0.5) return -tPpf(1 - p, df);
  if (p === 0) return -Infinity;
  // Near the middle the share between -t and t is the well-conditioned side of the equation.
  if (p > 0.25) return -1 / invertUpperTail((inverse) => tBoth(1 / inverse, df).lower, 1 - 2 * p);
  return -invertUpperTail((t) => tSf(t, df), p);
}

/** Two-sided p of a t statistic. */
export function tTwoSidedP(t: number, df: number): number {
  return Math.min(1, 2 * tSf(Math.abs(t), df));
}

/** P(F > f) for Snedecor's F with d1 and d2 degrees of freedom. */
export function fSf(f: number, d1: number, d2: number): number {
  checkPositive("d1", d1);
  checkPositive("d2", d2);
  if (f <= 0) return 1;
  if (f === Infinity) return 0;
  const denominator = d1 * f + d2;
  return betaBoth(0.5 * d1, 0.5 * d2, (d1 * f) / denominator, d2 / denominator).upper;
}

/** The F quantile. */
export function fPpf(p: number, d1: number, d2: number): number {
  checkProbability(p);
  if (p === 0) return 0;
  if (p === 1) return Infinity;
  if (p < 0.5) return 1 / invertUpperTail((f) => fSf(f, d2, d1), p);
  return invertUpperTail((f) => fSf(f, d1, d2), 1 - p);
}

/** P(X > x) for chi-squared with k degrees of freedom. */
export function chi2Sf(x: number, k: number): number {
  checkPositive("k", k);
  return gammaBoth(0.5 * k, 0.5 * x).upper;
}

/** P(X >= k) for X ~ Binomial(n, p), exact through the incomplete beta. */
export function binomialSf(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return betaBoth(k, n - k + 1, p, 1 - p).lower;
}

/** x > 0 with sf(x) = p, sf falling from at least p at 0: a bracket by doubling, then regula falsi on ln sf against ln x. */
function invertUpperTail(sf: (x: number) => number, p: number): number {
  const target = Math.log(p);
  const gap = (logX: number): number => Math.log(Math.max(sf(Math.exp(logX)), TINY)) - target;
  let low = -1;
  let high = 1;
  while (gap(low) < 0 && low > -700) low *= 2;
  while (gap(high) > 0 && high < 700) high *= 2;
  return Math.exp(findRoot(gap, Math.max(low, -700), Math.min(high, 700)));
}

/** Root of a falling function by the Illinois variant of regula falsi, which keeps its bracket and converges faster than linearly. */
function findRoot(gap: (x: number) => number, from: number, to: number): number {
  let [low, high, atLow, atHigh] = [from, to, gap(from), gap(to)];
  let side = 0;
  for (let k = 0; k < 300 && high - low > 1e-16 * Math.max(1, Math.abs(low)); k++) {
    const guess = k % 8 === 7 || atLow === atHigh ? 0.5 * (low + high) : (low * atHigh - high * atLow) / (atHigh - atLow);
    const middle = guess > low && guess < high ? guess : 0.5 * (low + high);
    const value = gap(middle);
    if (value === 0 || middle === low || middle === high) return middle;
    if (value > 0) {
      [low, atLow] = [middle, value];
      if (side === 1) atHigh *= 0.5;
      side = 1;
    } else {
      [high, atHigh] = [middle, value];
      if (side === -1) atLow *= 0.5;
      side = -1;
    }
  }
  return Math.abs(atLow) < Math.abs(atHigh) ? low : high;
}

function checkProbability(p: number): void {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability must be in 0..1, got ${p}`);
}

function checkPositive(name: string, x: number): void {
  if (!(x > 0)) throw new RangeError(`${name} must be positive, got ${x}`);
}
