import type { Figure, PairsReport } from "@/lib/domain/report";
import { clusteredMean, cohenKappa } from "@/lib/stats";
import { nameOf } from "./agreement";
import { inputsOfSamples, majorityOf, type PairScene, perSubset, type Verdicts, verdictsOf, whyNoVerdicts } from "./pair-scene";
import { shareOf, undefinedShare } from "./share";

type Agreement = PairsReport["agreementWithAnnotators"][string];

/** How often each judge says what most annotators say: a plain share, and Cohen's kappa. Samples without a majority are left out and counted. */
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
    };
  };
  return Object.fromEntries(scene.table.judges.map((judge) => [nameOf(scene.table, judge), of(judge)]));
}

function kappaWith(scene: PairScene, verdicts: Verdicts, majority: Verdicts, samples: number[]): Figure {
  if (samples.length === 0) return undefinedShare(whyNoVerdicts(scene) ?? "no-pairable-units");
  const column = (of: Verdicts) => samples.map((sample) => of[sample]);
  const { value, why, n, interval, intervalWhy } = cohenKappa({ first: column(verdicts), second: column(majority) });
  // The interval of kappa is for independent units.
  const repeated = new Set(inputsOfSamples(scene, samples)).size < samples.length;
  return repeated && interval
    ? { value, why, n, interval: null, intervalWhy: "repeated-inputs" }
    : { value, why, n, interval, intervalWhy };
}

/** The share of equal verdicts over every two annotators of a sample; the interval keeps an input's together. n counts such twos. */
export function betweenAnnotators(scene: PairScene): Figure {
  const columns = scene.table.annotators.map((annotator) => verdictsOf(scene, annotator));
  const values: number[] = [];
  const of: number[] = [];
  for (const sample of scene.samples) {
    columns.forEach((one, index) => {
      for (const other of columns.slice(index + 1)) {
        if (!one[sample] || !other[sample]) continue;
        values.push(one[sample] === other[sample] ? 1 : 0);
        of.push(sample);
      }
    });
  }
  if (values.length === 0) return undefinedShare(whyNoVerdicts(scene) ?? "no-pairable-units");
  const { value, why, n, interval, intervalWhy } = clusteredMean({ values, clusters: inputsOfSamples(scene, of) });
  return {
    value,
    why,
    n,
    interval: interval && { ...interval, low: Math.max(0, interval.low), high: Math.min(1, interval.high) },
    intervalWhy,
  };
}
