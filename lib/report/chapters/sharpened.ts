import type { Figure } from "@/lib/domain/report";
import type { MeansOfJudge } from "@/lib/domain/report-next";
import type { CriterionVerdict } from "@/lib/domain/report-verdict";
import { type PpiResult, ppiMean, ppiPlan } from "@/lib/stats";
import { meanOf, onScale, undefinedFigure } from "../figures";
import type { RatingTable } from "../rating-table";
import { rememberedBy } from "../remembered";
import { asFigure, isNominal, type Scene, scaleOf, sceneOf, scoresIn } from "./scene";
import { undraftedScene } from "./without-draft";

/** People's mean, sharpened by a judge's scores of units that nobody rated without a draft. Null: nobody rated any without one. */
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
  const scale = scaleOf(scene);
  const result = ppiIn(scene, judge);
  const { classical, labelled, unlabelled, lambda, effectiveGain } = result;
  const people =
    classical === null
      ? undefinedFigure(result.why ?? "no-units")
      : onScale(asFigure({ value: classical.mean, why: null, n: labelled, interval: classical.interval, intervalWhy: "too-few" }), scale);
  const mean = onScale(asFigure({ ...result, why: result.value === null ? whyNone(result) : null }), scale);
  return { ...mean, labelled, unlabelled, people, lambda, gain: effectiveGain };
}

/** The judge's own mean, of all that it scored, and what would halve the interval of the sharpened one. */
export function meansOfJudge(table: RatingTable, criterion: number, judge: number): MeansOfJudge {
  const none = (why: string) => ({ labels: null, judged: null, why });
  if (isNominal(table, criterion)) return { judge: undefinedFigure("labels"), halving: none("labels") };
  const scene = undraftedScene(table, criterion);
  const own = { judge: ownMean(sceneOf(table, criterion), judge) };
  if (scene === null) return { ...own, halving: none("no-blind-ratings") };
  const result = ppiIn(scene, judge);
  const { moments, labelled, unlabelled, standardError, intervalWhy } = result;
  // There is nothing to halve without an interval, as of one input's labels.
  if (standardError === null || moments === null) return { ...own, halving: none(whyNone(result) ?? intervalWhy ?? "overflow") };
  const { labels, judged, why } = ppiPlan({ labelled, unlabelled, ...moments });
  return { ...own, halving: { labels, judged, why } };
}

function ownMean(scene: Scene, judge: number): Figure {
  const [scores, inputs]: [number[], number[]] = [[], []];
  scoresIn(scene, judge).forEach((score, place) => {
    if (score === null) return;
    scores.push(score);
    inputs.push(scene.inputs[place] as number);
  });
  return scores.length === 0 ? undefinedFigure("not-rated") : onScale(meanOf(scores, inputs, scene.table.wanted), scaleOf(scene));
}

function whyNone({ n, unlabelled, why }: PpiResult): string | null {
  if (n === 0) return "not-rated";
  return unlabelled === 0 ? "all-labelled" : why;
}

const ppiIn = rememberedBy((scene: Scene, judge) => {
  const scores = scoresIn(scene, judge);
  const rated = scene.units.flatMap((_, place) => (scene.people[place] !== null && scores[place] !== null ? [place] : []));
  const unrated = scene.units.flatMap((_, place) => (scene.people[place] === null && scores[place] !== null ? [place] : []));
  const pick = <T>(column: readonly T[], places: readonly number[]) => places.map((place) => column[place] as T);
  return ppiMean({
    ...{ human: pick(scene.people, rated), judge: pick(scores, rated), clusters: pick(scene.inputs, rated) },
    ...{ judgeUnlabelled: pick(scores, unrated), unlabelledClusters: pick(scene.inputs, unrated) },
  });
});
