/** A curve of shares: x and y are shares of the plot, 0 at the left and the top. */
export interface ShareCurve {
  points: { x: number; y: number; at: number; share: number }[];
  /** Where the value in use is on the x axis, with its share; null where it was not computed. */
  marked: { x: number; y: number; share: number } | null;
  /** The ends of the x axis. */
  from: number;
  to: number;
}

const within = 1e-9;

/** A curve of shares from 0 to 1 over an axis, a point left out where its share is not known, with one value of the axis marked, if any. */
export function prepareShareCurve(points: readonly { at: number; share: number | null }[], mark: number | undefined): ShareCurve {
  const [from, to] = [Math.min(...points.map(({ at }) => at)), Math.max(...points.map(({ at }) => at))];
  const drawn = points.flatMap(({ at, share }) =>
    share === null ? [] : [{ at, share, x: to > from ? (at - from) / (to - from) : 0, y: 1 - share }],
  );
  return { points: drawn, marked: (mark !== undefined && drawn.find(({ at }) => Math.abs(at - mark) < within)) || null, from, to };
}
