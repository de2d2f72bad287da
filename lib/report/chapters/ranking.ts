import type { Ranking } from "@/lib/domain/report-judges";
import { shownSign } from "@/lib/domain/shown-difference";
import { adjustPValues, compareJudges } from "@/lib/stats";
import { undefinedFigure } from "../figures";
import { nameOf, type RatingTable } from "../rating-table";
import { definesWithin, rankCorrelationIn } from "./association";
import { anyScoresIn, asFigure, byCriterion, isNominal, type Scene, sceneOf } from "./scene";
import { blindScene } from "./without-draft";

/**
 * All judges on each criterion by Spearman's correlation with people's mean, and every two of them compared on the units that both scored, inputs swapped
 * whole (PERM-INPUTS of Deutsch et al. 2021; PERM-BOTH where each input has one output), Holm's correction over all pairs and criteria. Judges that share a group's letter are not shown to differ.
 * From ratings made without a draft alone: among people who saw a judge's draft, that judge wins.
 *
 * As in the verdict, correlations are within inputs where these have outputs of several systems, so that a judge is not credited for telling hard inputs
 * from easy ones. All judges of a criterion have one basis: over all units only where no judge's correlation is defined within an input.
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
  return byCriterion(table, (criterion) => ({ statistic: "spearman", ...(rankings[criterion] ?? { judges: [], pairs: [] }) }));
}

function rankingOn(table: RatingTable, criterion: number) {
  if (isNominal(table, criterion)) return { judges: [], pairs: [] };
  const scene = blindScene(table, criterion);
  if (scene === null) return { judges: refusedOn(sceneOf(table, criterion)), pairs: [] };
  const scored = judgesIn(scene);
  const isWithin = scored.some((judge) => definesWithin(scene, judge));
  const judges = scored
    .map((judge) => {
      const { spearman: figure, withinInputs } = rankCorrelationIn(scene, judge, isWithin);
      return { name: nameOf(table, judge), figure, withinInputs };
    })
    .sort((a, b) => (b.figure.value ?? -2) - (a.figure.value ?? -2));
  const pairs = scored.flatMap((a, place) =>
    scored.slice(place + 1).map((b) => {
      const { difference, permBoth, definedGroups, totalGroups } = compareJudges({
        human: scene.people,
        a: anyScoresIn(scene, a),
        b: anyScoresIn(scene, b),
        clusters: scene.inputs,
        ...(isWithin && { groups: scene.inputs }),
        statistic: "spearman",
        permutations: table.wanted.interval === "none" ? 1 : 2000,
        ...table.wanted,
      });
      const counts = definedGroups === undefined || totalGroups === undefined ? null : { definedGroups, totalGroups };
      const p = table.wanted.interval === "none" ? null : permBoth.p;
      return { a: nameOf(table, a), b: nameOf(table, b), difference: asFigure(difference), withinInputs: counts, p };
    }),
  );
  return { judges, pairs };
}

const refused = undefinedFigure("no-blind-ratings");

/** The judges that have scored what people have, without a figure or an order. */
const refusedOn = (scene: Scene) =>
  judgesIn(scene).map((judge) => ({ name: nameOf(scene.table, judge), figure: refused, withinInputs: null }));

/** The judges that have scored what people have. */
const judgesIn = (scene: Scene) =>
  scene.table.judges.filter((judge) => anyScoresIn(scene, judge).some((score, place) => score !== null && scene.people[place] !== null));

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
