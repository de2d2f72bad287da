import type { PairsReport } from "@/lib/domain/report";
import { pairAccuracy } from "./pair-accuracy";
import { agreementWithAnnotators, annotatorsTwoByTwo, betweenAnnotators, kappaBetweenAnnotators } from "./pair-agreement";
import { pairInterferences, pairSycophancies } from "./pair-interference";
import { pairsWithOwnModel } from "./pair-own-model";
import { inputsOfSamples, pairScene } from "./pair-scene";
import { pairSwaps } from "./pair-swap";
import type { RatingTable } from "./rating-table";

/** Figures that only pairs have: known answers, swapped order, being asked again. Null for a pointwise task. */
export function pairs(table: RatingTable): PairsReport | null {
  if (table.data.task.kind !== "pairwise") return null;
  const scene = pairScene(table);
  const known = scene.gold.filter((label) => label !== null);
  return {
    criterion: scene.criterion === null ? null : (table.data.criteria[scene.criterion]?.name ?? null),
    tieAllowed: scene.tieAllowed,
    inputsRepeat: new Set(inputsOfSamples(scene, scene.samples)).size < scene.samples.length,
    subsets: scene.subsets,
    gold: { n: known.length, ties: known.filter((label) => label === "tie").length, leftOut: scene.goldLeftOut },
    accuracy: pairAccuracy(scene),
    agreementWithAnnotators: agreementWithAnnotators(table),
    betweenAnnotators: betweenAnnotators(scene),
    kappaBetweenAnnotators: kappaBetweenAnnotators(scene),
    annotatorsTwoByTwo: annotatorsTwoByTwo(scene),
    ownModel: pairsWithOwnModel(table),
    swap: pairSwaps(scene),
    interference: pairInterferences(scene),
    sycophancy: pairSycophancies(scene),
  };
}
