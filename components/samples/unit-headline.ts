import { isCategorical } from "@/lib/domain/labels";
import type { SampleDetail, SampleUnit } from "@/lib/domain/sample-detail";
import { countOf, decimals } from "../charts/format";
import { scoreName } from "../words/score-name";

type Raters = SampleDetail["raters"];

/** The scores that the report rests on: first ratings of people who are not excluded, and none beside drafts that were wrong on purpose. */
export function countedScores(unit: SampleUnit, raters: Raters): { name: string; score: number }[] {
  return raters.flatMap(({ id, name, round, planted = false, excluded }) => {
    const score = unit.evaluations.find(({ rater }) => rater === id)?.score ?? null;
    return score === null || round > 0 || planted || excluded !== null ? [] : [{ name, score }];
  });
}

/** The middle of a list of scores, as the report computes it; null without scores. */
export function medianOf(scores: readonly number[]): number | null {
  const sorted = [...scores].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** "The judge gives 4, the median person 1; only A01 gives the judge's score." One sentence on a unit. */
export function unitHeadline(unit: SampleUnit, raters: Raters, judgeScore: number | null, pair: boolean): string {
  const people = countedScores(unit, raters);
  const named = (score: number) => scoreName(score, pair, unit.criterion.scale);
  const judge = judgeScore === null ? null : `The judge ${pair ? "chooses" : "gives"} ${named(judgeScore)}`;
  if (people.length === 0) return judge === null ? "Nobody has scored this yet." : `${judge}; nobody has scored it yet.`;
  const middle = middleInWords(people, unit, pair, named);
  if (judge === null) return `${middle.charAt(0).toUpperCase()}${middle.slice(1)}.`;
  const same = people.filter(({ score }) => score === judgeScore);
  return `${judge}, ${middle}; ${whoAgrees(
    same.map(({ name }) => name),
    people.length,
    pair,
  )}.`;
}

function middleInWords(
  people: { name: string; score: number }[],
  unit: SampleUnit,
  pair: boolean,
  named: (score: number) => string,
): string {
  const [only] = people;
  if (people.length === 1 && only) return `${only.name} ${named(only.score)}`;
  if (!pair && !isCategorical(unit.criterion.scale)) {
    const median = medianOf(people.map(({ score }) => score)) ?? 0;
    return `the median person ${decimals(median, Number.isInteger(median) ? 0 : 1)}`;
  }
  const counts = new Map<number, number>();
  for (const { score } of people) counts.set(score, (counts.get(score) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const leading = [...counts].flatMap(([score, count]) => (count === most ? [score] : []));
  return leading.length > 1 ? "people are split" : `most people ${named(leading[0] ?? 0)}`;
}

function whoAgrees(same: string[], all: number, pair: boolean): string {
  const what = `the judge’s ${pair ? "choice" : "score"}`;
  if (same.length === 0) return all === 1 ? "they do not agree" : `nobody gives ${what}`;
  if (same.length === all) return all === 1 ? "they agree" : `all ${countOf(all, "person", "people")} give ${what}`;
  return same.length === 1 ? `only ${same[0]} gives ${what}` : `${same.length} of ${countOf(all, "person", "people")} give ${what}`;
}
