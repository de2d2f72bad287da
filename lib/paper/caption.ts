import type { FigureName } from "@/lib/domain/explanations";
import {
  basisIn,
  countedIn,
  isFigure,
  type PanelTable,
  type Provenance,
  type TableColumn,
  type TableFigure,
  type TableRow,
} from "./panel-table";

type Interval = NonNullable<TableFigure["interval"]>;

const methods: Record<string, string> = {
  jackknife: "jackknife",
  "jackknife-fisher-z": "jackknife on Fisher's z",
  bca: "BCa bootstrap",
  percentile: "percentile bootstrap",
  t: "cluster-robust t",
  wald: "normal",
  wilson: "Wilson",
  analytic: "analytic",
  f: "F",
};

/** "cluster-robust t": an interval's method, for a sentence. */
export const methodInWords = (method: string): string => methods[method] ?? method;

export const figuresIn = ({ rows }: PanelTable): TableFigure[] => rows.flatMap(({ cells }) => cells.filter(isFigure));

/**
 * A table's caption: title, what it is about, level of measurement, intervals with their method, level, resamples and seed, n, arms, selection, date
 * and data version. It names an interval or an n only if the table has one.
 */
export function captionOf(table: PanelTable, from: Provenance): string {
  const { task, computedAt, dataVersion, software } = from;
  const { selection = from.selection } = table;
  const arms = table.selection ? "" : `; arm: ${basisSentence(table, from, "arms", table.columns)}`;
  const sentences = [
    table.title,
    table.about,
    levelSentence(table, from),
    intervalSentence(table),
    nSentence(table),
    `Task “${task}”${arms}`,
    selection.join("; "),
    `Data of ${dateInWords(computedAt)}, version ${dataVersion}; ${software}`,
  ];
  return sentences.flatMap((sentence) => (sentence ? [endedWithStop(sentence)] : [])).join(" ");
}

const endedWithStop = (sentence: string) => (/[.!?]$/u.test(sentence) ? sentence : `${sentence}.`);

/** Figures that depend on the level of measurement. */
const alphas: ReadonlySet<FigureName> = new Set<FigureName>([
  ...(["alpha", "alpha-with-judge", "alpha-of-two", "alpha-of-label", "alpha-difference", "alpha-gap", "alpha-change"] as const),
  ...(["reach-chance", "alpha-with-others", "alpha-without", "self-alpha", "panel-alpha", "units-for-width", "paired-difference"] as const),
]);

function levelSentence(table: PanelTable, from: Provenance): string {
  const columns = table.columns.filter(({ figure }) => figure !== undefined && alphas.has(figure));
  return columns.length === 0 ? "" : `Level of measurement: ${basisSentence(table, from, "level", columns)}`;
}

/**
 * "blind", "blind (alpha of all ratings: blind; drafted)": what most rows rest on, and in brackets the columns and rows that rest on something else;
 * "blind; drafted, as the columns say" where each column names its own.
 */
function basisSentence(table: PanelTable, from: Provenance, of: "arms" | "level", columns: readonly TableColumn[]): string {
  const own = columns.flatMap(({ arms }) => arms ?? []);
  if (of === "arms" && own.length > 0 && own.length === columns.length)
    return `${[...new Set(own.flatMap((arms) => arms.split("; ")))].join("; ")}, as the columns say`;
  const ofRow = (row: TableRow) => basisIn(from, table, row, { head: "" })[of];
  const counts = new Map<string, number>();
  for (const row of table.rows) counts.set(ofRow(row), (counts.get(ofRow(row)) ?? 0) + 1);
  const [main = table[of] ?? from[of]] = [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
  const others = new Map<string, string[]>();
  const note = (value: string | undefined, name: string) => {
    if (value !== undefined && value !== main) others.set(value, [...(others.get(value) ?? []), name]);
  };
  for (const row of table.rows) note(ofRow(row), row.labels.join(", "));
  if (of === "arms") for (const { arms, head } of columns) note(arms, head);
  return others.size === 0 ? main : `${main} (${[...others].map(([value, names]) => `${names.join(", ")}: ${value}`).join("; ")})`;
}

/** "95 % jackknife intervals", "95 % BCa bootstrap intervals (2,000 resamples, seed 1)"; several are listed. */
export function intervalSentence(table: PanelTable): string {
  const figures = figuresIn(table);
  const found = [...new Set(figures.flatMap(({ interval }) => (interval ? [inWords(interval)] : [])))];
  if (found.length > 0) return `Intervals: ${found.join("; ")}`;
  return figures.some(({ value, whyNoInterval }) => value !== null && whyNoInterval !== null) ? "Without intervals" : "";
}

function inWords({ confidence, method, resamples, seed }: Interval): string {
  const drawn = [
    ...(resamples === null ? [] : [`${resamples.toLocaleString("en-US")} resamples`]),
    ...(seed === null ? [] : [`seed ${seed}`]),
  ];
  return `${Number((confidence * 100).toFixed(4))} % ${methodInWords(method)}${drawn.length === 0 ? "" : ` (${drawn.join(", ")})`}`;
}

/** "n = 12 to 60 units", "n = 35 units; 9 pairs of outputs": a range for each thing that n counts. */
function nSentence(table: PanelTable): string {
  const counted = numbersIn(table);
  if (counted.length === 0) return "";
  const range = ({ words, numbers }: Counted) => {
    const [from, to] = [Math.min(...numbers), Math.max(...numbers)].map((n) => n.toLocaleString("en-US"));
    return `${from === to ? from : `${from} to ${to}`}${words === "" ? "" : ` ${words}`}`;
  };
  return `n = ${counted.map(range).join("; ")}`;
}

interface Counted {
  /** What was counted; empty where the table does not say. */
  words: string;
  numbers: number[];
}

/** Every number that an n of the table has, by what it counts. */
function numbersIn(table: PanelTable): Counted[] {
  const counted = new Map<string, number[]>();
  for (const row of table.rows) {
    for (const [place, cell] of row.cells.entries()) {
      if (!isFigure(cell) || typeof cell.n !== "number") continue;
      const words = countedIn(table, row, table.columns[place]) ?? "";
      counted.set(words, [...(counted.get(words) ?? []), cell.n]);
    }
  }
  return [...counted].map(([words, numbers]) => ({ words, numbers }));
}

/** "22 November 2026", in UTC, so that two readers cite the same day. */
function dateInWords(iso: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(iso));
}
