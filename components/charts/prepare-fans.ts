/** First scores that became final ones: rows are first scores, columns final ones, both in the order of `values`. */
export interface CountedMoves {
  values: readonly number[];
  counts: readonly (readonly number[])[];
  /** Of these, those that ended closer to the draft and those that ended further from it; absent: not known. */
  ways?: { towards: readonly (readonly number[])[]; away: readonly (readonly number[])[] } | undefined;
}

/** What became of one first score. */
export interface Fan {
  first: number;
  n: number;
  /** In the order of the points. `neither`: the same score, or one as far from the draft on its other side, or the way is not known. */
  ends: { count: number; towards: number; away: number; neither: number }[];
  /** Null: not known. */
  ways: { towards: number; stayed: number; away: number } | null;
}

export interface Fans {
  /** Points of the scale, the lowest first. */
  points: number[];
  fans: Fan[];
}

/** The most points that fans are drawn for. */
const most = 7;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Fans of several criteria on one scale together: a fan for every point of the scale if these are whole numbers, else for every score that was given.
 * Null where there are too many to draw.
 */
export function prepareFans(moved: readonly CountedMoves[], { min, max }: { min: number; max: number }): Fans | null {
  const given = [...new Set(moved.flatMap(({ values }) => values))].sort((a, b) => a - b);
  const isWhole = given.every(Number.isInteger) && max - min < most;
  const points = isWhole ? Array.from({ length: max - min + 1 }, (_, step) => min + step) : given;
  if (points.length > most || given.some((value) => !points.includes(value))) return null;
  const isKnown = moved.every(({ ways }) => ways !== undefined);
  const fans = points.map((first): Fan => {
    const ends = points.map((final) => {
      const of = (tables: readonly (CountedMoves["counts"] | undefined)[]) =>
        sum(tables.map((table, at) => table?.[moved[at]?.values.indexOf(first) ?? -1]?.[moved[at]?.values.indexOf(final) ?? -1] ?? 0));
      const count = of(moved.map(({ counts }) => counts));
      const towards = of(moved.map(({ ways }) => ways?.towards));
      const away = of(moved.map(({ ways }) => ways?.away));
      return { count, towards, away, neither: count - towards - away };
    });
    const n = sum(ends.map(({ count }) => count));
    const [towards, away] = [sum(ends.map((end) => end.towards)), sum(ends.map((end) => end.away))];
    return { first, n, ends, ways: isKnown ? { towards, stayed: n - towards - away, away } : null };
  });
  return { points, fans };
}
