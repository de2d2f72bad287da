import type { Accuracy, PairsReport } from "@/lib/domain/report";
import { shareOf } from "./figures";
import { inputsOfSamples, majorityOf, type PairScene, perSubset, type Verdicts, verdictsOf, whyNoVerdicts } from "./pair-scene";
import { nameOf } from "./rating-table";

/** How often each rater, and the annotators' majority, prefers the output known to be better. */
export function pairAccuracy(scene: PairScene): PairsReport["accuracy"] {
  const of = (verdicts: Verdicts) => ({
    overall: accuracyOf(scene, verdicts, scene.samples),
    perSubset: perSubset(scene, scene.samples, (samples) => accuracyOf(scene, verdicts, samples)),
  });
  const raters = [...scene.table.annotators, ...scene.table.judges];
  return Object.fromEntries([
    ["annotators", of(majorityOf(scene))],
    ...raters.map((rater) => [nameOf(scene.table, rater), of(verdictsOf(scene, rater))] as const),
  ]);
}

/**
 * Accuracy of verdicts over the samples that have a verdict and a known better output. A tie counts as wrong unless the known answer is a tie.
 * Undefined without a known answer ("no-gold") and without a verdict where one is known ("no-units").
 */
export function accuracyOf(scene: PairScene, verdicts: Verdicts, samples: readonly number[]): Accuracy {
  const known = samples.filter((sample) => scene.gold[sample]);
  const judged = known.filter((sample) => verdicts[sample]);
  const hits = judged.map((sample) => verdicts[sample] === scene.gold[sample]);
  const ties = judged.filter((sample) => verdicts[sample] === "tie").length;
  const whyNone = whyNoVerdicts(scene) ?? (known.length === 0 ? "no-gold" : "no-units");
  return {
    ...shareOf(hits, inputsOfSamples(scene, judged), whyNone),
    correct: hits.filter(Boolean).length,
    ties,
    tieShare: judged.length === 0 ? null : ties / judged.length,
  };
}
