import { type Preference, preferenceOf } from "@/lib/domain/pair-outputs";
import type { Figure, PairsReport } from "@/lib/domain/report";
import type { ReportData } from "@/lib/domain/report-data";
import { positionBias, repetitionStability, signFlip } from "@/lib/stats";
import { shareOf, undefinedFigure } from "./figures";
import { accuracyOf } from "./pair-accuracy";
import { inputsOfSamples, type PairScene, perSubset, type Verdicts, whyNoVerdicts } from "./pair-scene";
import { positionFlips } from "./position-flips";
import { nameOf } from "./rating-table";

/** Does each judge give the same verdict with the outputs swapped? Over the samples that have a verdict in both runs. */
export function pairSwaps(scene: PairScene): PairsReport["swap"] {
  return Object.fromEntries(scene.table.data.swaps.map((swap) => [nameOf(scene.table, swap.judge), swapOf(scene, swap)]));
}

function swapOf(scene: PairScene, { judge, swappedRunId, plainRunId, units }: ReportData["swaps"][number]): PairsReport["swap"][string] {
  const { before, after, both } = verdictsBeforeAndAfter(scene, units);
  const why = whyNoVerdicts(scene) ?? (plainRunId === null ? "no-plain-run" : "no-units");
  const same = (sample: number) => before[sample] === after[sample];
  const consistency = (samples: readonly number[]) => shareOf(samples.map(same), inputsOfSamples(scene, samples), why);
  const bias = positionBias({
    firstOrder: both.map((sample) => before[sample] ?? null),
    swappedOrder: both.map((sample) => after[sample] ?? null),
  });
  const consistent = both.filter(same);
  const accuracy = (verdicts: Verdicts, samples: readonly number[]) => accuracyOf(scene, verdicts, samples);
  return {
    swappedRunId,
    plainRunId,
    n: both.length,
    consistent: consistency(both),
    repetition: repetitionOf(scene, judge),
    flips: (scene.criterion === null ? null : positionFlips(scene.table, judge, scene.criterion)) ?? undefinedFigure(why),
    perSubset: perSubset(scene, both, consistency),
    firstPosition: bias.bothFirstPosition,
    secondPosition: bias.bothSecondPosition,
    tieChanges: bias.inconsistent - bias.bothFirstPosition - bias.bothSecondPosition,
    ...positionTest(scene, both, before, after, bias.p),
    accuracy: {
      plain: accuracy(before, both),
      swapped: accuracy(after, both),
      consistentOnly: accuracy(before, consistent),
      bothOrders: bothOrders(scene, both, before, after),
    },
  };
}

/** How steady the judge is in the same order. Not on the scale of `consistent`: two verdicts that differ count half. */
function repetitionOf(scene: PairScene, judge: number): Figure {
  const repeated = scene.table.data.judgeRepeats?.find((one) => one.judge === judge);
  const own = repeated?.scores.filter(({ criterion }) => criterion === scene.criterion) ?? [];
  if (own.length === 0) return undefinedFigure(whyNoVerdicts(scene) ?? "no-repeats");
  const clusters = inputsOfSamples(
    scene,
    own.map(({ sample }) => sample),
  );
  const { value, why, n, interval, intervalWhy } = repetitionStability({ repeats: own.map(({ of }) => of.map(preferenceOf)), clusters });
  return { value, why, n, interval, intervalWhy };
}

/** Right in both orders: a sample with two different verdicts counts as wrong, even if one of them is right. */
function bothOrders(scene: PairScene, samples: readonly number[], before: Verdicts, after: Verdicts) {
  const wrong = (sample: number): Preference => (scene.gold[sample] === "A" ? "B" : "A");
  const verdicts = scene.samples.map((sample) => {
    const verdict = before[sample] ?? null;
    return verdict === after[sample] ? verdict : wrong(sample);
  });
  return accuracyOf(scene, verdicts, samples);
}

/** The exact binomial test is for independent samples; where inputs repeat, the signs of an input's samples flip together. */
function positionTest(scene: PairScene, samples: readonly number[], before: Verdicts, after: Verdicts, binomialP: number) {
  const following = samples.filter((sample) => before[sample] !== after[sample] && before[sample] !== "tie" && after[sample] !== "tie");
  const inputs = inputsOfSamples(scene, following);
  if (new Set(inputs).size === inputs.length) {
    return { p: samples.length === 0 ? null : binomialP, pMethod: "exact-binomial" as const };
  }
  const { p } = signFlip({ differences: following.map((sample) => (before[sample] === "A" ? 1 : -1)), clusters: inputs });
  return { p, pMethod: "sign-flip" as const };
}

/** Both verdicts on the scene's criterion per sample, and the samples that have both. */
export function verdictsBeforeAndAfter(scene: PairScene, units: ReportData["swaps"][number]["units"]) {
  const before: Verdicts = scene.samples.map(() => null);
  const after: Verdicts = scene.samples.map(() => null);
  for (const unit of units) {
    if (unit.criterion !== scene.criterion) continue;
    before[unit.sample] = preferenceOf(unit.before);
    after[unit.sample] = preferenceOf(unit.after);
  }
  return { before, after, both: scene.samples.filter((sample) => before[sample] !== null) };
}
