import { finiteNumber, wholeCount } from "./arguments";
import { StatsInputError, type Why } from "./result";

export interface PpiPlanInput {
  /** Units with a human label, and those that the judge alone has scored. */
  labelled: number;
  unlabelled: number;
  /** Variances of the labels and of the judge's scores, and their covariance: `moments` of `ppiMean`, or what is expected of them. */
  human: number;
  judge: number;
  covariance: number;
  /** The wanted interval's width as a share of that of today, default 0.5. */
  share?: number;
  /** What a label may cost, as a whole number of the judge's scores; default: none is tried. */
  costs?: readonly number[];
}

/** The cheapest way to the wanted interval where a label costs as much as `cost` of the judge's scores. */
export interface PpiMix {
  cost: number;
  labels: number;
  judged: number;
}

export interface PpiPlan {
  why: Why | null;
  /** How many more units people would have to label: first of those that the judge has scored, then new ones. */
  labels: number | null;
  /** How many more units the judge would have to score; null where no number of them would do. */
  judged: number | null;
  /** For each of `costs`, more labels together with more units for the judge to score, at the least cost. */
  cheapest: PpiMix[];
}

/**
 * How much more work narrows the interval of a prediction-powered mean: more labels, the judge's scores as they are, or more of the judge's scores, the
 * labels as they are, or the cheapest of both together.
 *
 * se^2(n, N) = lambda^2 var(f)/N + (var(Y) - 2 lambda cov(Y, f) + lambda^2 var(f))/n, lambda tuned anew for each n and N and cut to 0..1. Labels: the
 * least x with se(n + x, N - x) <= share * se(n, N), where N ends at 0. Judged: the least y with se(n, N + y) <= share * se(n, N); it falls no further than
 * to (var(Y) - 2 lambda cov(Y, f) + lambda^2 var(f))/n at lambda = cov(Y, f) / var(f). The interval is taken to be as many standard errors wide as today.
 * Cheapest: the x and y with the least cost x + y of se(n + x, N - x + y) <= share * se(n, N), where the judge scores new units with a label too, but for
 * labels alone. Where units come in clusters, what they add to se^2 is taken to stay the same factor, and cancels. Undefined for fewer than two labels or without
 * unlabelled units (`too-few`), and where the standard error is 0 (`no-variation`).
 *
 * @example ppiPlan({ labelled: 10, unlabelled: 10, human: 1, judge: 1, covariance: 0.98 }) // { why: null, labels: 67, judged: 87, cheapest: [] }
 * Source: Angelopoulos, Duchi & Zrnic 2023 (PPI++).
 */
export function ppiPlan(input: PpiPlanInput): PpiPlan {
  const [labelled, unlabelled] = [wholeCount("labelled", input.labelled), wholeCount("unlabelled", input.unlabelled)];
  const given = [size("human", input.human), size("judge", input.judge), finiteNumber("covariance", input.covariance)] as const;
  const share = finiteNumber("share", input.share ?? 0.5);
  if (!(share > 0 && share < 1)) throw new StatsInputError("share", `must be between 0 and 1, got ${share}`);
  const costs = input.costs ?? [];
  if (!Array.isArray(costs) || costs.some((cost) => wholeCount("costs", cost) === 0))
    throw new StatsInputError("costs", "must be a list of whole numbers from 1");
  const none = { labels: null, judged: null, cheapest: [] };
  if (labelled < 2 || unlabelled < 1) return { why: "too-few", ...none };
  const greatest = Math.max(...given.map(Math.abs)) || 1;
  // What is multiplied by them stays in range.
  const [human, judge, covariance] = given.map((moment) => moment / greatest) as [number, number, number];
  const squareError = (n: number, others: number): number => {
    const lambda = judge === 0 ? 0 : Math.min(1, Math.max(0, covariance / ((1 + n / others) * judge)));
    const ofJudge = lambda === 0 ? 0 : (lambda ** 2 * judge) / others;
    return ofJudge + Math.max(0, human - 2 * lambda * covariance + lambda ** 2 * judge) / n;
  };
  const now = squareError(labelled, unlabelled);
  if (now === 0) return { why: "no-variation", ...none };
  // What is reached on paper may be missed by the last digit.
  const wanted = share ** 2 * now * (1 + 1e-12);
  const labels = least((more) => squareError(labelled + more, Math.max(0, unlabelled - more)) <= wanted);
  const judged = least((more) => squareError(labelled, unlabelled + more) <= wanted);
  const cheapest = (cost: number): PpiMix => {
    const alone = { cost, labels: labels ?? Number.POSITIVE_INFINITY, judged: 0 };
    const judgedWith = (more: number, find: typeof leastReal) => {
      const left = Math.max(0, unlabelled - more);
      return Math.max(0, more - unlabelled) + find((extra) => squareError(labelled + more, left + extra) <= wanted);
    };
    const total = (more: number) => cost * more + judgedWith(more, leastReal);
    // Costs are convex in the labels: they fall, and then rise.
    const more = firstOf(alone.labels, (place) => total(place + 1) >= total(place) && total(place) < Number.POSITIVE_INFINITY);
    const mix = { cost, labels: more, judged: judgedWith(more, leastWhole) };
    return cost * mix.labels + mix.judged < cost * alone.labels ? mix : alone;
  };
  return { why: null, labels, judged, cheapest: labels === null ? [] : costs.map(cheapest) };
}

/** The least whole number below `end` with this property, if every greater one has it; `end`: none. */
function firstOf(end: number, has: (place: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (has(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The least number from 1 on that is enough, if every greater one is; null: none that can be counted to. */
function least(isEnough: (more: number) => boolean): number | null {
  let most = 1;
  while (!isEnough(most)) {
    most *= 2;
    if (most > Number.MAX_SAFE_INTEGER) return null;
  }
  let tooFew = Math.floor(most / 2);
  while (most - tooFew > 1) {
    const middle = Math.floor((most + tooFew) / 2);
    if (isEnough(middle)) most = middle;
    else tooFew = middle;
  }
  return most;
}

/** The same from 0 on; infinity: none. */
const leastWhole = (isEnough: (more: number) => boolean): number => (isEnough(0) ? 0 : (least(isEnough) ?? Number.POSITIVE_INFINITY));

/** The same without rounding up. */
function leastReal(isEnough: (more: number) => boolean): number {
  const whole = leastWhole(isEnough);
  if (whole === 0) return whole;
  let [low, high] = [whole - 1, whole];
  for (let halved = 0; halved < 40; halved++) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function size(argument: string, value: number): number {
  if (finiteNumber(argument, value) < 0) throw new StatsInputError(argument, `must be 0 or more, got ${value}`);
  return value;
}
