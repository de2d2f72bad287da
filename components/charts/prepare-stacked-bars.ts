/** One piece of a bar. */
export interface Segment<Key extends string> {
  key: Key;
  count: number;
  /** Share of the row, 0..1. */
  share: number;
  /** The share's interval, if it has one. */
  interval: { low: number; high: number } | null;
  /** Wide enough to hold its figure. */
  labelled: boolean;
}

export interface StackedRow<Key extends string> {
  name: string;
  n: number;
  /** Empty if n is 0, since no bar is drawn. */
  segments: Segment<Key>[];
}

/** Below this share of the bar the figure does not fit and is shown only beside the bar. */
const labelFrom = 0.12;

/** Rows of counts as bars of equal length. Segments keep the order of `keys`; empty ones are left out. */
export function prepareStackedBars<Key extends string>(
  rows: { name: string; counts: Record<Key, number>; intervals?: Record<Key, { low: number; high: number } | null> }[],
  keys: readonly Key[],
): StackedRow<Key>[] {
  return rows.map(({ name, counts, intervals }) => {
    const n = keys.reduce((sum, key) => sum + counts[key], 0);
    const segments = keys
      .filter((key) => counts[key] > 0)
      .map((key) => {
        const share = counts[key] / n;
        return { key, count: counts[key], share, interval: intervals?.[key] ?? null, labelled: share >= labelFrom };
      });
    return { name, n, segments };
  });
}
