import { wholeCount } from "./arguments";
import { compareLabels } from "./blocks";
import { describe } from "./paired-values";
import { StatsInputError, type Why } from "./result";

export type DawidSkeneLabel = string | number;

export interface DawidSkeneInput {
  /** ratings[unit][rater]; null for missing. */
  ratings: readonly (readonly (DawidSkeneLabel | null | undefined)[])[];
  /** The categories; those seen, in order, unless given. */
  labels?: readonly DawidSkeneLabel[] | null;
  /** Expectation steps at most, 100 unless given. */
  iterations?: number;
  /** Stop when the log likelihood gains less than this, 1e-5 unless given; 0 runs all iterations. */
  tolerance?: number;
}

export interface DawidSkeneUnit {
  unit: number;
  /** P(true label), in the order of `labels`; null without ratings. */
  posterior: number[] | null;
  /** The most frequent label; null for a tie. */
  majority: DawidSkeneLabel | null;
}

export interface DawidSkeneResult {
  labels: DawidSkeneLabel[];
  /** Mean posterior of each label. */
  prior: number[];
  units: DawidSkeneUnit[];
  /** confusion[rater][true label][given label]. */
  confusion: number[][][];
  logLikelihood: number | null;
  /** Expectation steps made, and whether the gain fell below the tolerance. */
  iterations: number;
  converged: boolean;
  /** Units with at least one rating. */
  n: number;
  why: Why | null;
}

const FLOOR = 1e-10;

/**
 * Dawid-Skene: true labels and raters' confusion matrices estimated together, as a diagnostic and never as gold.
 *
 * EM from vote shares. M: prior = mean posterior; confusion[j][k][l] proportional to the sum of P(true = k) over units that j called l, at least
 * 1e-10. E: P(true = k) proportional to prior_k times the product over raters of confusion[j][k][given], in logarithms. Needs about three
 * raters a unit and twenty units a rater; it takes no order among labels, can swap them, and is sure of itself when it is wrong. Undefined
 * without ratings (`no-units`).
 *
 * @example dawidSkene({ ratings: [["a", "a", "b"], ["b", "b", "b"]] }).units[0]?.majority // "a"
 * Source: Dawid & Skene 1979.
 */
export function dawidSkene(input: DawidSkeneInput): DawidSkeneResult {
  const table = readTable(input);
  const most = wholeCount("iterations", input.iterations ?? 100);
  const tolerance = input.tolerance ?? 1e-5;
  if (!(typeof tolerance === "number" && tolerance >= 0))
    throw new StatsInputError("tolerance", `must be at least 0, got ${describe(tolerance)}`);
  let posterior = voteShares(table);
  if (table.rated.length === 0) {
    const units = table.votes.map((_, unit) => ({ unit, posterior: null, majority: null }));
    return {
      labels: table.labels,
      prior: [],
      units,
      confusion: [],
      logLikelihood: null,
      iterations: 0,
      converged: false,
      n: 0,
      why: "no-units",
    };
  }
  let model = maximise(table, posterior);
  let step = expect(table, model);
  let [made, converged] = [0, false];
  while (made < most && !converged) {
    posterior = step.posterior;
    made += 1;
    model = maximise(table, posterior);
    const next = expect(table, model);
    converged = tolerance > 0 && next.logLikelihood - step.logLikelihood < tolerance;
    step = next;
  }
  return {
    labels: table.labels,
    prior: model.prior,
    units: table.votes.map((votes, unit) => ({ unit, posterior: posterior[unit] ?? null, majority: majorityLabel(votes, table.labels) })),
    confusion: model.confusion,
    logLikelihood: step.logLikelihood,
    iterations: made,
    converged,
    n: table.rated.length,
    why: null,
  };
}

interface VoteTable {
  labels: DawidSkeneLabel[];
  raters: number;
  /** Per unit: which rater gave which label. */
  votes: { rater: number; label: number }[][];
  rated: number[];
}

function readTable({ ratings, labels }: DawidSkeneInput): VoteTable {
  if (!Array.isArray(ratings)) throw new StatsInputError("ratings", `must be an array of units, got ${describe(ratings)}`);
  if (labels && !(Array.isArray(labels) && labels.every((label) => typeof label === "string" || typeof label === "number"))) {
    throw new StatsInputError("labels", "must be an array of labels");
  }
  if (labels && new Set(labels).size < labels.length) throw new StatsInputError("labels", "must not name a label twice");
  const seen = new Set<DawidSkeneLabel>();
  const cells = ratings.map((row, unit) => {
    if (!Array.isArray(row)) throw new StatsInputError("ratings", `row ${unit}: must be an array, got ${describe(row)}`);
    return row.flatMap((value: unknown, rater: number) => {
      if (value === null || value === undefined || Number.isNaN(value)) return [];
      if (typeof value !== "string" && !Number.isFinite(value))
        throw new StatsInputError("ratings", `row ${unit}, column ${rater}: must be a label, got ${describe(value)}`);
      const label = value as DawidSkeneLabel;
      if (labels && !labels.includes(label))
        throw new StatsInputError("ratings", `row ${unit}, column ${rater}: ${describe(label)} is not among the labels`);
      seen.add(label);
      return [{ rater, value: label }];
    });
  });
  const all = labels ? [...labels] : [...seen].sort(compareLabels);
  const codes = new Map(all.map((label, code) => [label, code]));
  const votes = cells.map((row) => row.map(({ rater, value }) => ({ rater, label: codes.get(value) as number })));
  return {
    labels: all,
    raters: ratings.reduce((most, row) => Math.max(most, row.length), 0),
    votes,
    rated: votes.flatMap((row, unit) => (row.length > 0 ? [unit] : [])),
  };
}

function voteShares({ labels, votes }: VoteTable): (number[] | null)[] {
  return votes.map((row) => {
    if (row.length === 0) return null;
    const counts = labels.map(() => 0);
    for (const { label } of row) counts[label] = (counts[label] as number) + 1;
    return counts.map((count) => count / row.length);
  });
}

interface Model {
  prior: number[];
  confusion: number[][][];
}

function maximise(table: VoteTable, posterior: (number[] | null)[]): Model {
  const { labels, raters, votes, rated } = table;
  const prior = labels.map((_, k) => rated.reduce((sum, unit) => sum + (posterior[unit]?.[k] as number), 0) / rated.length);
  const confusion = Array.from({ length: raters }, () => labels.map(() => labels.map(() => 0)));
  for (const unit of rated) {
    for (const { rater, label } of votes[unit] ?? []) {
      labels.forEach((_, k) => {
        const row = confusion[rater]?.[k] as number[];
        row[label] = (row[label] as number) + (posterior[unit]?.[k] as number);
      });
    }
  }
  const normalised = confusion.map((matrix) =>
    matrix.map((row) => {
      const floored = row.map((weight) => Math.max(weight, FLOOR));
      const total = floored.reduce((sum, weight) => sum + weight, 0);
      return floored.map((weight) => weight / total);
    }),
  );
  return { prior, confusion: normalised };
}

function expect({ labels, votes }: VoteTable, { prior, confusion }: Model): { posterior: (number[] | null)[]; logLikelihood: number } {
  let logLikelihood = 0;
  const posterior = votes.map((row) => {
    if (row.length === 0) return null;
    const logs = labels.map((_, k) =>
      row.reduce((sum, { rater, label }) => sum + Math.log(confusion[rater]?.[k]?.[label] as number), Math.log(prior[k] as number)),
    );
    const highest = Math.max(...logs);
    const weights = logs.map((log) => Math.exp(log - highest));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    logLikelihood += highest + Math.log(total);
    return weights.map((weight) => weight / total);
  });
  return { posterior, logLikelihood };
}

function majorityLabel(votes: { label: number }[], labels: DawidSkeneLabel[]): DawidSkeneLabel | null {
  const counts = labels.map((_, code) => votes.filter(({ label }) => label === code).length);
  const most = Math.max(0, ...counts);
  const leaders = labels.filter((_, code) => counts[code] === most);
  return most > 0 && leaders.length === 1 ? (leaders[0] ?? null) : null;
}
