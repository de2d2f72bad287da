/** How many lines of a unit a person overruled for a reason, by code; `own words`: one in words alone. */
export interface ReasonCounts {
  annotator: number;
  judge: number;
  criterion: number;
  sample: number;
  reason: string;
  count: number;
}

/** Units of one person, judge and criterion in which as many lines were overruled for one reason: there may be hundreds of thousands of units. */
export interface ReasonGroup extends Omit<ReasonCounts, "sample"> {
  samples: Int32Array;
}

/** Counts unit by unit in groups, in the order in which each group comes first. */
export function reasonGroups(rows: readonly ReasonCounts[]): ReasonGroup[] {
  const groups = new Map<string, Omit<ReasonCounts, "sample"> & { samples: number[] }>();
  for (const { annotator, judge, criterion, sample, reason, count } of rows) {
    const key = JSON.stringify([annotator, judge, criterion, reason, count]);
    const group = groups.get(key) ?? { annotator, judge, criterion, reason, count, samples: [] };
    groups.set(key, group);
    group.samples.push(sample);
  }
  return [...groups.values()].map((group) => ({ ...group, samples: Int32Array.from(group.samples) }));
}

/** The same unit by unit: what a frozen report keeps. */
export const reasonRows = (groups: readonly ReasonGroup[]): ReasonCounts[] =>
  groups.flatMap(({ samples, ...same }) => Array.from(samples, (sample) => ({ ...same, sample })));
