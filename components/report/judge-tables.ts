import type { ActionRates, TaskReport } from "@/lib/domain/report";
import type { PanelTable, TableColumn } from "@/lib/paper/panel-table";
import { decimals, percent, signed } from "../charts/format";
import type { Distribution } from "../charts/prepare-distribution";
import { plainCriterionName } from "../words/criterion-name";
import { countCell, figureCell } from "./cells";
import { type Coefficient, type CorrelationSection, coefficientLabel, coefficients } from "./correlation-rows";
import type { SystemRow } from "./system-rows";

const coefficientFigure = { pearson: "pearson", spearman: "spearman", kendallTauB: "kendall-tau-b" } as const satisfies Record<
  Coefficient,
  string
>;

/** A column for each coefficient. */
export const correlationColumns = coefficients.map((name) => ({
  head: coefficientLabel[name],
  figure: coefficientFigure[name],
  format: decimals,
})) satisfies TableColumn[];

/** Every correlation between a judge and people. */
export function correlationTable(sections: readonly CorrelationSection[], judge: string): PanelTable {
  return {
    title: "Whether the judge orders things as people do",
    about: `Correlation of ${judge} with people`,
    labels: ["Compared", "Of"],
    columns: correlationColumns,
    rows: sections.flatMap((section) =>
      section.rows.map((row) => ({
        labels: [section.title, plainCriterionName(row.label)],
        n: section.counts,
        cells: coefficients.map((name) => figureCell(row.cells[name])),
      })),
    ),
  };
}

type Way = "down" | "same" | "up" | "changed";
interface ChangeRow {
  name: string;
  counts: Partial<Record<Way, number | null>>;
  /** Missing in older reports. */
  shares?: Partial<Record<Way, ActionRates["accept"] | null>> | undefined;
}

/** Which way people changed the scores of the judge's drafts, as counts and as shares of all; `words` names the columns. */
export function changeTable(title: string, about: string, rows: readonly ChangeRow[], words: Partial<Record<Way, string>>): PanelTable {
  const keys = (["down", "same", "up", "changed"] as const).filter((key) => words[key] !== undefined);
  const shown = rows.some(({ shares }) => shares) ? keys : [];
  return {
    title,
    about,
    labels: ["Criterion"],
    columns: [
      ...keys.map((key) => ({ head: words[key] ?? key, figure: "changed-count" as const })),
      ...shown.map((key) => ({ head: `share ${words[key]}`, figure: "changed-way" as const, format: percent })),
    ],
    rows: rows.map(({ name, counts, shares }) => {
      const n = keys.reduce((sum, key) => sum + (counts[key] ?? 0), 0);
      const of = (share: ActionRates["accept"] | null | undefined) =>
        figureCell(share ? { ...share, value: share.share, why: "no-units", n } : undefined);
      return { labels: [name], cells: [...keys.map((key) => countCell(counts[key] ?? 0, n)), ...shown.map((key) => of(shares?.[key]))] };
    }),
    n: "ratings",
  };
}

/** How scores are spread: each point of each scale, then the means; with their arms where they are not the report's. */
export function distributionTables(
  title: string,
  shown: readonly { name: string; distribution: Distribution; arms?: string | undefined }[],
): PanelTable[] {
  const raters = [...new Set(shown.flatMap(({ distribution }) => distribution.series.map(({ name }) => name)))];
  const means = shown.flatMap(({ name, distribution }) =>
    distribution.series.flatMap(({ name: rater, mean, n }) =>
      mean === null ? [] : [{ labels: [name, rater], cells: [countCell(mean, n)] }],
    ),
  );
  return [
    {
      title,
      labels: ["Criterion", "Score"],
      columns: raters.map((rater) => ({ head: rater, figure: "score-count" as const })),
      rows: shown.flatMap(({ name, distribution: { series, bins }, arms }) =>
        bins.map(({ label, values }) => ({
          ...{ labels: [name, label], arms },
          cells: raters.map((rater) => {
            const index = series.findIndex((one) => one.name === rater);
            return index < 0 ? null : countCell(values[index]?.count ?? 0, series[index]?.n ?? 0);
          }),
        })),
      ),
      n: "ratings",
    },
    ...(means.length === 0
      ? []
      : [
          {
            title: "Mean scores",
            labels: ["Criterion", "Rater"],
            columns: [{ head: "mean", figure: "mean-score" as const, format: decimals }],
            rows: means,
            n: "ratings",
          },
        ]),
  ];
}

/** The columns of the systems' table; for pairs, wins minus losses. */
export function systemColumns(judge: string | null, pairwise: boolean): TableColumn[] {
  const of = { figure: pairwise ? "net-wins" : "mean-score", format: pairwise ? signed : decimals } as const;
  return [
    { head: "people", ...of },
    ...(judge === null
      ? []
      : [
          { head: judge, ...of },
          { head: "difference", figure: pairwise ? ("net-wins" as const) : ("signed-error" as const), format: signed },
        ]),
  ];
}

/** Each system's scores by people and by the judge; `notPooled` says why there are none of all criteria. */
export function systemTable(
  rows: readonly SystemRow[],
  judge: string | null,
  pairwise: boolean,
  about: string,
  notPooled: string | null = null,
): PanelTable {
  return {
    title: "By system",
    about,
    labels: ["System"],
    columns: systemColumns(judge, pairwise),
    rows: rows.map(({ name, people, judged, difference }) => {
      const mean = (value: number | null) => countCell(value, null, difference?.why ?? notPooled ?? undefined);
      return { labels: [name], cells: [mean(people), ...(judge === null ? [] : [mean(judged), figureCell(difference)])] };
    }),
    n: pairwise ? "pairs" : "units",
  };
}

export const droppedColumns = [{ head: "discarded", figure: "discarded", format: percent }] as const satisfies TableColumn[];
export const feedbackColumns = [
  { head: "before", figure: "mean-score", format: decimals },
  { head: "after", figure: "mean-score", format: decimals },
  { head: "gain", figure: "gain", format: signed },
] as const satisfies TableColumn[];

type Checks = TaskReport["checks"];

/** Drafts rejected by the protocols' checks, and what critiques gained; each run under the name it is given. */
export function checkTables(
  dropped: readonly { name: string; entry: Checks["dropped"][number] }[],
  feedback: readonly { name: string; entry: Checks["feedback"][number] }[],
): PanelTable[] {
  return [
    {
      title: "Discarded drafts",
      labels: ["Judge"],
      columns: droppedColumns,
      rows: dropped.map(({ name, entry }) => ({ labels: [name], cells: [figureCell(entry.share)] })),
      n: "units",
    },
    {
      title: "Gain from the critique",
      labels: ["Judge", "Criterion"],
      columns: feedbackColumns,
      rows: feedback.map(({ name, entry }) => ({
        labels: [name, plainCriterionName(entry.criterion)],
        cells: [countCell(entry.meanBefore), countCell(entry.meanAfter), figureCell(entry.gain)],
      })),
      n: "units",
    },
  ].filter(({ rows }) => rows.length > 0);
}
