/** Effective actions counted per annotator, judge whose draft was shown, criterion, sample, input (named by its first sample) and kind of item. */
export interface ActionCounts {
  annotator: number;
  judge: number;
  criterion: number;
  /** Absent: the first of its input. */
  sample?: number;
  input: number;
  itemKind: string;
  accept: number;
  /** How many of the accepted were accepted with the rest of their draft, by one action. */
  together: number;
  revise: number;
  remove: number;
  add: number;
}

/**
 * Units of one person, judge and criterion in which the same was done to the lines of a kind, as lists side by side: there may be millions of units, and
 * there are few different counts.
 */
export interface ActionGroup extends Omit<ActionCounts, "sample" | "input"> {
  samples: Int32Array;
  /** Each sample's input, named by its first sample. */
  inputs: Int32Array;
}

/** Counts unit by unit in groups, in the order in which each group comes first. */
export function actionGroups(rows: readonly ActionCounts[]): ActionGroup[] {
  const groups = new Map<string, Omit<ActionCounts, "sample" | "input"> & { samples: number[]; inputs: number[] }>();
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
export const actionRows = (groups: readonly ActionGroup[]): ActionCounts[] =>
  groups.flatMap(({ samples, inputs, ...same }) => Array.from(samples, (sample, at) => ({ ...same, sample, input: inputs[at] as number })));
