import type { CandidateEvidence, TrialEvidence } from "@/lib/domain/judge-improvement";
import type { Figure } from "@/lib/domain/report-figures";
import { claimLevel, shownSign } from "@/lib/domain/shown-difference";
import { adjustPValues, alphaDifference, altTest, clusteredMean, compareJudges, signFlip } from "@/lib/stats";
import { type LearningCriterion, type LearningUnit, peopleMean, unitKey } from "./learning-unit";

/** A judge's scores by `unitKey`, and what one unit costs. */
export interface JudgedUnits {
  scores: ReadonlyMap<string, number>;
  costUsd: number | null;
}

export interface Comparison {
  criteria: readonly LearningCriterion[];
  /** Held-out units that people scored without a draft. */
  units: readonly LearningUnit[];
  present: JudgedUnits;
  candidates: readonly (JudgedUnits & { id: string })[];
  /** Which use of the held-out part this is, from 1. */
  use: number;
  /** Of the alternative-annotator test, as a study states it; 0.2 unless given. */
  epsilon?: number | undefined;
  /** Random swaps and flips per test; 10,000 unless given. */
  permutations?: number;
}

/**
 * Each candidate against the present judge, on the units that both and people have scored, as shares of the criteria's scales.
 *
 * Two tests per candidate: sign flips of |judge - people| and PERM-BOTH of Pearson's r, both with inputs as blocks, two-sided, and Holm over the
 * tests of all candidates. A candidate is better if one difference shows it and none shows the opposite, worse if one shows worse; else no improvement
 * is shown. A difference shows it where the test does and its interval leaves zero out. Differences are candidate minus present, with intervals over inputs.
 */
export function compareCandidates(comparison: Comparison): TrialEvidence {
  const { candidates, use, epsilon = 0.2 } = comparison;
  const found = candidates.map((candidate) => compareOne({ ...comparison, epsilon }, candidate));
  const { adjusted } = adjustPValues({ pValues: found.flatMap(({ error, correlation }) => [error.p, correlation.p]), method: "holm" });
  return {
    ...{ use, epsilon },
    level: claimLevel,
    candidates: found.map((evidence, at) => {
      const error = { ...evidence.error, adjusted: adjusted[2 * at] ?? null };
      const correlation = { ...evidence.correlation, adjusted: adjusted[2 * at + 1] ?? null };
      return { ...evidence, error, correlation, verdict: verdictOf(error, correlation) };
    }),
  };
}

type Tested = CandidateEvidence["error"];

function verdictOf(error: Tested, correlation: Tested): CandidateEvidence["verdict"] {
  const signs = [-claimed(error), claimed(correlation)];
  if (signs.some((sign) => sign < 0)) return "worse";
  return signs.some((sign) => sign > 0) ? "better" : "no-improvement-shown";
}

const claimed = ({ difference, adjusted }: Tested): number => shownSign(difference, adjusted);

/** Columns of the common units. */
interface Columns {
  human: number[];
  present: number[];
  candidate: number[];
  inputs: string[];
  criteria: string[];
  /** ratings[unit][annotator] */
  ratings: (number | null)[][];
}

function columnsOf({ criteria, units, present }: Comparison, candidate: JudgedUnits): Columns {
  const scales = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const annotators = [...new Set(units.flatMap(({ people }) => people.map(({ annotatorId }) => annotatorId)))];
  const columns: Columns = { human: [], present: [], candidate: [], inputs: [], criteria: [], ratings: [] };
  for (const unit of units) {
    const scale = scales.get(unit.criterionId);
    const [before, after] = [present.scores.get(unitKey(unit)), candidate.scores.get(unitKey(unit))];
    if (scale === undefined || before === undefined || after === undefined) continue;
    const share = (score: number) => (score - scale.min) / (scale.max - scale.min);
    const given = new Map(unit.people.map(({ annotatorId, score }) => [annotatorId, share(score)]));
    columns.human.push(share(peopleMean(unit)));
    columns.present.push(share(before));
    columns.candidate.push(share(after));
    columns.inputs.push(unit.input);
    columns.criteria.push(scale.id);
    columns.ratings.push(annotators.map((id) => given.get(id) ?? null));
  }
  return columns;
}

type Judged = Omit<CandidateEvidence, "verdict">;

function compareOne(comparison: Comparison, candidate: Comparison["candidates"][number]): Judged {
  const columns = columnsOf(comparison, candidate);
  const { human, present, inputs, ratings } = columns;
  const { permutations, epsilon } = comparison;
  const test = signFlip({ differences: errorDifferences(columns), clusters: inputs, permutations });
  const judges = compareJudges({ human, a: columns.candidate, b: present, clusters: inputs, permutations });
  const withJudge = (judge: number[]) => ratings.map((row, unit) => [...row, judge[unit] ?? null]);
  const alphas = alphaDifference({
    ...{ first: withJudge(present), second: withJudge(columns.candidate), clusters: inputs },
    level: "interval",
  });
  const alternative = (judge: number[]) => {
    const { winningRate, passed, n, why, perAnnotator } = altTest({ ratings, judge, clusters: inputs, score: "rmse", epsilon });
    return { winningRate, passed, n, why, eligible: perAnnotator.filter(({ eligible }) => eligible).length };
  };
  return {
    candidateId: candidate.id,
    n: human.length,
    inputs: new Set(inputs).size,
    error: { ...errors(columns), p: test.p, adjusted: null },
    correlation: {
      present: asFigure(judges.b),
      candidate: asFigure(judges.a),
      difference: asFigure(judges.difference),
      p: judges.permBoth.p,
      adjusted: null,
    },
    agreement: { present: asFigure(alphas.first), candidate: asFigure(alphas.second), difference: asFigure(alphas) },
    alternative: { present: alternative(present), candidate: alternative(columns.candidate) },
    criteria: comparison.criteria.map(({ id, name }) => ({ criterion: name, ...errors(ofCriterion(columns, id)) })),
    costUsd: { present: comparison.present.costUsd, candidate: candidate.costUsd },
  };
}

function ofCriterion(columns: Columns, id: string): Columns {
  const isOwn = (_: unknown, at: number) => columns.criteria[at] === id;
  const { human, present, candidate, inputs, criteria, ratings } = columns;
  return {
    human: human.filter(isOwn),
    present: present.filter(isOwn),
    candidate: candidate.filter(isOwn),
    inputs: inputs.filter(isOwn),
    criteria: criteria.filter(isOwn),
    ratings: ratings.filter(isOwn),
  };
}

const errorsOf = (judge: readonly number[], human: readonly number[]) => judge.map((score, at) => Math.abs(score - (human[at] ?? 0)));

function errorDifferences({ human, present, candidate }: Columns): number[] {
  const before = errorsOf(present, human);
  return errorsOf(candidate, human).map((error, at) => error - (before[at] ?? 0));
}

function errors(columns: Columns) {
  const { human, present, candidate, inputs } = columns;
  const mean = (values: number[]) => asFigure(clusteredMean({ values, clusters: inputs }));
  return {
    present: mean(errorsOf(present, human)),
    candidate: mean(errorsOf(candidate, human)),
    difference: mean(errorDifferences(columns)),
  };
}

const asFigure = ({ value, why, n, interval = null, intervalWhy = null }: Figure): Figure => ({
  ...{ value, why, n, interval },
  intervalWhy: interval === null ? (intervalWhy ?? "not-requested") : null,
});
