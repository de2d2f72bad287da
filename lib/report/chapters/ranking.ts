import type { Ranking } from "@/lib/domain/report-judges";
import { shownSign } from "@/lib/domain/shown-difference";
import { adjustPValues, compareJudges, correlate } from "@/lib/stats";
import { undefinedFigure } from "../figures";
import { anyScoreOf, nameOf, type RatingTable } from "../rating-table";
import { asFigure, byCriterion, isNominal, type Scene, sceneOf } from "./scene";
import { blindScene } from "./without-draft";

/**
 * All judges on each criterion by Pearson's correlation with people's mean, and every two of them compared on the units that both scored (PERM-BOTH,
 * inputs swapped whole), Holm's correction over all pairs and criteria. Judges that share a group's letter are not shown to differ. From ratings made
 * without a draft alone: among people who saw a judge's draft, that judge wins.
 *
 * Over all units also where inputs have outputs of several systems, unlike the verdict's correlations: PERM-BOTH, as `compareJudges` has it, tests
 * plain correlations and knows no groups. A judge that tells hard inputs from easy ones is credited for it here.
 */
export function judgeRanking(table: RatingTable): Record<string, Ranking> {
  const found = table.data.criteria.map((_, criterion) => rankingOn(table, criterion));
  const adjusted = adjustPValues({ pValues: found.flatMap(({ pairs }) => pairs.map(({ p }) => p)), method: "holm" }).adjusted;
  let at = 0;
  const rankings = found.map(({ judges, pairs }) => {
    const tested = pairs.map((pair) => ({ ...pair, pHolm: adjusted[at++] ?? null }));
    const groups = lettersOf(
      judges.map(({ name }) => name),
      (a, b) =>
        tested.some(
          (pair) => ((pair.a === a && pair.b === b) || (pair.a === b && pair.b === a)) && shownSign(pair.difference, pair.pHolm) !== 0,
        ),
    );
    const grouped = judges.map((judge) => ({ ...judge, groups: judge.figure.why === refused.why ? [] : (groups.get(judge.name) ?? []) }));
    return { judges: grouped, pairs: tested };
  });
  return byCriterion(table, (criterion) => rankings[criterion] ?? { judges: [], pairs: [] });
}

function rankingOn(table: RatingTable, criterion: number) {
  if (isNominal(table, criterion)) return { judges: [], pairs: [] };
  const scene = blindScene(table, criterion);
  if (scene === null) return { judges: refusedOn(sceneOf(table, criterion)), pairs: [] };
  const columns = columnsIn(scene);
  const judges = columns
    .map(({ name, scores }) => {
      const { n, pearson } = correlate({ x: scores, y: scene.people, clusters: scene.inputs, ...table.wanted });
      return { name, figure: asFigure({ ...pearson, n }) };
    })
    .filter(({ figure }) => figure.n > 0)
    .sort((a, b) => (b.figure.value ?? -2) - (a.figure.value ?? -2));
  const scored = columns.filter(({ name }) => judges.some((judge) => judge.name === name));
  const pairs = scored.flatMap((a, place) =>
    scored.slice(place + 1).map((b) => {
      const { difference, permBoth } = compareJudges({
        human: scene.people,
        a: a.scores,
        b: b.scores,
        clusters: scene.inputs,
        permutations: table.wanted.interval === "none" ? 1 : 2000,
        ...table.wanted,
      });
      return { a: a.name, b: b.name, difference: asFigure(difference), p: table.wanted.interval === "none" ? null : permBoth.p };
    }),
  );
  return { judges, pairs };
}

const refused = undefinedFigure("no-blind-ratings");

/** The judges that have scored what people have, without a figure or an order. */
const refusedOn = (scene: Scene) =>
  columnsIn(scene)
    .filter(({ scores }) => scores.some((score, place) => score !== null && scene.people[place] !== null))
    .map(({ name }) => ({ name, figure: refused }));

const columnsIn = (scene: Scene) =>
  scene.table.judges.map((judge) => ({ name: nameOf(scene.table, judge), scores: anyScores(scene, judge) }));

const anyScores = ({ table, units }: Scene, judge: number) => units.map((unit) => anyScoreOf(table, unit, judge));

/** Letters for the longest stretches, in order, within which no two differ. */
export function lettersOf(names: readonly string[], differ: (a: string, b: string) => boolean): Map<string, string[]> {
  const stretches: [from: number, to: number][] = [];
  for (let from = 0; from < names.length; from++) {
    let to = from;
    while (to + 1 < names.length && names.slice(from, to + 1).every((name) => !differ(name, names[to + 1] as string))) to += 1;
    if (stretches.every(([, end]) => end < to)) stretches.push([from, to]);
  }
  return new Map(
    names.map((name, place) => [
      name,
      stretches.flatMap(([from, to], letter) => (place >= from && place <= to ? [String.fromCharCode(97 + letter)] : [])),
    ]),
  );
}
