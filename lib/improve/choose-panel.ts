import { type LearningCriterion, type LearningUnit, peopleMean, unitKey } from "./learning-unit";

export interface PanelMemberScores {
  judgeId: string;
  scores: ReadonlyMap<string, number>;
}

export interface ChosenPanel {
  members: string[];
  /** Mean |panel - people| as a share of the scale, on the units that every judge has scored. */
  error: number;
  n: number;
}

/**
 * The panel with the least error on the units that all judges and people have scored: the best pair, then one more member as long as each lowers the
 * error, up to seven. Ties keep the judges' order. Null: fewer than two judges, or no common units. `aggregate` combines the members' scores.
 */
export function choosePanel(
  criteria: readonly LearningCriterion[],
  units: readonly LearningUnit[],
  judges: readonly PanelMemberScores[],
  aggregate: (scores: number[]) => number,
): ChosenPanel | null {
  const scales = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const common = units.filter((unit) => scales.has(unit.criterionId) && judges.every(({ scores }) => scores.has(unitKey(unit))));
  if (judges.length < 2 || common.length === 0) return null;
  const errorOf = (members: readonly PanelMemberScores[]): number => {
    const errors = common.map((unit) => {
      const { min, max } = scales.get(unit.criterionId) as LearningCriterion;
      const score = aggregate(members.map(({ scores }) => scores.get(unitKey(unit)) as number));
      return Math.abs(score - peopleMean(unit)) / (max - min);
    });
    return errors.reduce((sum, error) => sum + error, 0) / errors.length;
  };
  const pairs = judges.flatMap((one, at) => judges.slice(at + 1).map((other) => [one, other]));
  let best = least(pairs.map((members) => ({ members, error: errorOf(members) })));
  while (best.members.length < most) {
    const wider = judges.filter((judge) => !best.members.includes(judge)).map((judge) => [...best.members, judge]);
    if (wider.length === 0) break;
    const next = least(wider.map((members) => ({ members, error: errorOf(members) })));
    if (next.error >= best.error) break;
    best = next;
  }
  return { members: best.members.map(({ judgeId }) => judgeId), error: best.error, n: common.length };
}

const most = 7;

interface Tried {
  members: PanelMemberScores[];
  error: number;
}

const least = (tried: Tried[]): Tried => tried.reduce((best, one) => (one.error < best.error ? one : best));
