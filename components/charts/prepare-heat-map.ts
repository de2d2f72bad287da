import { byFalling, clusteredOrder, type Likeness } from "./clustered-order";

/** One cell: two raters and their agreement. */
export interface HeatMapCell {
  row: string;
  column: string;
  value: number | null;
  why: string | null;
  n: number;
  /** Tint strength, 0..1, on a scale fixed from -1 to 1, never stretched to the data. */
  strength: number;
  negative: boolean;
  /** Too few units to read much into. */
  thin: boolean;
}

export interface HeatMap {
  names: string[];
  /** Rows in the order of `names`; null on the diagonal and for two who have no unit in common. */
  rows: (HeatMapCell | null)[][];
  /** How many people are not drawn. */
  leftOut: number;
  /** Smallest and largest n among the cells; null without cells. */
  n: { from: number; to: number } | null;
}

export interface PairFigure {
  a: string;
  b: string;
  figure: { value: number | null; why: string | null; n: number };
}

/** Under this many units a cell is hatched. */
const thinUnder = 10;

/** So many people can be drawn and read. */
const mostPeople = 50;

/**
 * A symmetric table of pairs. People come first, ordered so that those who agree are next to each other; somebody with few ratings does not change the
 * order of the rest. Judges come last, where they are easy to find. Of more people than can be drawn, those who share most units with others.
 */
export function prepareHeatMap(raters: { name: string; kind: "annotator" | "judge" }[], pairs: PairFigure[]): HeatMap {
  const figures = new Map<string, PairFigure["figure"]>();
  const key = (one: string, other: string) => JSON.stringify([one, other]);
  for (const { a, b, figure } of pairs) {
    figures.set(key(a, b), figure);
    figures.set(key(b, a), figure);
  }
  const everybody = raters.filter(({ kind }) => kind === "annotator").map(({ name }) => name);
  const shared = new Map<string, number>();
  for (const { a, b, figure } of pairs) for (const name of [a, b]) shared.set(name, (shared.get(name) ?? 0) + figure.n);
  const people = everybody.length > mostPeople ? byFalling(everybody, (name) => shared.get(name) ?? 0).slice(0, mostPeople) : everybody;
  const judges = raters.filter(({ kind }) => kind === "judge").map(({ name }) => name);
  const names = [...clusteredOrder(people, (one, other) => wellMeasured(figures.get(key(one, other)))), ...judges];
  const rows = names.map((row) => names.map((column) => (row === column ? null : cell(row, column, figures.get(key(row, column))))));
  const all = rows.flatMap((row) => row.flatMap((one) => one?.n ?? []));
  const n = all.length === 0 ? null : { from: Math.min(...all), to: Math.max(...all) };
  return { names, rows, leftOut: everybody.length - people.length, n };
}

const wellMeasured = (figure: PairFigure["figure"] | undefined): Likeness | null =>
  !figure || figure.value === null || figure.n < thinUnder ? null : { value: figure.value, weight: figure.n };

function cell(row: string, column: string, figure: PairFigure["figure"] | undefined): HeatMapCell | null {
  if (!figure) return null;
  return {
    row,
    column,
    ...figure,
    strength: figure.value === null ? 0 : Math.min(1, Math.abs(figure.value)),
    negative: figure.value !== null && figure.value < 0,
    thin: figure.n < thinUnder,
  };
}
