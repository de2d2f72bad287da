import type { FigureName } from "@/lib/domain/explanations";
import { outcomes } from "@/lib/domain/outcomes";
import type { ActionRates, Adjudicated, AlphaFigure, LabelFigures, TaskReport } from "@/lib/domain/report";
import type { PanelTable, TableCell, TableColumn } from "@/lib/paper/panel-table";
import { count, decimals, duration, figuresOf, percent, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { countCell, figureCell } from "./cells";
import { type CriterionRow, criteriaIn, type SummaryRow } from "./criterion-rows";
import { reasonRows } from "./draft-rows";
import { verdictLabel } from "./verdict-label";

/** The main table's figures: agreement of people, then the judge's. */
export function criterionColumns(
  judge: string | null,
  pairwise: boolean,
  changedLabel: string | null,
): (TableColumn & { figure: FigureName })[] {
  return [
    { head: "alpha", figure: "alpha", format: decimals, n: "ratings" },
    ...(judge === null
      ? []
      : ([
          { head: "with judge", figure: "alpha-with-judge", format: decimals, n: "ratings" },
          ...(pairwise
            ? []
            : ([
                { head: "tau-b, judge and people", figure: "kendall-tau-b", format: decimals, n: "units" },
                { head: "judge minus people", figure: "signed-error", format: signed, n: "units" },
              ] as const)),
          ...(changedLabel === null ? [] : ([{ head: changedLabel, figure: "changed-share", format: percent, n: "ratings" }] as const)),
        ] as const)),
  ];
}

/** What the figures allow to say. */
const remarkColumns: readonly TableColumn[] = [
  { head: "verdict", figure: "verdict" },
  { head: "units that would tell", figure: "units-needed", format: count },
  { head: "judge" },
];

interface Criteria {
  rows: readonly CriterionRow[];
  summary: SummaryRow | null;
  judge: string | null;
  pairwise: boolean;
  changedLabel: string | null;
  /** The arms of the column with this label. */
  changedIn?: string;
}

/** Agreement for each criterion, and the mean over them. */
export function criterionTable({ rows, summary, judge, pairwise, changedLabel, changedIn }: Criteria): PanelTable {
  const ofJudge = (row: CriterionRow): TableCell[] => [
    figureCell(row.withJudge),
    ...(pairwise ? [] : [figureCell(row.tauB), figureCell(row.bias)]),
    ...(changedLabel === null ? [] : [row.changed ? figureCell(row.changed) : null]),
  ];
  const empty = Array.from({ length: (pairwise ? 0 : 2) + (changedLabel === null ? 0 : 1) }, () => null);
  const overall = (label: string, people: AlphaFigure, withJudge: AlphaFigure | undefined) => ({
    ...{ arms: summary?.arms, labels: [label] },
    cells: [figureCell(people), ...(judge === null ? [] : [figureCell(withJudge), ...empty]), ...remarkColumns.map(() => null)],
  });
  return {
    title: "Agreement for each criterion",
    about: judge === null ? "People" : `People, and the judge ${judge}`,
    labels: ["Criterion"],
    columns: [...criterionColumns(judge, pairwise, changedLabel), ...remarkColumns].map((column) => ({
      ...column,
      arms: column.head === changedLabel ? changedIn : undefined,
    })),
    rows: [
      ...rows.map((row) => ({
        ...{ arms: row.arms, level: row.level },
        labels: [plainCriterionName(row.name)],
        cells: [
          figureCell(row.people),
          ...(judge === null ? [] : ofJudge(row)),
          row.people && row.people.n > 0 ? verdictLabel[row.verdict.code] : null,
          row.verdict.unitsNeeded === null ? null : countCell(row.verdict.unitsNeeded),
          pairwise ? null : row.leaning,
        ],
      })),
      ...(summary
        ? [
            overall(`Mean over criteria (${criteriaIn(summary)})`, summary.people, summary.withJudge),
            overall("All criteria pooled", summary.pooled, summary.pooledWithJudge),
          ]
        : []),
    ],
  };
}

/** What people did with drafts' lines. */
export function actionTable(entries: readonly (readonly [string, ActionRates])[], label: "Lines" | "Judge", about: string): PanelTable {
  const words = { accept: "accepted", revise: "revised", remove: "removed", add: "added" } as const;
  return {
    title: "What people did with the draft",
    about,
    labels: [label],
    columns: [
      ...outcomes.map((outcome) => ({ head: words[outcome], figure: "action-share" as const, format: percent })),
      ...outcomes.map((outcome) => ({ head: `lines ${words[outcome]}`, figure: "action-count" as const, format: count })),
    ],
    rows: entries.map(([name, rates]) => ({
      labels: [name],
      cells: [
        ...outcomes.map((outcome) => figureCell({ ...rates[outcome], value: rates[outcome].share, why: "no-units", n: rates.n })),
        ...outcomes.map((outcome) => countCell(rates[outcome].count, rates.n)),
      ],
    })),
    n: "lines",
  };
}

/** How many lines of a judge's drafts were accepted by one key, and why people overruled others. */
export function overrulingTables(
  done: Pick<TaskReport["actions"][string], "acceptedTogether" | "overall" | "reasons" | "reasonShares">,
  about: string,
): PanelTable[] {
  const { acceptedTogether: together, overall, reasonShares } = done;
  const given = reasonRows(done);
  return [
    ...(together.count === 0
      ? []
      : [
          {
            title: "Accepted with the rest of the draft, by one key",
            about,
            labels: ["Lines"],
            columns: [
              { head: "by one key", figure: "accepted-together" as const, format: percent },
              { head: "lines by one key", figure: "accepted-together" as const, format: count },
            ],
            rows: [
              {
                labels: ["All accepted lines"],
                cells: [
                  figureCell({ ...together, value: together.share, why: "no-units", n: overall.accept.count }),
                  countCell(together.count, overall.accept.count),
                ],
              },
            ],
            n: "accepted lines",
          },
        ]),
    ...(given.length === 0
      ? []
      : [
          {
            title: "Reasons for overruling the draft",
            about,
            labels: ["Reason"],
            columns: [
              { head: "given", figure: "reason-count" as const, format: count },
              ...(reasonShares ? [{ head: "share", figure: "reason-share" as const, format: percent }] : []),
            ],
            rows: given.map(({ code, words, count: number, total }) => ({
              labels: [words],
              cells: [countCell(number, total), ...shareCell(reasonShares?.[code], total)],
            })),
            n: "reasons",
          },
        ]),
  ];
}

const shareCell = (of: ActionRates["accept"] | undefined, n: number) =>
  of === undefined ? [] : [figureCell({ ...of, value: of.share, why: "no-units", n })];

export const timeColumns = [
  { head: "per unit", figure: "median-time", format: duration, n: "ratings timed" },
  { head: "per sample", figure: "median-time", format: duration, n: "samples timed, of each person" },
] as const satisfies TableColumn[];

/** How long people took, in seconds. */
export function timeTable({ perAnnotator, all }: TaskReport["time"]): PanelTable {
  const people = Object.entries(perAnnotator);
  return {
    title: "How long it took",
    about: "Median time per unit, and per sample if all its criteria are timed; in seconds where a file has plain numbers",
    labels: ["Annotator"],
    columns: timeColumns,
    rows: [...people, ...(people.length > 1 ? ([["Everyone", all]] as const) : [])].map(([name, times]) => ({
      labels: [name],
      cells: [
        countCell(times.medianUnitSeconds, times.unitsTimed, "not-timed"),
        countCell(times.medianSampleSeconds, times.samplesTimed, "not-timed"),
      ],
    })),
  };
}

export const adjudicatedColumns = [
  { head: "Spearman", figure: "spearman", format: decimals },
  { head: "mean absolute error", figure: "mean-absolute-error", format: decimals },
] as const satisfies TableColumn[];
export const directionColumns = (["towards the judge", "neither", "away"] as const).map((head) => ({
  head,
  figure: "direction" as const,
  format: percent,
})) satisfies TableColumn[];

/** Who agrees with the adjudicators' labels, and which way these went. */
export function adjudicatedTables(
  rows: readonly { name: string; figures: Adjudicated["people"]["pooled"] }[],
  ways: readonly { label: string; of: Adjudicated["label"] }[],
  about: string,
): PanelTable[] {
  return [
    {
      title: "Agreement with the adjudicated labels",
      about,
      labels: ["Compared with the label"],
      columns: adjudicatedColumns,
      rows: rows.map(({ name, figures }) => ({ labels: [name], cells: [figureCell(figures.association), figureCell(figures.error)] })),
      n: "units",
    },
    {
      title: "Towards the judge or away from it",
      labels: ["Which way"],
      columns: directionColumns,
      rows: ways.map(({ label, of }) => ({ labels: [label], cells: [of.towards, of.neither, of.away].map((share) => figureCell(share)) })),
      n: "units",
    },
  ];
}

interface OfLabels {
  name: string;
  figures: LabelFigures;
  judge: string | null;
  scores: TaskReport["scores"]["perCriterion"][string];
  /** Arms of the ratings that the judge is compared with. */
  arms?: string | undefined;
}

/** A criterion with labels: agreement, how often each label was given, and which are given together. */
export function labelTables({ name, figures, judge, scores, arms }: OfLabels): PanelTable[] {
  const { labels, annotators } = figures;
  const withJudge = judge === null ? undefined : figures.withJudge[judge];
  const criterion = plainCriterionName(name);
  const given = (rater: string, label: string) => {
    const { n = 0, histogram = {} } = scores[rater] ?? {};
    return countCell(Object.hasOwn(histogram, label) ? (histogram[label] ?? 0) : 0, n);
  };
  const confusion = withJudge?.confusion ?? annotators.confusion;
  return [
    {
      title: `Agreement on ${criterion}`,
      labels: ["Raters"],
      columns: [
        { head: "same label", figure: "equal-share", format: percent },
        { head: "kappa", figure: withJudge ? "cohen-kappa" : "fleiss-kappa", format: decimals },
      ],
      rows: [
        { labels: ["people among themselves (Fleiss' kappa)"], cells: [figureCell(annotators.rawAgreement), figureCell(annotators.kappa)] },
        ...(withJudge
          ? [
              {
                arms,
                labels: [`${judge} and most people (Cohen's kappa)`],
                cells: [figureCell(withJudge.rawAgreement), figureCell(withJudge.kappa)],
              },
            ]
          : []),
      ],
      n: "units",
    },
    {
      title: `How often each label was given: ${criterion}`,
      level: "nominal",
      labels: ["Label"],
      columns: [
        { head: "people", figure: "label-share" },
        ...(withJudge && judge !== null ? [{ head: judge, figure: "label-share" as const }] : []),
        { head: "alpha, this label or another", figure: "alpha-of-label", format: decimals },
      ],
      rows: labels.map((label) => ({
        labels: [label],
        cells: [
          given("annotators", label),
          ...(withJudge && judge !== null ? [given(judge, label)] : []),
          figureCell(annotators.perLabel[label]),
        ],
      })),
      n: "ratings",
    },
    ...(confusion.flat().every((number) => number === 0)
      ? []
      : [
          {
            title: `Labels given together: ${criterion}`,
            ...(withJudge && { arms }),
            about: withJudge ? `Rows: most people; columns: ${judge}` : "Rows: one person; columns: another; in both directions",
            labels: ["Label"],
            columns: labels.map((label) => ({ head: label, figure: "confusion" as const })),
            rows: labels.map((label, row) => ({
              labels: [label],
              cells: labels.map((_, column) => countCell(confusion[row]?.[column] ?? 0)),
            })),
          },
        ]),
    ...(withJudge ? [{ ...alternativeTable(withJudge.altTest, criterion, judge ?? ""), arms }] : []),
  ];
}

function alternativeTable(test: LabelFigures["withJudge"][string]["altTest"], criterion: string, judge: string): PanelTable {
  const { winningRate, advantageProbability, epsilon, eligible, n, why } = test;
  return {
    title: `Alternative-annotator test: ${criterion}`,
    about: `Accuracy as the score, epsilon ${epsilon}, ${figuresOf(eligible, "eligible annotator")}`,
    labels: ["Judge"],
    columns: [
      { head: "winning rate", figure: "winning-rate", format: percent },
      { head: "advantage probability", figure: "advantage-probability", format: percent },
    ],
    rows: [{ labels: [judge], cells: [winningRate, advantageProbability].map((value) => countCell(value, n, why ?? undefined)) }],
    n: "units",
  };
}

const oddityColumns = [{ head: "times", figure: "oddity-count", format: count }] as const satisfies TableColumn[];

/** Oddities in the data. */
export const oddityTable = (warnings: TaskReport["warnings"]): PanelTable => ({
  title: "Oddities in the data",
  about: "Kept as they are; what figures leave out is named here",
  labels: ["Oddity"],
  columns: oddityColumns,
  rows: warnings.map(({ message, count: times }) => ({ labels: [message], cells: [countCell(times)] })),
  selection: [],
});
