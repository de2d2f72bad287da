import { placesOf } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import type { MeansOfJudge } from "@/lib/domain/report-next";
import type { CriterionVerdict } from "@/lib/domain/report-verdict";
import { type PpiResult, ppiMean, ppiPlan } from "@/lib/stats";
import { meanOf, onScale, undefinedFigure } from "../figures";
import { type RatingTable, sampleOf } from "../rating-table";
import { rememberedBy } from "../remembered";
import { asFigure, isNominal, type Scene, scaleOf, sceneOf, scoresIn, valuesAt } from "./scene";
import { undraftedScene } from "./without-draft";

/**
 * People's mean, sharpened by a judge's scores of units that nobody rated without a draft. Where a study plan drew samples with unequal chances, both are
 * weighted by them, and of the samples that it could draw: the labels are those of samples that it drew. Null: nobody rated any without one.
 */
export function sharpened(scene: Scene | null, judge: number): CriterionVerdict["sharpened"][string] {
  const none = (why: string) => ({
    ...undefinedFigure(why),
    labelled: 0,
    unlabelled: 0,
    people: undefinedFigure(why),
    lambda: null,
    gain: null,
  });
  if (scene === null) return none("no-blind-ratings");
  if (isNominal(scene.table, scene.criterion)) return none("labels");
  if (drawsOf(scene.table).length > 1) return none("several-draws");
  const scale = scaleOf(scene);
  const result = ppiIn(scene, judge);
  const { classical, labelled, unlabelled, lambda, effectiveGain } = result;
  const intervalWhy = classical?.standardError === 0 ? "degenerate-replicates" : "too-few";
  const people =
    classical === null
      ? undefinedFigure(result.why ?? "no-units")
      : onScale(asFigure({ value: classical.mean, why: null, n: labelled, interval: classical.interval, intervalWhy }), scale);
  const mean = onScale(asFigure({ ...result, why: whyNone(result) }), scale);
  const [plan] = drawsOf(scene.table);
  const draw = plan === undefined ? {} : { draw: { plan, leftOut: leftOut(scene, judge) } };
  return { ...mean, labelled, unlabelled, people, lambda, gain: effectiveGain, ...draw };
}

/** What a label may cost, in scores of the judge. */
const labelCosts = [10, 100, 1000];

/** The judge's own mean, of all that it scored, and what would halve the interval of the sharpened one. */
export function meansOfJudge(table: RatingTable, criterion: number, judge: number): MeansOfJudge {
  const none = (why: string) => ({ labels: null, judged: null, cheapest: [], why });
  if (isNominal(table, criterion)) return { judge: undefinedFigure("labels"), halving: none("labels") };
  const scene = undraftedScene(table, criterion);
  const own = { judge: ownMean(sceneOf(table, criterion), judge) };
  if (scene === null) return { ...own, halving: none("no-blind-ratings") };
  const draws = drawsOf(table).length;
  if (draws > 0) return { ...own, halving: none(draws > 1 ? "several-draws" : "unequal-chances") };
  const result = ppiIn(scene, judge);
  const { moments, labelled, unlabelled, standardError, intervalWhy } = result;
  // There is nothing to halve without an interval, as of one input's labels.
  if (standardError === null || moments === null) return { ...own, halving: none(whyNone(result) ?? intervalWhy ?? "overflow") };
  return { ...own, halving: ppiPlan({ labelled, unlabelled, ...moments, costs: labelCosts }) };
}

function ownMean(scene: Scene, judge: number): Figure {
  const scores = scoresIn(scene, judge);
  if (scores.every((score) => score === null)) return undefinedFigure("not-rated");
  return onScale(meanOf(scores, scene.inputs, scene.table.wanted), scaleOf(scene));
}

function whyNone({ n, unlabelled, why }: PpiResult): string | null {
  if (n === 0) return "not-rated";
  return unlabelled === 0 ? "all-labelled" : why;
}

/** Versions of the plans that drew samples with unequal chances. */
const drawsOf = ({ data }: RatingTable): readonly number[] => data.task.draws ?? [];

/** The chance with which such a plan drew a unit's sample; null: it did not, undefined: it could not. */
const chanceAt = ({ table, units }: Scene, place: number): number | null | undefined =>
  table.data.samples[sampleOf(table, units[place] as number)]?.chance;

/** Units with a label and a score of the judge that the plan did not draw. */
const leftOut = (scene: Scene, judge: number): number => {
  const scores = scoresIn(scene, judge);
  return scene.people.filter((mean, place) => mean !== null && scores[place] !== null && typeof chanceAt(scene, place) !== "number").length;
};

const ppiIn = rememberedBy((scene: Scene, judge) => {
  const scores = scoresIn(scene, judge);
  const isDrawn = drawsOf(scene.table).length > 0;
  const chances = isDrawn ? scene.units.map((_, place) => chanceAt(scene, place)) : null;
  // Undefined: the plan could not draw it, null: it did not.
  const isKnown = (place: number) => scores[place] !== null && (chances === null || chances[place] !== undefined);
  const isLabelled = (place: number) => scene.people[place] !== null && (chances === null || chances[place] !== null);
  const places = (wanted: boolean) => placesOf(scores.length, (place) => isKnown(place) && isLabelled(place) === wanted);
  const [rated, unrated] = [places(true), places(false)];
  return ppiMean({
    ...{ human: valuesAt(scene.people, rated), judge: valuesAt(scores, rated), clusters: valuesAt(scene.inputs, rated) },
    ...{ judgeUnlabelled: valuesAt(scores, unrated), unlabelledClusters: valuesAt(scene.inputs, unrated) },
    inclusion: chances && valuesAt(chances, rated),
  });
});
