import { figureUnits } from "@/lib/domain/figure-units";
import type { CorrelationFigures, Figure, GroupedFigures, TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { count, figuresOf } from "../charts/format";
import { among, chapterBasis } from "./basis";
import { hasLabels } from "./level-of";
import { hasOwnScale } from "./rater-label";

export const coefficients = ["pearson", "spearman", "kendallTauB"] as const;
export type Coefficient = (typeof coefficients)[number];
export const coefficientLabel: Record<Coefficient, string> = { pearson: "Pearson", spearman: "Spearman", kendallTauB: "Kendall tau-b" };

/** One coefficient as a cell shows it. */
export interface CoefficientCell {
  value: number | null;
  why: string | null;
  interval: Figure["interval"];
  intervalWhy: string | null;
  /** What it is of, or "39 of 50 groups" if averaged over groups. */
  n: number | string;
}

export interface CorrelationRow {
  label: string;
  /** What it opens: the units that the judge and somebody have scored, and how many of what it counts; null: another number. */
  link: { units: UnitQuery; n: number | null } | null;
  cells: Record<Coefficient, CoefficientCell>;
}

/** A question and the rows that answer it. */
export interface CorrelationSection {
  title: string;
  explanation: string;
  /** What a number's n counts. */
  counts: string;
  rows: CorrelationRow[];
}

/** The single reason why nothing in a section has a value, otherwise null. */
export function emptyReason(section: CorrelationSection): string | null {
  const cells = section.rows.flatMap((row) => coefficients.map((name) => row.cells[name]));
  const reasons = new Set(cells.map(({ why }) => why));
  return cells.every(({ value }) => value === null) && reasons.size === 1 ? (cells[0]?.why ?? null) : null;
}

/** Every correlation between a judge and people, grouped by what is compared. */
export function correlationSections(report: TaskReport, judge: string): CorrelationSection[] {
  const found = report.correlation[judge];
  if (!found) return [];
  const criteria = report.criteria.map(({ name }) => name);
  // A metric's own scores are of samples; labels, which have no order, are in none of the rows over all criteria.
  const isLinked = !hasOwnScale(report.raters.find(({ name }) => name === judge));
  const linkTo = (units: UnitQuery, n: number | null): CorrelationRow["link"] => {
    const link = among(chapterBasis(report), units, n);
    return isLinked ? { units: link.units, n: link.n ?? null } : null;
  };
  const all = (n: number | null, of: "units" | "samples" = "units") =>
    linkTo(figureUnits.judgedAll(judge, of), hasLabels(report) ? null : n);
  const own = (name: string, n: number | null) => linkTo(figureUnits.judged(name, judge), n);
  const each = <T>(by: Record<string, T>, row: (label: string, value: T) => CorrelationRow) =>
    criteria.flatMap((name) => (by[name] === undefined ? [] : [row(name, by[name])]));
  const shared = linkTo({ judge, ratings: "2" }, null);
  return [
    {
      title: "Unit by unit",
      explanation: "The judge's score against the mean of the annotators.",
      counts: "units",
      rows: [
        plainRow("All criteria together", found.pooled, all(found.pooled.n)),
        ...each(found.perCriterion, (label, figures) => plainRow(label, figures, own(label, figures.n))),
      ],
    },
    {
      title: "Whole samples",
      explanation: "Both averaged over the criteria of a sample first.",
      counts: "samples",
      rows: [plainRow("Mean of the criteria", found.sampleMean, all(found.sampleMean.n, "samples"))],
    },
    {
      title: "Within one input (text level)",
      explanation: "Among the outputs for the same input, then averaged: does the judge order answers to one question as people do?",
      counts: "groups",
      rows: [
        groupedRow("All inputs and criteria", found.textLevel.allGroups, "group", all(null)),
        ...each(found.textLevel.perCriterion, (label, figures) => groupedRow(label, figures, "input", own(label, null))),
        groupedRow("Mean of the criteria", found.textLevel.meanOverCriteria, "input", all(null)),
      ],
    },
    {
      title: "Between systems (system level)",
      explanation: "On the mean score of each system; with few systems this says little.",
      counts: "systems",
      rows: [
        ...each(found.systemLevel.perCriterion, (label, figures) => plainRow(label, figures, own(label, null))),
        plainRow("Mean of the criteria", found.systemLevel.meanOverCriteria, all(null)),
      ],
    },
    {
      title: "Two by two",
      explanation: "Mean over pairs of raters: is the judge as close to a person as people are to each other?",
      counts: "pairs of raters",
      rows: [
        groupedRow("Judge with each annotator", found.pairwise.judgeAnnotator, "pair", shared),
        groupedRow("Annotators with each other", found.pairwise.annotatorAnnotator, "pair", shared),
      ],
    },
  ];
}

const byCoefficient = (cell: (name: Coefficient) => CoefficientCell): Record<Coefficient, CoefficientCell> => ({
  pearson: cell("pearson"),
  spearman: cell("spearman"),
  kendallTauB: cell("kendallTauB"),
});

function plainRow(label: string, figures: CorrelationFigures, link: CorrelationRow["link"]): CorrelationRow {
  return {
    ...{ label, link },
    cells: byCoefficient((name) => {
      const { value, why, interval = null, intervalWhy = null, n } = figures[name];
      return { value, why, interval, intervalWhy, n };
    }),
  };
}

function groupedRow(label: string, figures: GroupedFigures, unit: string, link: CorrelationRow["link"]): CorrelationRow {
  return {
    ...{ label, link },
    cells: byCoefficient((name) => {
      const { value, why, interval = null, intervalWhy = null, definedGroups, totalGroups } = figures[name];
      const all = figuresOf(totalGroups, unit);
      const n = definedGroups === totalGroups ? all : `${count(definedGroups)} of ${all}`;
      return { value, why, interval, intervalWhy, n };
    }),
  };
}
