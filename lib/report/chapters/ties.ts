import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { accEq, heldOutTieCalibration } from "@/lib/stats";
import { meanShare, undefinedFigure } from "../figures";
import { asFigure, type Scene } from "./scene";

/**
 * Pairs of outputs of the same input: how often people and the judge tie, and how often the judge orders or ties them as people do. A threshold is
 * chosen only by ratings made without a draft.
 */
export function tiesOf({ table, inputs, people }: Scene, judged: (number | null)[], isUndrafted: boolean): ScoresOfJudge["ties"] {
  const groups = new Map<number, { human: number[]; metric: number[] }>();
  inputs.forEach((input, place) => {
    const [human, score] = [people[place] ?? null, judged[place] ?? null];
    if (human === null || score === null) return;
    const own = groups.get(input) ?? { human: [], metric: [] };
    own.human.push(human);
    own.metric.push(score);
    groups.set(input, own);
  });
  const usable = [...groups].filter(([, { human }]) => human.length > 1);
  if (usable.length === 0) {
    const none = undefinedFigure("no-two-outputs");
    return { people: none, judge: none, accuracy: none, calibrated: none };
  }
  const each = usable.map(([, group]) => accEq(group));
  const over = (of: (one: (typeof each)[number]) => number) =>
    meanShare(
      each.map(of),
      usable.map(([input]) => input),
    );
  const calibrated = () =>
    heldOutTieCalibration({
      human: usable.map(([, { human }]) => human),
      metric: usable.map(([, { metric }]) => metric),
      groupIds: usable.map(([input]) => input),
      ...table.wanted,
    });
  return {
    people: over(({ counts }) => (counts.tiedHumanOnly + counts.tiedBoth) / counts.pairs),
    judge: over(({ counts }) => (counts.tiedMetricOnly + counts.tiedBoth) / counts.pairs),
    accuracy: over(({ value }) => value ?? 0),
    calibrated: isUndrafted ? asFigure(calibrated()) : undefinedFigure("no-blind-ratings"),
  };
}
