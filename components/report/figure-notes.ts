import { type Notes, notesFrom } from "./notes";
import { intervalWhySentence, whySentence } from "./why";

/** As much of a figure as a cell needs; a mean over groups has no n of its own. */
export interface ShownFigure {
  value: number | null;
  why: string | null;
  interval?: { low: number; high: number } | null | undefined;
  intervalWhy?: string | null | undefined;
}

/** The sentence a figure needs under its table, or null where value and interval are both there. */
export function noteOf(figure: ShownFigure): string | null {
  if (figure.value === null) return whySentence(figure.why);
  return figure.interval ? null : intervalWhySentence(figure.intervalWhy);
}

/** The notes of all figures of a table. */
export const notesOf = (figures: (ShownFigure | undefined)[]): Notes =>
  notesFrom(figures.flatMap((figure) => (figure ? (noteOf(figure) ?? []) : [])));
