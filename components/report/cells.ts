import type { Figure } from "@/lib/domain/report";
import type { TableFigure } from "@/lib/paper/panel-table";
import { intervalWhySentence, whySentence } from "../words/why";

/** What a figure of the report has for a table; a mean over groups has no single n, a share of a larger whole takes the whole's. */
type ReportFigure = Pick<Figure, "value" | "why"> & Partial<Pick<Figure, "interval" | "intervalWhy">> & { n?: number | string | null };

/** A figure of the report as a cell of a panel's table: value, n and interval in full, reasons in words. */
export function figureCell(figure: ReportFigure | undefined): TableFigure | null {
  if (figure === undefined) return null;
  const { value, why, n = null, interval = null, intervalWhy } = figure;
  return {
    value,
    why: value === null ? { code: why ?? "not-computed", sentence: whySentence(why) } : null,
    n,
    interval,
    whyNoInterval:
      value !== null && interval === null ? { code: intervalWhy ?? "not-computed", sentence: intervalWhySentence(intervalWhy) } : null,
  };
}

/** A distance of two distributions: where all scores are the same, agreement is not what cannot be told. */
export const distanceOf = (figure: Figure): Figure => (figure.why === "no-variation" ? { ...figure, why: "no-spread" } : figure);

/** A count, mean or median that is given without an interval by its nature; null: `why` says why there is none. */
export function countCell(value: number | null, n: number | null = null, why = "no-units"): TableFigure {
  return { value, why: value === null ? { code: why, sentence: whySentence(why) } : null, n, interval: null, whyNoInterval: null };
}
