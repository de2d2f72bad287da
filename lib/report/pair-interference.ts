import { type Preference, preferenceOf } from "@/lib/domain/pair-outputs";
import type { PairsReport } from "@/lib/domain/report";
import type { ReportData } from "@/lib/domain/report-data";
import { shareOf } from "./figures";
import { accuracyOf } from "./pair-accuracy";
import { inputsOfSamples, type PairScene, perSubset, whyNoVerdicts } from "./pair-scene";
import { verdictsBeforeAndAfter } from "./pair-swap";
import { nameOf } from "./rating-table";

/** Does each judge keep its verdict when an objection falsely claims that the other output is better? */
export function pairInterferences(scene: PairScene): PairsReport["interference"] {
  return Object.fromEntries(scene.table.data.interferences.map((run) => [nameOf(scene.table, run.judge), interferenceOf(scene, run)]));
}

function interferenceOf(scene: PairScene, { runId, units }: ReportData["interferences"][number]): PairsReport["interference"][string] {
  const { before, after, both } = verdictsBeforeAndAfter(scene, units);
  const claimed = new Map(
    units.filter(({ criterion }) => criterion === scene.criterion).map((unit) => [unit.sample, claimOf(unit)] as const),
  );
  const keepsVerdict = (sample: number) => before[sample] === after[sample];
  const unchanged = (samples: readonly number[]) =>
    shareOf(samples.map(keepsVerdict), inputsOfSamples(scene, samples), whyNoVerdicts(scene) ?? "no-units");
  const changed = both.filter((sample) => !keepsVerdict(sample));
  const wentAlong = changed.filter((sample) => after[sample] === claimed.get(sample)).length;
  return {
    runId,
    n: both.length,
    unchanged: unchanged(both),
    perSubset: perSubset(scene, both, unchanged),
    changed: changed.length,
    wentAlong,
    wentElsewhere: changed.length - wentAlong,
    accuracy: { before: accuracyOf(scene, before, both), after: accuracyOf(scene, after, both) },
  };
}

/** The output the objection argued for: as recorded, else the one not preferred at first. After a tie without a record neither: "tie". */
const claimOf = ({ before, claimed }: ReportData["interferences"][number]["units"][number]): Preference => preferenceOf(claimed ?? -before);
