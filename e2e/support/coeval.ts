import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tarOf } from "./tar";

const excerpt = fileURLToPath(new URL("../../lib/testing/coeval/", import.meta.url));
/** An excerpt of the CoEval release, or all of it, with what another program computed of it. */
const { REDLINE_COEVAL_RELEASE: release = join(excerpt, "release"), REDLINE_COEVAL_FIGURES: figures = excerpt } = process.env;

/** The release, as the archive that a folder is uploaded as. */
export function coevalRelease(): Buffer {
  const paths = readdirSync(release, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(release, path)).isFile());
  const files = paths.filter((path) => path.endsWith(".json")).sort();
  return tarOf(Object.fromEntries(files.map((path) => [`coeval/${path}`, readFileSync(join(release, path))])));
}

interface Value {
  value: number | null;
}
type Coefficients = Record<"pearson" | "spearman" | "kendallTauB", Value>;
type Levels = Record<"nominal" | "ordinal" | "interval", Value>;
type Shares = Record<"accept" | "revise" | "remove" | "add", { count: number; share: number }>;
interface Agreement {
  annotators: Levels;
  withJudge: { chatgpt: Levels };
}

/** What another program computed of a task of the release. */
export interface KnownFigures {
  counts: { samples: number; annotators: number; ratings: number };
  agreement: { pooled: Agreement; perCriterion: Record<string, Agreement> };
  correlation: {
    chatgpt: {
      pooled: Coefficients;
      perCriterion: Record<string, Coefficients>;
      sampleMean: Coefficients;
      textLevel: { allGroups: Coefficients; perCriterion: Record<string, Coefficients>; meanOverCriteria: Coefficients };
      systemLevel: { perCriterion: Record<string, Coefficients>; meanOverCriteria: Coefficients };
      pairwise: { judgeAnnotator: Coefficients; annotatorAnnotator: Coefficients };
    };
  };
  actions: {
    chatgpt: Record<"overall" | "conclusion" | "score" | "evidence", Shares> &
      Record<"perCriterion" | "perAnnotator", Record<string, Shares>>;
  };
  scores: {
    perCriterion: Record<string, Record<string, { mean: number; histogram: Record<string, number> }>>;
    change: { chatgpt: Record<string, Record<"up" | "down" | "same", number>> };
    bySystem: Record<string, Record<"chatgpt" | "annotators", number>>;
  };
  time: Record<"perAnnotator", Record<string, Times>> & { all: Times };
}
type Times = Record<"medianUnitSeconds" | "medianSampleSeconds", number>;

export function knownFigures(task: string): KnownFigures {
  const file = readdirSync(figures).find((name) => name.endsWith(`${task}.report.json`));
  if (file === undefined) throw new Error(`${figures} has no file …${task}.report.json.`);
  return JSON.parse(readFileSync(join(figures, file), "utf8")).tasks[0];
}

const decimals = (value: number | null): string => (value === null ? "–" : value.toFixed(2).replace("-", "−"));
const percent = (share: number): string => `${(100 * share).toFixed(1)}\u00a0%`;
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (seconds < 10 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)}\u00a0s`;
  const rest = whole % 60 === 0 ? "" : ` ${whole % 60}\u00a0s`;
  return whole < 60 ? `${whole}\u00a0s` : `${Math.floor(whole / 60)}\u00a0min${rest}`;
}

/** The beginning of each cell of a row after its label, as a table must show it; null: the other program has no such figure. */
type Cells = (string | null)[];
/** A table of the report by its name: rows in their order, or by the label that they begin with. */
export interface KnownTable {
  table: string;
  rows: Cells[] | Record<string, Cells>;
}

const coefficients = ({ pearson, spearman, kendallTauB }: Coefficients): Cells =>
  [pearson, spearman, kendallTauB].map(({ value }) => decimals(value));
const outcomes = ({ accept, revise, remove, add }: Shares): Cells => [accept, revise, remove, add].map(({ share }) => percent(share));

/** Agreement for each criterion at one level of measurement; the cell before alpha is its place on an axis. */
export function agreementTable({ agreement, correlation, scores }: KnownFigures, level: keyof Levels): KnownTable {
  return {
    table: "Agreement for each criterion",
    rows: Object.entries(agreement.perCriterion).map(([criterion, { annotators, withJudge }]) => {
      const { up, down, same } = scores.change.chatgpt[criterion] ?? { up: 0, down: 0, same: 0 };
      const tauB = correlation.chatgpt.perCriterion[criterion]?.kendallTauB.value ?? null;
      const alphas = [annotators[level].value, withJudge.chatgpt[level].value].map(decimals);
      return [null, ...alphas, decimals(tauB), null, percent((up + down) / (up + down + same))];
    }),
  };
}

/** The tables of a report that the other program has figures for. "as a table": behind a chart. */
export function knownTables({ correlation: { chatgpt: found }, actions, scores, time }: KnownFigures): KnownTable[] {
  const criteria = Object.keys(found.perCriterion);
  const ofEach = (each: Record<string, Coefficients>) => criteria.map((name) => coefficients(each[name] as Coefficients));
  return [
    {
      table: "Correlations",
      rows: [
        coefficients(found.pooled),
        ...ofEach(found.perCriterion),
        coefficients(found.sampleMean),
        coefficients(found.textLevel.allGroups),
        ...ofEach(found.textLevel.perCriterion),
        coefficients(found.textLevel.meanOverCriteria),
        ...ofEach(found.systemLevel.perCriterion),
        coefficients(found.systemLevel.meanOverCriteria),
        coefficients(found.pairwise.judgeAnnotator),
        coefficients(found.pairwise.annotatorAnnotator),
      ],
    },
    {
      table: "How scores are spread, as a table",
      rows: criteria.flatMap((name) => {
        const { annotators, chatgpt } = scores.perCriterion[name] ?? {};
        return ["1", "2", "3", "4", "5"].map((point) => [
          point,
          ...[annotators, chatgpt].map((of) => String(of?.histogram[point] ?? Number.NaN)),
        ]);
      }),
    },
    {
      table: "Which way scores were changed, as a table",
      rows: criteria.map((name) => {
        const { up, down, same } = scores.change.chatgpt[name] ?? {};
        return [down, same, up].map(String);
      }),
    },
    {
      table: "Means by system",
      rows: Object.fromEntries(
        Object.entries(scores.bySystem).map(([name, { annotators, chatgpt }]) => [name, [annotators, chatgpt].map(decimals)]),
      ),
    },
    {
      table: "What people did with the draft, as a table",
      rows: [actions.chatgpt.overall, actions.chatgpt.conclusion, actions.chatgpt.score, actions.chatgpt.evidence].map(outcomes),
    },
    {
      table: "Times",
      rows: Object.fromEntries(
        [...Object.entries(time.perAnnotator), ["Everyone", time.all] as const].map(([name, of]) => [
          name,
          [of.medianUnitSeconds, of.medianSampleSeconds].map(duration),
        ]),
      ),
    },
  ];
}

/** What people did with the draft by criterion or by annotator. */
export function actionTable({ actions }: KnownFigures, by: "perCriterion" | "perAnnotator"): KnownTable {
  return { table: "What people did with the draft, as a table", rows: Object.values(actions.chatgpt[by]).map(outcomes) };
}

/** People's alpha of all criteria in one table, and with the judge, as the note under the main table says it. */
export const pooledWords = ({ agreement: { pooled } }: KnownFigures, level: keyof Levels): RegExp[] => [
  new RegExp(`People ${decimals(pooled.annotators[level].value)}(?!\\d)`),
  new RegExp(`with the judge ${decimals(pooled.withJudge.chatgpt[level].value)}(?!\\d)`),
];

/** Whether a cell shows a figure first, before its interval and n. A count is the whole number, not the start of a longer one. */
const shows = (cell: string | undefined, figure: string): boolean =>
  cell?.startsWith(figure) === true && !(/^\d+$/.test(figure) && /^\d/.test(cell.slice(figure.length)));

/** Where a table's rows on the page are not the known ones, in words; `found` begins with the row's label. */
export function differences({ table, rows }: KnownTable, found: string[][]): string[] {
  const wanted: [row: string[] | undefined, cells: Cells, name: string][] = Array.isArray(rows)
    ? rows.map((cells, at) => [found[at], cells, `row ${at + 1}`])
    : Object.entries(rows).map(([name, cells]) => [found.find(([label]) => label?.startsWith(name)), cells, name]);
  return wanted.flatMap(([row, cells, name]) =>
    cells.flatMap((cell, at) => {
      const shown = row?.[at + 1];
      return cell === null || shows(shown, cell) ? [] : [`${table}, ${name}, column ${at + 2}: ${shown}, not ${cell}`];
    }),
  );
}

/** How many figures a table's known cells are. */
export const figuresIn = ({ rows }: KnownTable): number =>
  Object.values(rows)
    .flat()
    .filter((cell) => cell !== null).length;
