import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { scalePoints } from "@/lib/domain/scale-points";
import { calibrationByLevel, clusteredDistance, compareDistances, isotonic, median } from "@/lib/stats";
import { onScale, shareOf, undefinedFigure } from "../figures";
import type { RatingTable } from "../rating-table";
import { asFigure, byJudge, errorIn, givenIn, isNominal, type Scene, scaleOf, sceneOf, scoresIn } from "./scene";
import { systemScores } from "./system-scores";
import { tiesOf } from "./ties";
import { withoutDraft } from "./without-draft";

/**
 * Each judge's scores beside people's, criterion by criterion, from ratings made without a draft where there are any. Where there are none, what
 * describes both sides is of the others, and nothing is calibrated: people who followed the judge say nothing of what its scores are worth.
 */
export function scores(table: RatingTable): Record<string, Record<string, ScoresOfJudge>> {
  const undrafted = withoutDraft(table);
  const scenes = table.data.criteria.flatMap(({ name }, criterion) =>
    isNominal(table, criterion) ? [] : [{ name, scene: sceneOf(undrafted ?? table, criterion) }],
  );
  return byJudge(table, (judge) =>
    Object.fromEntries(
      scenes
        .filter(({ scene }) => scoresIn(scene, judge).some((score, place) => score !== null && scene.people[place] !== null))
        .map(({ name, scene }) => [name, scoresOf(scene, judge, undrafted !== null)]),
    ),
  );
}

function scoresOf(scene: Scene, judge: number, isUndrafted: boolean): ScoresOfJudge {
  const { inputs, people } = scene;
  const judged = scoresIn(scene, judge);
  const givenAt = givenIn(scene);
  const given = judged.flatMap((score, place) => (score === null ? [] : givenAt(place)));
  const rated = judged.filter((score, place) => score !== null && people[place] !== null) as number[];
  const inputsOfGiven = judged.flatMap((score, place) => (score === null ? [] : givenAt(place).map(() => inputs[place] ?? "")));
  const inputsOfRated = judged.flatMap((score, place) => (score !== null && people[place] !== null ? [inputs[place] ?? ""] : []));
  const shareAt = (value: number) => {
    const isThere = (score: number) => score === value;
    return { people: shareOf(given.map(isThere), inputsOfGiven), judge: shareOf(rated.map(isThere), inputsOfRated) };
  };
  const { min, max } = scaleOf(scene);
  return {
    confusion: confusionOf(scene, judged),
    blandAltman: bubbles(scene, judge),
    calibration: isUndrafted ? calibrationOf(scene, judged) : uncalibrated,
    distance: distances({
      first: given,
      firstClusters: inputsOfGiven,
      second: rated,
      secondClusters: inputsOfRated,
      ...scene.table.wanted,
    }),
    ...{ top: shareAt(max), bottom: shareAt(min) },
    ties: tiesOf(scene, judged, isUndrafted),
    systems: systemScores(scene, judge),
  };
}

function calibrationOf(scene: Scene, judged: (number | null)[]): ScoresOfJudge["calibration"] {
  const columns = { human: scene.people, judge: judged, clusters: scene.inputs };
  const fit = isotonic({ ...columns, ...scene.table.wanted });
  return {
    levels: calibrationByLevel(columns).levels.map((one) => ({ ...onScale(asFigure(one), scaleOf(scene)), level: one.level })),
    steps: fit.steps,
    error: asFigure(fit.raw),
    recalibrated: asFigure(fit.recalibrated),
    difference: asFigure(fit.difference),
  };
}

const refused = undefinedFigure("no-blind-ratings");
const uncalibrated: ScoresOfJudge["calibration"] = { levels: [], steps: [], error: refused, recalibrated: refused, difference: refused };

/** Scales without steps have no points to count by; whole numbers then serve. */
function confusionOf(scene: Scene, judged: (number | null)[]): ScoresOfJudge["confusion"] {
  const { table, criterion } = scene;
  const scale = table.data.criteria[criterion];
  const points = scale === undefined ? null : scalePoints(scale);
  const givenAt = givenIn(scene);
  const both = scene.units.flatMap((_, place) => {
    const middle = median(givenAt(place));
    const score = judged[place] ?? null;
    return middle === null || score === null ? [] : [{ middle, score }];
  });
  const seen = both.flatMap(({ middle, score }) => [Math.floor(middle), Math.floor(score)]);
  const values = points !== null && points.length <= 11 ? points : [...new Set(seen)].sort((a, b) => a - b);
  // The median of .6 and 1.2 is .9 on paper, and less in doubles.
  const placeOf = (score: number) => values.findLastIndex((value) => value <= score + 1e-9);
  const counts = values.map(() => values.map(() => 0));
  for (const { middle, score } of both) {
    const row = counts[placeOf(middle)];
    const column = placeOf(score);
    if (row?.[column] !== undefined) row[column] += 1;
  }
  return { values, counts, farApart: both.filter(({ middle, score }) => compareDistances(Math.abs(middle - score), 2) >= 0).length };
}

type Bubble = NonNullable<ScoresOfJudge["blandAltman"]>["bubbles"][number];

function bubbles(scene: Scene, judge: number): ScoresOfJudge["blandAltman"] {
  const [people, judged] = [scene.people, scoresIn(scene, judge)];
  const { signed, blandAltman } = errorIn(scene, judge);
  if (blandAltman === null) return null;
  const counts = new Map<string, Bubble>();
  people.forEach((human, place) => {
    const score = judged[place] ?? null;
    if (human === null || score === null) return;
    const bubble = { mean: (human + score) / 2, difference: score - human, people: human, judge: score, n: 0 };
    const key = `${bubble.mean} ${bubble.difference}`;
    const own = counts.get(key) ?? bubble;
    own.n += 1;
    counts.set(key, own);
  });
  const { low, high, lowInterval, highInterval, proportional } = blandAltman;
  return {
    n: signed.n,
    bias: asFigure(signed),
    low: { value: low, interval: lowInterval },
    high: { value: high, interval: highInterval },
    slope: asFigure(proportional),
    bubbles: [...counts.values()],
  };
}

/** People's single scores against the judge's, of the same units. */
function distances(compared: Parameters<typeof clusteredDistance>[0]): ScoresOfJudge["distance"] {
  const { first, second } = compared;
  const isOne = (values: ArrayLike<number>) => Array.prototype.every.call(values, (value) => value === (first[0] ?? second[0]));
  if (isOne(first) && isOne(second))
    return { jensenShannon: undefinedFigure("no-variation"), wasserstein: undefinedFigure("no-variation") };
  const { jensenShannonBits, wasserstein, secondN: n } = clusteredDistance(compared);
  return { jensenShannon: asFigure({ ...jensenShannonBits, n }), wasserstein: asFigure({ ...wasserstein, n }) };
}
