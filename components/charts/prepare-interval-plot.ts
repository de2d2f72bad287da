/** One dot with its interval; positions are fractions of the axis, 0 at its left end. */
export interface IntervalMark {
  dot: number | null;
  /** Null without an interval. */
  bar: { from: number; to: number } | null;
  /** The interval extends beyond the axis. */
  beyond: { left: boolean; right: boolean };
}

/** An axis and the positions of the customary thresholds on it. */
export interface IntervalPlot {
  low: number;
  high: number;
  /** Where zero is; null when it is the left end. */
  zero: number | null;
  thresholds: { value: number; at: number }[];
  marks: IntervalMark[];
}

export interface PlottedFigure {
  value: number | null;
  interval?: { low: number; high: number } | null | undefined;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/**
 * One axis for several agreement figures, so that rows can be compared. It runs from 0 to 1 and extends left in steps of
 * a quarter to fit values and intervals, but never beyond -1: nothing below is worth drawing to scale.
 */
export function prepareIntervalPlot(figures: PlottedFigure[], thresholds: readonly number[]): IntervalPlot {
  const ends = figures.flatMap(({ value, interval }) => [value, interval?.low ?? null]).filter((end) => end !== null);
  const lowest = Math.min(0, ...ends);
  return plotBetween(Math.max(-1, Math.floor(lowest * 4) / 4), 1, figures, thresholds);
}

/** The same for differences, which have no bounds: zero is in the middle, and both ends are the same round number from it. */
export function prepareDifferencePlot(figures: PlottedFigure[]): IntervalPlot {
  const sizes = figures.flatMap(({ value, interval }) => [value ?? 0, interval?.low ?? 0, interval?.high ?? 0].map(Math.abs));
  const reach = roundUp(Math.max(0, ...sizes) || 1);
  return plotBetween(-reach, reach, figures, []);
}

/** 1, 2 or 5 times a power of ten. */
function roundUp(size: number): number {
  const exponent = Math.floor(Math.log10(size));
  const unit = [1, 2, 5, 10].find((one) => Number(`${one}e${exponent}`) >= size) ?? 10;
  return Number(`${unit}e${exponent}`);
}

function plotBetween(low: number, high: number, figures: PlottedFigure[], thresholds: readonly number[]): IntervalPlot {
  const at = (value: number) => clamp((value - low) / (high - low));
  return {
    low,
    high,
    zero: low < 0 ? at(0) : null,
    thresholds: thresholds.map((value) => ({ value, at: at(value) })),
    marks: figures.map(({ value, interval }) => ({
      dot: value === null ? null : at(value),
      bar: interval ? { from: at(interval.low), to: at(interval.high) } : null,
      beyond: { left: Math.min(value ?? low, interval?.low ?? low) < low, right: Math.max(value ?? high, interval?.high ?? high) > high },
    })),
  };
}
