import type { Figure } from "@/lib/domain/report";
import { intervalWhySentence, whySentence } from "../words/why";
import { type Notes, notesFrom } from "./notes";

type Interval = NonNullable<Figure["interval"]>;

/** The part of a figure a cell needs; a mean over groups has no single n. */
export interface ShownFigure {
  value: number | null;
  why: string | null;
  n?: number | string;
  interval?: Interval | null | undefined;
  intervalWhy?: string | null | undefined;
}

/** The note a figure needs under its table, or null if it has both value and interval. */
export function noteOf(figure: ShownFigure): string | null {
  if (figure.value === null) return whySentence(figure.why);
  return figure.interval ? null : intervalWhySentence(figure.intervalWhy);
}

/** The notes for all figures in a table. */
export const notesOf = (figures: (ShownFigure | undefined)[]): Notes =>
  notesFrom(figures.flatMap((figure) => (figure ? (noteOf(figure) ?? []) : [])));
