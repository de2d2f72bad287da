import type { Figure, PairsReport } from "@/lib/domain/report";
import { dependentShare, kappaOf, shareOf, undefinedFigure } from "./figures";
import { inputsOfSamples, majorityOf, type PairScene, perSubset, type Verdicts, verdictsOf, whyNoVerdicts } from "./pair-scene";
import { nameOf } from "./rating-table";

type Agreement = PairsReport["agreementWithAnnotators"][string];

/** How often each judge agrees with the majority of annotators: a plain share, and Cohen's kappa. Samples without a majority are left out and counted. */
export function agreementWithAnnotators(scene: PairScene): PairsReport["agreementWithAnnotators"] {
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
      share: share(both),
      kappa: kappaWith(scene, verdicts, majority, both),
      withoutMajority: scene.samples.filter((sample) => verdicts[sample] && split.has(sample)).length,
      perSubset: perSubset(scene, both, share),
      twoByTwo: twoByTwo(scene, verdicts, voted),
    };
  };
  return Object.fromEntries(scene.table.judges.map((judge) => [nameOf(scene.table, judge), of(judge)]));
}

function kappaWith(scene: PairScene, verdicts: Verdicts, majority: Verdicts, samples: number[]): Figure {
  if (samples.length === 0) return undefinedFigure(whyNoVerdicts(scene) ?? "no-pairable-units");
  const column = (of: Verdicts) => samples.flatMap((sample) => of[sample] ?? []);
  return kappaOf(column(verdicts), column(majority), inputsOfSamples(scene, samples));
}

/** The share of equal verdicts over every two annotators of a sample, with an interval clustered by input. n counts pairs of annotators. */
export const betweenAnnotators = (scene: PairScene): Figure =>
  equalVerdicts(scene, everyTwo(scene.table.annotators.map((annotator) => verdictsOf(scene, annotator))), scene.samples);

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
