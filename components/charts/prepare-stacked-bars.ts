/** One piece of a bar. */
interface Segment<Key extends string> {
  key: Key;
  count: number;
  /** Share of the row, 0..1. */
  share: number;
  /** The share's interval, if it has one. */
  interval: { low: number; high: number } | null;
}

export interface StackedRow<Key extends string> {
  name: string;
  n: number;
  /** Empty if n is 0, since no bar is drawn. */
  segments: Segment<Key>[];
}

/** Rows of counts as bars of equal length. Segments keep the order of `keys`; empty ones are left out. */
export function prepareStackedBars<Key extends string>(
  rows: { name: string; counts: Record<Key, number>; intervals?: Record<Key, { low: number; high: number } | null> }[],
  keys: readonly Key[],
): StackedRow<Key>[] {
  return rows.map(({ name, counts, intervals }) => {
    const n = keys.reduce((sum, key) => sum + counts[key], 0);
    const segments = keys
      .filter((key) => counts[key] > 0)
      .map((key) => ({ key, count: counts[key], share: counts[key] / n, interval: intervals?.[key] ?? null }));
    return { name, n, segments };
  });
}
