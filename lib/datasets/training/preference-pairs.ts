import { type Preference, preferenceOf } from "@/lib/domain/pair-outputs";
import type { TrainingFilter } from "@/lib/domain/training";
import type { Measure, TrainingPlan } from "./plan-training";
import { said, type TrainingGroup, type TrainingLine, type TrainingOutcome, type TrainingSample } from "./training-group";

/** Scores that differ by less are equal: means are subject to rounding. */
const tolerance = 1e-9;

/** Preference pairs of one input: one per sample of a pairwise task, one per two samples of a pointwise task. */
export function* preferencePairs(group: TrainingGroup, plan: TrainingPlan): Generator<TrainingOutcome> {
  if (plan.facts.task.kind === "pairwise") for (const sample of group.samples) yield pairOfSample(sample, plan);
  else yield* pairsOfOutputs(group, plan);
}

interface Preferred {
  id: string;
  input: string;
  better: string;
  worse: string;
  runIds: string[];
}

function made({ id, input, better, worse, runIds }: Preferred, { reversed }: TrainingPlan): TrainingOutcome {
  const [chosen, rejected] = reversed ? [worse, better] : [better, worse];
  const line: TrainingLine = { id, prompt: said("user", input), chosen: said("assistant", chosen), rejected: said("assistant", rejected) };
  return { lines: [line], setting: null, runIds };
}

function pairOfSample(sample: TrainingSample, plan: TrainingPlan): TrainingOutcome {
  const { externalId, input, output, outputB, imageUrl } = sample;
  if (imageUrl !== null) return { dropped: "image" };
  const verdict = verdictOn(sample, plan);
  if (typeof verdict === "object") return verdict;
  if (outputB === null) return { dropped: "no-label" };
  if (output === outputB) return { dropped: "identical-outputs" };
  if (verdict === "tie") return { dropped: "tie" };
  const [better, worse] = verdict === "A" ? [output, outputB] : [outputB, output];
  return made({ id: externalId, input, better, worse, runIds: runsOf(sample) }, plan);
}

/** The output that the source prefers: by gold label, the judge's verdict or the annotators' majority. */
function verdictOn({ goldLabel, ratings }: TrainingSample, { measure }: TrainingPlan): Preference | { dropped: TrainingFilter } {
  if (measure === null) return goldLabel ?? { dropped: "no-label" };
  const thrownOut = ratings.find((rating) => rating.dropped !== null)?.dropped;
  if (thrownOut) return { dropped: thrownOut };
  const votes: Record<Preference, number> = { A: 0, B: 0, tie: 0 };
  for (const { score } of ratings) if (score !== null) votes[preferenceOf(score)]++;
  const most = Math.max(votes.A, votes.B, votes.tie);
  if (most === 0) return { dropped: "no-label" };
  const [winner, other] = (["A", "B", "tie"] as const).filter((preference) => votes[preference] === most);
  return winner === undefined || other !== undefined ? { dropped: "no-majority" } : winner;
}

const runsOf = (...samples: TrainingSample[]): string[] => [
  ...new Set(samples.flatMap(({ ratings }) => ratings.flatMap(({ runId }) => runId ?? []))),
];

function* pairsOfOutputs({ samples }: TrainingGroup, plan: TrainingPlan): Generator<TrainingOutcome> {
  const scored = samples.map((sample) => ({ sample, score: plan.measure === null ? null : scoreOf(sample, plan.measure) }));
  const ends = plan.pairs === "extremes" ? endsOf(scored) : null;
  for (const [at, one] of scored.entries()) {
    for (const other of scored.slice(at + 1)) {
      const isBetween = ends !== null && !(ends.includes(one) && ends.includes(other));
      yield pairOfOutputs(one, other, isBetween, plan);
    }
  }
}

interface Scored {
  sample: TrainingSample;
  score: number | null;
}

function pairOfOutputs(one: Scored, other: Scored, isBetween: boolean, plan: TrainingPlan): TrainingOutcome {
  if (one.sample.imageUrl !== null || other.sample.imageUrl !== null) return { dropped: "image" };
  if (one.sample.input !== other.sample.input) return { dropped: "different-inputs" };
  if (one.score === null || other.score === null) return { dropped: "no-label" };
  if (one.sample.output === other.sample.output) return { dropped: "identical-outputs" };
  const difference = Math.abs(one.score - other.score);
  if (difference < tolerance) return { dropped: "tie" };
  if (isBetween) return { dropped: "not-extreme" };
  if (difference < (plan.measure?.margin ?? 0) - tolerance) return { dropped: "margin" };
  const [better, worse] = one.score > other.score ? [one.sample, other.sample] : [other.sample, one.sample];
  const id = `${better.externalId} > ${worse.externalId}`;
  return made({ id, input: better.input, better: better.output, worse: worse.output, runIds: runsOf(better, worse) }, plan);
}

/** The first of the best outputs and the first of the worst. */
function endsOf(scored: Scored[]): Scored[] {
  const usable = scored.flatMap(({ score, sample }, at) => (score === null || sample.imageUrl !== null ? [] : [{ at, score }]));
  const best = usable.reduce<number | null>(
    (found, { at, score }) => ((scored[found ?? -1]?.score ?? -Infinity) < score ? at : found),
    null,
  );
  const worst = usable.reduce<number | null>(
    (found, { at, score }) => ((scored[found ?? -1]?.score ?? Infinity) > score ? at : found),
    null,
  );
  return [best, worst].flatMap((at) => (at === null ? [] : (scored[at] ?? [])));
}

/**
 * A sample's score: the raters' mean on the overall criterion, in points; or that mean per criterion as a share of its scale, averaged
 * over all criteria. Null if a criterion has no rating: means over different criteria cannot be compared.
 */
export function scoreOf({ ratings }: Pick<TrainingSample, "ratings">, { of, criteria }: Measure): number | null {
  const means: number[] = [];
  for (const { id, scale } of criteria) {
    const scores = ratings.flatMap(({ criterionId, score }) => (criterionId === id && score !== null ? [score] : []));
    if (scores.length === 0) return null;
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    means.push(of === "overall" ? mean : (mean - scale.min) / (scale.max - scale.min));
  }
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}
