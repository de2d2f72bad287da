import { type IntervalMark, type IntervalPlot, type PlottedFigure, prepareIntervalPlot } from "./prepare-interval-plot";

/** Two figures of a row on the axis that all rows share. */
export interface PairedMark {
  above: IntervalMark;
  below: IntervalMark;
}

export interface PairedPlot extends Omit<IntervalPlot, "marks"> {
  pairs: PairedMark[];
}

const missing: PlottedFigure = { value: null };

/** One axis for two figures in each row, as agreement without a draft and with it; a figure that is not there leaves a gap. */
export function preparePairedPlot(
  rows: readonly { above: PlottedFigure | undefined; below: PlottedFigure | undefined }[],
  thresholds: readonly number[],
): PairedPlot {
  const { marks, ...axis } = prepareIntervalPlot(
    rows.flatMap(({ above = missing, below = missing }) => [above, below]),
    thresholds,
  );
  const pairs = rows.map((_, row) => ({ above: marks[2 * row] as IntervalMark, below: marks[2 * row + 1] as IntervalMark }));
  return { ...axis, pairs };
}
