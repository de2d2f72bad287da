import type { ReportData } from "./report-data";

type Counts = ReportData["actionCounts"][number];

/**
 * Units of one person, judge and criterion in which the same was done to the lines of a kind, as lists side by side: there may be millions of units, and
 * there are few different counts.
 */
export interface ActionGroup extends Omit<Counts, "sample" | "input"> {
  samples: Int32Array;
  /** Each sample's input, named by its first sample. */
  inputs: Int32Array;
}

/** Counts unit by unit in groups, in the order in which each group comes first. */
export function actionGroups(rows: readonly Counts[]): ActionGroup[] {
  const groups = new Map<string, Omit<Counts, "sample" | "input"> & { samples: number[]; inputs: number[] }>();
  for (const { sample, input, ...same } of rows) {
    const key = JSON.stringify(Object.entries(same).sort());
    const group = groups.get(key) ?? { ...same, samples: [], inputs: [] };
    groups.set(key, group);
    group.samples.push(sample ?? input);
    group.inputs.push(input);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    samples: Int32Array.from(group.samples),
    inputs: Int32Array.from(group.inputs),
  }));
}

/** The same unit by unit: what a frozen report keeps. */
export const actionRows = (groups: readonly ActionGroup[]): Counts[] =>
  groups.flatMap(({ samples, inputs, ...same }) => Array.from(samples, (sample, at) => ({ ...same, sample, input: inputs[at] as number })));
