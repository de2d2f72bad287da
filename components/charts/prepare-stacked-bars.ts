/** One piece of a bar. */
interface Segment<Key extends string> {
  key: Key;
  count: number;
  /** Share of the row, 0..1. */
  share: number;
  /** The share's interval, or a sentence why it has none; null: such shares have none by their nature. */
  interval: SegmentInterval | null;
}

export type SegmentInterval = { low: number; high: number } | string;

export interface StackedRow<Key extends string> {
  name: string;
  n: number;
  /** Empty if n is 0, since no bar is drawn. */
  segments: Segment<Key>[];
}

/** Rows of counts as bars of equal length. Segments keep the order of `keys`; empty ones are left out. */
export function prepareStackedBars<Key extends string>(
  rows: { name: string; counts: Record<Key, number>; intervals?: Record<Key, SegmentInterval> }[],
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
