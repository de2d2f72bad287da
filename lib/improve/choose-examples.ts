import type { LearningCriterion, LearningUnit } from "./learning-unit";

/** A unit whose draft people redlined, with what they left of its wording. */
export interface RedlinedUnit extends LearningUnit {
  sampleInput: string;
  output: string;
  reference: string | null;
  /** The human wording: the lines left after the redline, without the score. */
  wording: string;
  /** How many lines people revised, removed or added. */
  edits: number;
  /** What the judge gave; null: nothing. */
  judgeScore: number | null;
}

/** An example as it enters a prompt. */
export interface ScoredExample {
  sampleId: string;
  criterion: string;
  input: string;
  output: string;
  reference: string | null;
  /** A score that a person gave without a draft. */
  score: number;
  wording: string;
}

/** Characters per token, as estimates of runs count them. */
const charactersPerToken = 4;
export const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken);

/**
 * Examples from redlined units, at most one per input, whose texts fit the budget in tokens together; `cost` counts one example's. Chosen one by one:
 * the criterion with the fewest examples first, then a score not shown yet on it, then the greatest gap between judge and people, then the
 * most edits, then the ids and texts. The order of `units` plays no part. The score is the lower median of those given without a draft, one that
 * somebody gave.
 */
export function chooseExamples(
  units: readonly RedlinedUnit[],
  criteria: readonly LearningCriterion[],
  { tokenBudget, cost }: { tokenBudget: number; cost: (example: ScoredExample) => number },
): ScoredExample[] {
  const byId = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const candidates = units.flatMap((unit) => {
    const criterion = byId.get(unit.criterionId);
    if (criterion === undefined || unit.people.length === 0 || unit.wording.trim() === "" || unit.edits === 0) return [];
    const example = exampleOf(unit, criterion.name);
    return [{ unit, example, gap: gapOf(unit, example.score, criterion), cost: cost(example) }];
  });
  const chosen: typeof candidates = [];
  let left = tokenBudget;
  for (;;) {
    const open = candidates.filter((one) => one.cost <= left && chosen.every(({ unit }) => unit.input !== one.unit.input));
    const [next] = open.toSorted((a, b) => compare(rank(a, chosen), rank(b, chosen)));
    if (next === undefined) return chosen.map(({ example }) => example);
    chosen.push(next);
    left -= next.cost;
  }
}

interface Candidate {
  unit: RedlinedUnit;
  example: ScoredExample;
  gap: number;
}

/** Lower comes first. */
function rank({ unit, example, gap }: Candidate, chosen: readonly Candidate[]): (number | string)[] {
  const own = chosen.filter((one) => one.unit.criterionId === unit.criterionId);
  const isShown = own.some((one) => one.example.score === example.score);
  return [own.length, isShown ? 1 : 0, -gap, -unit.edits, unit.criterionId, unit.sampleId, JSON.stringify(example)];
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  if (at < 0) return 0;
  return (a[at] as number | string) < (b[at] as number | string) ? -1 : 1;
}

function exampleOf(unit: RedlinedUnit, criterion: string): ScoredExample {
  const scores = unit.people.map(({ score }) => score).sort((a, b) => a - b);
  const score = scores[Math.floor((scores.length - 1) / 2)] as number;
  const { sampleId, sampleInput: input, output, reference, wording } = unit;
  return { sampleId, criterion, input, output, reference, score, wording };
}

const gapOf = ({ judgeScore }: RedlinedUnit, score: number, { min, max }: LearningCriterion): number =>
  judgeScore === null ? 0 : Math.abs(judgeScore - score) / (max - min);
