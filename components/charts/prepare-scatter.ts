/** A point with its intervals; all are in the units of the axes. */
export interface ScatterPoint {
  name: string;
  x: number;
  y: number;
  xInterval?: { low: number; high: number } | null | undefined;
  yInterval?: { low: number; high: number } | null | undefined;
  /** How many units it is of, for its area. */
  n: number;
}

interface Bar {
  from: number;
  to: number;
}

/** Points on two axes with one scale; places are shares of the plot, 0 at the left and the top. */
export interface Scatter {
  ticks: { value: number; at: number }[];
  points: {
    point: ScatterPoint;
    x: number;
    y: number;
    /** Share of the largest area. */
    area: number;
    /** The names of all points at this place, on the first of them; null on the others. */
    label: string | null;
    /** Ends of the intervals, cut at the axes. */
    xBar: Bar | null;
    yBar: Bar | null;
  }[];
}

/** Points between the ends of a scale, the same on both axes, so that agreement is the diagonal. */
export function prepareScatter(points: readonly ScatterPoint[], { min, max }: { min: number; max: number }): Scatter {
  const at = (value: number) => Math.min(1, Math.max(0, max > min ? (value - min) / (max - min) : 0.5));
  const across = (interval: ScatterPoint["xInterval"]): Bar | null => (interval ? { from: at(interval.low), to: at(interval.high) } : null);
  const upwards = (interval: ScatterPoint["yInterval"]): Bar | null =>
    interval ? { from: 1 - at(interval.high), to: 1 - at(interval.low) } : null;
  const most = Math.max(1, ...points.map(({ n }) => n));
  const steps = Number.isInteger(max - min) && max - min <= 10 ? max - min : 4;
  return {
    ticks: Array.from({ length: steps + 1 }, (_, step) => min + ((max - min) * step) / Math.max(1, steps)).map((value) => ({
      value,
      at: at(value),
    })),
    points: points.map((point) => ({
      ...{ point, x: at(point.x), y: 1 - at(point.y), area: point.n / most, label: labelOf(point, points) },
      ...{ xBar: across(point.xInterval), yBar: upwards(point.yInterval) },
    })),
  };
}

function labelOf(point: ScatterPoint, points: readonly ScatterPoint[]): string | null {
  const together = points.filter(({ x, y }) => x === point.x && y === point.y);
  return together[0] === point ? together.map(({ name }) => name).join(", ") : null;
}
