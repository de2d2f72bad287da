import type { JudgedStanding } from "@/lib/domain/report-verdict";
import { correlate } from "@/lib/stats";
import { sampleOf } from "../rating-table";
import { rememberedBy } from "../remembered";
import { asFigure, type Scene, scoresIn } from "./scene";

type Association = Pick<JudgedStanding, "spearman" | "tauB" | "withinInputs">;

/**
 * How alike a judge and people's mean order outputs. Where inputs have outputs of several systems, within each input, averaged over the inputs that
 * define a correlation: over all units, how hard inputs are would count as agreement. Over all units where no input has such outputs, or none defines one.
 */
export const associationIn = rememberedBy((scene: Scene, judge): Association => {
  const { people, inputs, table } = scene;
  const columns = { x: scoresIn(scene, judge), y: people, clusters: inputs, ...table.wanted };
  const within = hasSeveralSystems(scene, judge) ? correlate({ ...columns, groups: inputs }) : null;
  const isWithin = within !== null && within.spearman.value !== null;
  const { n, spearman, kendallTauB } = isWithin ? within : correlate(columns);
  const { definedGroups, totalGroups } = within?.spearman ?? { definedGroups: 0, totalGroups: 0 };
  return {
    spearman: asFigure({ ...spearman, n }),
    tauB: asFigure({ ...kendallTauB, n }),
    withinInputs: isWithin ? { definedGroups, totalGroups } : null,
  };
});

/** Whether the judge and somebody scored outputs of two systems for one input. */
function hasSeveralSystems(scene: Scene, judge: number): boolean {
  const { table, units, inputs, people } = scene;
  const judged = scoresIn(scene, judge);
  const systemOf = new Map<number, string>();
  for (let place = 0; place < units.length; place++) {
    const system = table.data.samples[sampleOf(table, units[place] as number)]?.system ?? null;
    if (system === null || people[place] == null || judged[place] == null) continue;
    const input = inputs[place] as number;
    const other = systemOf.get(input);
    if (other !== undefined && other !== system) return true;
    systemOf.set(input, system);
  }
  return false;
}
