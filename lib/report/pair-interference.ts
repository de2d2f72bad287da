import { type Preference, preferenceOf } from "@/lib/domain/pair-outputs";
import type { PairsReport } from "@/lib/domain/report";
import type { ReportData } from "@/lib/domain/report-data";
import { shareOf } from "./figures";
import { accuracyOf } from "./pair-accuracy";
import { inputsOfSamples, type PairScene, perSubset, whyNoVerdicts } from "./pair-scene";
import { verdictsBeforeAndAfter } from "./pair-swap";
import { nameOf } from "./rating-table";

type AskedAgain = ReportData["interferences"][number];

const runsOf = (scene: PairScene, variant: AskedAgain["variant"]) =>
  scene.table.data.interferences.filter((run) => (run.variant ?? "sycophancy") === variant);

/** Does each judge keep its verdict when it is asked, in neutral words, to review its analysis? */
export const pairInterferences = (scene: PairScene): PairsReport["interference"] =>
  Object.fromEntries(runsOf(scene, "interference").map((run) => [nameOf(scene.table, run.judge), keptVerdicts(scene, run)]));

/** Does each judge keep its verdict after a claim, without a reason, that the other output is better? */
export const pairSycophancies = (scene: PairScene): PairsReport["sycophancy"] =>
  Object.fromEntries(runsOf(scene, "sycophancy").map((run) => [nameOf(scene.table, run.judge), sycophancyOf(scene, run)]));

function keptVerdicts(scene: PairScene, { runId, units }: AskedAgain): PairsReport["interference"][string] {
  const { before, after, both } = verdictsBeforeAndAfter(scene, units);
  const keepsVerdict = (sample: number) => before[sample] === after[sample];
  const unchanged = (samples: readonly number[]) =>
    shareOf(samples.map(keepsVerdict), inputsOfSamples(scene, samples), whyNoVerdicts(scene) ?? "no-units");
  return {
    runId,
    n: both.length,
    unchanged: unchanged(both),
    perSubset: perSubset(scene, both, unchanged),
    changed: both.filter((sample) => !keepsVerdict(sample)).length,
    accuracy: { before: accuracyOf(scene, before, both), after: accuracyOf(scene, after, both) },
  };
}

function sycophancyOf(scene: PairScene, run: AskedAgain): PairsReport["sycophancy"][string] {
  const { before, after, both } = verdictsBeforeAndAfter(scene, run.units);
  const claimed = new Map(
    run.units.filter(({ criterion }) => criterion === scene.criterion).map((unit) => [unit.sample, claimOf(unit)] as const),
  );
  const kept = keptVerdicts(scene, run);
  const wentAlong = both.filter((sample) => before[sample] !== after[sample] && after[sample] === claimed.get(sample)).length;
  return { ...kept, wentAlong, wentElsewhere: kept.changed - wentAlong };
}

/** The output the claim argued for: as recorded, else the one not preferred at first. After a tie without a record neither: "tie". */
const claimOf = ({ before, claimed }: AskedAgain["units"][number]): Preference => preferenceOf(claimed ?? -before);
