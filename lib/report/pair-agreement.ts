import type { Figure, PairsReport } from "@/lib/domain/report";
import { basisIn } from "./chapters/without-draft";
import { dependentShare, fleissOf, kappaOf, shareOf, undefinedFigure } from "./figures";
import {
  inputsOfSamples,
  majorityOf,
  type PairScene,
  perSubset,
  undraftedPairScene,
  type Verdicts,
  verdictsOf,
  whyNoVerdicts,
} from "./pair-scene";
import { nameOf, type RatingTable } from "./rating-table";

type Agreement = PairsReport["agreementWithAnnotators"][string];

/**
 * How often each judge agrees with the majority of annotators: a plain share, and Cohen's kappa. Samples without a majority are left out and counted.
 * From verdicts given without a draft where the task has any: people who saw a judge's prefer what it does.
 */
export function agreementWithAnnotators(table: RatingTable): PairsReport["agreementWithAnnotators"] {
  const scene = undraftedPairScene(table);
  const majority = majorityOf(scene);
  const voted = scene.table.annotators.map((annotator) => verdictsOf(scene, annotator));
  const split = new Set(scene.samples.filter((sample) => majority[sample] === null && voted.some((column) => column[sample])));
  const of = (judge: number): Agreement => {
    const verdicts = verdictsOf(scene, judge);
    const both = scene.samples.filter((sample) => verdicts[sample] && majority[sample]);
    const share = (samples: readonly number[]) =>
      shareOf(
        samples.map((sample) => verdicts[sample] === majority[sample]),
        inputsOfSamples(scene, samples),
        whyNoVerdicts(scene) ?? "no-units",
      );
    return {
      basis: basisIn(table),
      share: share(both),
      kappa: kappaWith(scene, verdicts, majority, both),
      withoutMajority: scene.samples.filter((sample) => verdicts[sample] && split.has(sample)).length,
      perSubset: perSubset(scene, both, share),
      twoByTwo: twoByTwo(scene, verdicts, voted),
    };
  };
  return Object.fromEntries(table.judges.map((judge) => [nameOf(table, judge), of(judge)]));
}

function kappaWith(scene: PairScene, verdicts: Verdicts, majority: Verdicts, samples: number[]): Figure {
  if (samples.length === 0) return undefinedFigure(whyNoVerdicts(scene) ?? "no-pairable-units");
  const column = (of: Verdicts) => samples.flatMap((sample) => of[sample] ?? []);
  return kappaOf(column(verdicts), column(majority), inputsOfSamples(scene, samples));
}

/** The share of equal verdicts over every two annotators of a sample, with an interval clustered by input. n counts pairs of annotators. */
export const betweenAnnotators = (scene: PairScene): Figure =>
  equalVerdicts(scene, everyTwo(scene.table.annotators.map((annotator) => verdictsOf(scene, annotator))), scene.samples);

/** Agreement of all annotators beyond chance, on the pairs of outputs that two or more have judged. */
export function kappaBetweenAnnotators(scene: PairScene): Figure {
  const voted = scene.table.annotators.map((annotator) => verdictsOf(scene, annotator));
  const judged = scene.samples.flatMap((sample) => {
    const verdicts = voted.flatMap((column) => column[sample] ?? []);
    return verdicts.length > 1 ? [{ sample, verdicts }] : [];
  });
  if (judged.length === 0) return undefinedFigure(whyNoVerdicts(scene) ?? "no-pairable-units");
  const inputs = inputsOfSamples(
    scene,
    judged.map(({ sample }) => sample),
  );
  return fleissOf(
    judged.map(({ verdicts }) => verdicts),
    inputs,
  );
}

/** Every two annotators with a pair of outputs in common: how often they prefer the same, and Cohen's kappa. In the order of the annotators. */
export function annotatorsTwoByTwo(scene: PairScene): PairsReport["annotatorsTwoByTwo"] {
  const { annotators } = scene.table;
  const voted = annotators.map((annotator) => verdictsOf(scene, annotator));
  // By sample: of many annotators most have no pair in common.
  const common = new Map<number, number[]>();
  for (const sample of scene.samples) {
    const present = voted.flatMap((column, at) => (column[sample] ? [at] : []));
    present.forEach((one, index) => {
      for (const other of present.slice(index + 1)) {
        const key = one * annotators.length + other;
        const known = common.get(key);
        if (known) known.push(sample);
        else common.set(key, [sample]);
      }
    });
  }
  const nameAt = (at: number) => nameOf(scene.table, annotators[at] as number);
  return [...common]
    .sort(([one], [other]) => one - other)
    .map(([key, samples]) => {
      const [one, other] = [Math.floor(key / annotators.length), key % annotators.length];
      const [first, second] = [voted[one] ?? [], voted[other] ?? []];
      const inputs = inputsOfSamples(scene, samples);
      const share = shareOf(
        samples.map((sample) => first[sample] === second[sample]),
        inputs,
      );
      return { a: nameAt(one), b: nameAt(other), share, kappa: kappaWith(scene, first, second, samples) };
    });
}

/** Judge–people next to people–people agreement over the same samples: those judged by the judge and at least two annotators. */
function twoByTwo(scene: PairScene, judged: Verdicts, people: Verdicts[]): Agreement["twoByTwo"] {
  const common = scene.samples.filter((sample) => judged[sample] && people.filter((column) => column[sample]).length > 1);
  return {
    judgeAnnotator: equalVerdicts(
      scene,
      people.map((column) => [judged, column]),
      common,
    ),
    annotatorAnnotator: equalVerdicts(scene, everyTwo(people), common),
  };
}

const everyTwo = (columns: Verdicts[]): [Verdicts, Verdicts][] =>
  columns.flatMap((one, index) => columns.slice(index + 1).map((other): [Verdicts, Verdicts] => [one, other]));

function equalVerdicts(scene: PairScene, twos: [Verdicts, Verdicts][], samples: readonly number[]): Figure {
  const equal: boolean[] = [];
  const of: number[] = [];
  for (const sample of samples) {
    for (const [one, other] of twos) {
      if (!one[sample] || !other[sample]) continue;
      equal.push(one[sample] === other[sample]);
      of.push(sample);
    }
  }
  if (equal.length === 0) return undefinedFigure(whyNoVerdicts(scene) ?? "no-pairable-units");
  return dependentShare(equal, inputsOfSamples(scene, of));
}
