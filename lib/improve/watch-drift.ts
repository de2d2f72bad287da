import type { WatchEvidence, WatchFlag } from "@/lib/domain/judge-watch";
import type { Figure } from "@/lib/domain/report-figures";
import { adjustPValues, clusteredMean, seededRandom } from "@/lib/stats";

/** The chance of any false alarm in a whole watch. */
export const watchLevel = 0.05;

/** A unit's scores as shares of its scale. */
export interface WatchedUnit {
  input: string;
  criterionId: string;
  /** One for each time the judge was asked at the beginning; null: not scored then. */
  before: readonly (number | null)[];
  after: number | null;
}

export interface WatchLook {
  look: number;
  looks: number;
  criteria: readonly { id: string; name: string }[];
  units: readonly WatchedUnit[];
  models: { before: readonly string[]; after: readonly string[] };
  /** Random relabellings; 20,000 unless given: the level of one look of many is small. */
  permutations?: number;
  seed?: number;
}

/** Fewer inputs cannot show a drift at the level of one look. */
const fewestInputs = 6;

/**
 * Whether a judge scores the same samples as it did when its watch began.
 *
 * The judge was asked R >= 2 times at the beginning (`before`) and once now. If nothing has changed, the R + 1 answers about an input are exchangeable:
 * which of them is "now" is arbitrary. So each test draws, for every input independently, which answer is called "now" (all units of an input together) and
 * computes its statistic anew; p = (1 + draws at least as extreme) / (1 + draws), which is valid for any distribution of scores and any number of
 * inputs (Phipson & Smyth 2010). A judge that always answers the same gives p = 1.
 *
 * - shift: mean over units of now - mean(before), overall and per criterion, two-sided. Its interval is a cluster-robust t interval over inputs at 1 - level.
 * - change: mean over units of mean|now - before_r| - mean over pairs |before_r - before_s|, one-sided: finds scores that move up here and down there.
 *
 * Looks: each look has the level 0.05 / looks, and Holm over its tests, so by Bonferroni's inequality a watch of that many looks raises a false flag of drift with
 * at most 5 %, although all looks share the same beginning. A flag "model-changed" is no test: the server named a model or fingerprint that it had not before.
 * Units without a score now or at any time before are left out and counted; with fewer than six inputs, or with half of the units missing, the look is "not-measured".
 */
export function watchDrift(given: WatchLook): WatchEvidence {
  const { look, looks, criteria, units, models } = given;
  const whole = units.flatMap((unit) => {
    const before = unit.before.filter((score) => score !== null);
    return unit.after === null || before.length < unit.before.length ? [] : [{ ...unit, before, after: unit.after }];
  });
  const level = watchLevel / looks;
  const inputs = new Set(whole.map(({ input }) => input)).size;
  const missing = units.length - whole.length;
  const why =
    inputs < fewestInputs
      ? `${inputs} inputs were scored each time, and fewer than ${fewestInputs} cannot show a drift.`
      : missing > units.length / 2
        ? `${missing} of ${units.length} units have no score from one of the times.`
        : null;
  const fresh = [...new Set(models.after)].filter((model) => !models.before.includes(model)).sort();
  const about = { look, looks, level, n: whole.length, inputs, missing };
  const known = { models: { before: [...new Set(models.before)].sort(), fresh }, why };
  const changed: WatchFlag[] = models.before.length > 0 && fresh.length > 0 ? ["model-changed"] : [];
  if (why !== null) {
    const none = { shift: noFigure(whole.length), p: null, adjusted: null };
    return {
      ...about,
      ...known,
      shift: none,
      change: { value: null, p: null, adjusted: null },
      criteria: [],
      flags: [...changed, "not-measured"],
    };
  }
  const shown = criteria.filter(({ id }) => whole.some(({ criterionId }) => criterionId === id));
  const p = relabel(
    whole,
    shown.map(({ id }) => id),
    given.permutations ?? 20_000,
    given.seed ?? 0,
  );
  // One criterion's shift is the overall one: it is tested once.
  const tests = shown.length > 1 ? [p.shift, p.change, ...p.criteria] : [p.shift, p.change];
  const { adjusted } = adjustPValues({ pValues: tests, method: "holm" });
  const at = (index: number) => adjusted[index] ?? null;
  const confidence = 1 - level;
  const drift: WatchFlag[] = adjusted.some((one) => one !== null && one <= level) ? ["drift"] : [];
  return {
    ...about,
    ...known,
    shift: { shift: shiftOf(whole, confidence), p: p.shift, adjusted: at(0) },
    change: { value: p.changeValue, p: p.change, adjusted: at(1) },
    criteria: shown.map(({ id, name }, index) => ({
      criterion: name,
      shift: shiftOf(
        whole.filter(({ criterionId }) => criterionId === id),
        confidence,
      ),
      p: p.criteria[index] ?? null,
      adjusted: shown.length > 1 ? at(2 + index) : at(0),
    })),
    flags: [...drift, ...changed],
  };
}

interface WholeUnit {
  input: string;
  criterionId: string;
  before: readonly number[];
  after: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What a unit adds to the statistics if the answer at `now` is called the new one. */
function partsOf(answers: readonly number[], now: number): { shift: number; change: number } {
  const others = answers.filter((_, index) => index !== now);
  const own = answers[now] ?? Number.NaN;
  let [among, pairs] = [0, 0];
  for (const [index, one] of others.entries()) {
    for (const other of others.slice(index + 1)) {
      among += Math.abs(one - other);
      pairs++;
    }
  }
  return { shift: own - mean(others), change: mean(others.map((other) => Math.abs(own - other))) - (pairs === 0 ? 0 : among / pairs) };
}

/** p of each statistic, by drawing for each input which of its answers is called the new one. */
function relabel(units: readonly WholeUnit[], criteria: readonly string[], permutations: number, seed: number) {
  const answers = (units[0]?.before.length ?? 0) + 1;
  const width = 2 + criteria.length;
  const inputs = [...new Set(units.map(({ input }) => input))].sort();
  const rowOf = new Map(inputs.map((input, row) => [input, row]));
  /** sums[input][answer][statistic]: overall shift, change, and the shift of each criterion. */
  const sums = new Float64Array(inputs.length * answers * width);
  for (const unit of units) {
    const row = rowOf.get(unit.input) ?? 0;
    const all = [...unit.before, unit.after];
    for (let now = 0; now < answers; now++) {
      const { shift, change } = partsOf(all, now);
      const start = (row * answers + now) * width;
      sums[start] = (sums[start] ?? 0) + shift;
      sums[start + 1] = (sums[start + 1] ?? 0) + change;
      const own = start + 2 + criteria.indexOf(unit.criterionId);
      sums[own] = (sums[own] ?? 0) + shift;
    }
  }
  const totals = (choose: (row: number) => number): Float64Array => {
    const total = new Float64Array(width);
    for (let row = 0; row < inputs.length; row++) {
      const start = (row * answers + choose(row)) * width;
      for (let at = 0; at < width; at++) total[at] = (total[at] ?? 0) + (sums[start + at] ?? 0);
    }
    return total;
  };
  const observed = totals(() => answers - 1);
  // Rounding must not decide a tie.
  const slack = 1e-9;
  const beyond = new Float64Array(width);
  const random = seededRandom(seed);
  for (let draw = 0; draw < permutations; draw++) {
    const drawn = totals(() => random.int(answers));
    for (let at = 0; at < width; at++) {
      const isBeyond =
        at === 1 ? (drawn[at] ?? 0) >= (observed[at] ?? 0) - slack : Math.abs(drawn[at] ?? 0) >= Math.abs(observed[at] ?? 0) - slack;
      if (isBeyond) beyond[at] = (beyond[at] ?? 0) + 1;
    }
  }
  const p = (at: number) => (1 + (beyond[at] ?? 0)) / (1 + permutations);
  return {
    shift: p(0),
    change: p(1),
    changeValue: (observed[1] ?? 0) / units.length,
    criteria: criteria.map((_, index) => p(2 + index)),
  };
}

function shiftOf(units: readonly WholeUnit[], confidence: number): Figure {
  const values = units.map(({ before, after }) => after - mean(before));
  const { value, why, n, interval, intervalWhy } = clusteredMean({ values, clusters: units.map(({ input }) => input), confidence });
  return { value, why, n, interval, intervalWhy: interval === null ? (intervalWhy ?? "not-requested") : null };
}

const noFigure = (n: number): Figure => ({ value: null, why: "no-units", n, interval: null, intervalWhy: "not-requested" });
