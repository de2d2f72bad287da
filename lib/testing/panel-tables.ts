import type { FigureName } from "@/lib/domain/explanations";
import { alphas, figure, fixtureReport } from "./report-fixture";

/** What tests read of a panel's table. */
interface ReadTable {
  title: string;
  columns: readonly { head: string; figure?: FigureName }[];
  rows: readonly { labels: readonly string[]; cells: readonly ({ value: number | null; n: number | string | null } | string | null)[] }[];
}

/** A report in which each figure is its own number, so that a figure in another's column cannot pass. */
export const tabledReport = fixtureReport([
  { name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.79]) },
  { name: "Truth", agreement: alphas(null), bias: figure(0.05, [-0.1, 0.2]) },
]);

/** The values of a row's cells. */
export const valuesOf = (cells: ReadTable["rows"][number]["cells"]) =>
  cells.map((cell) => (cell !== null && typeof cell === "object" ? cell.value : cell));

/** The heads of the columns, then each row. */
export const rowsOf = ({ columns, rows: all }: ReadTable) => [
  columns.map(({ head }) => head),
  ...all.map(({ labels, cells }) => [...labels, ...valuesOf(cells)]),
];

/** What n is in each cell. */
export const nOf = ({ rows: all }: ReadTable) =>
  all.map(({ cells }) => cells.map((cell) => (cell !== null && typeof cell === "object" ? cell.n : null)));

/** Which figure each column has. */
export const figuresOf = ({ columns }: ReadTable) => columns.map(({ figure: of }) => of);

/** What is there of the fixtures' judge. */
export const judgeOf = <T>(by: Record<string, T>) => {
  const found = by["model-x"];
  if (found === undefined) throw new Error("the fixture has a judge");
  return found;
};
