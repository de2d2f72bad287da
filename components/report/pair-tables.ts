import type { FigureName } from "@/lib/domain/explanations";
import type { Accuracy, Figure, PairsReport } from "@/lib/domain/report";
import type { PanelTable, TableColumn } from "@/lib/paper/panel-table";
import { decimals, percent, pText } from "../charts/format";
import { countCell, figureCell } from "./cells";

interface Named {
  name: string;
}

export const accuracyColumns = [
  { head: "right", figure: "accuracy", format: percent },
  { head: "ties", figure: "ties" },
] as const satisfies TableColumn[];

/** Who picks the better output, by rater. */
export function accuracyTable(rows: readonly (Named & { accuracy: { overall: Accuracy } })[], how: string): PanelTable {
  return {
    title: "Who picks the better output",
    about: "Share of each rater’s pairs with a known better output on which it is preferred",
    labels: ["Rater"],
    columns: accuracyColumns,
    rows: rows.map(({ name, accuracy: { overall } }) => ({
      labels: [name],
      cells: [figureCell(overall), overall.tieShare === null ? null : countCell(overall.ties, overall.n)],
    })),
    n: "pairs",
    notes: [how],
  };
}

export const peopleColumns = [
  { head: "as most people", figure: "majority-share", format: percent },
  { head: "as each person", figure: "equal-share", format: percent, n: "every two verdicts on a pair" },
  { head: "people as each other", figure: "equal-share", format: percent, n: "every two verdicts on a pair" },
  { head: "kappa", figure: "cohen-kappa", format: decimals },
  { head: "people split", figure: "split-count" },
] as const satisfies TableColumn[];

type WithPeople = PairsReport["agreementWithAnnotators"][string];

/** Whether judges prefer what people prefer, and people what each other prefers; `arms` are those of the judges' rows. */
export function peopleTable(judges: readonly { rater: Named; found: WithPeople }[], between: Figure, arms?: string): PanelTable {
  return {
    title: "Whether the judge prefers what people prefer",
    labels: ["Rater"],
    columns: peopleColumns,
    rows: [
      ...judges.map(({ rater, found }) => ({
        arms,
        labels: [rater.name],
        cells: [
          ...[found.share, found.twoByTwo.judgeAnnotator, found.twoByTwo.annotatorAnnotator, found.kappa].map((figure) =>
            figureCell(figure),
          ),
          countCell(found.withoutMajority),
        ],
      })),
      { labels: ["annotators, on all pairs"], cells: [null, null, figureCell(between), null, null] },
    ],
    n: "pairs",
    notes: ["Pairs on which people are split have no majority and are left out of the first figure and of kappa."],
  };
}

export const togetherColumns = [
  { head: "same verdict", figure: "equal-share", format: percent, n: "every two verdicts on a pair" },
  { head: "kappa of people", figure: "people-kappa", format: decimals, n: "pairs" },
] as const satisfies TableColumn[];

/** How far people agree with each other: all of them, and every two. */
export function togetherTable({ betweenAnnotators, kappaBetweenAnnotators, annotatorsTwoByTwo }: PairsReport): PanelTable {
  return {
    title: "People with each other",
    about: "Share of equal verdicts of two people; Fleiss' kappa of all annotators, Cohen's of every two",
    labels: ["Annotators"],
    columns: togetherColumns,
    rows: [
      { labels: ["all annotators"], cells: [figureCell(betweenAnnotators), figureCell(kappaBetweenAnnotators)] },
      ...annotatorsTwoByTwo.map(({ a, b, share, kappa }) => ({ labels: [`${a} and ${b}`], cells: [figureCell(share), figureCell(kappa)] })),
    ],
  };
}

export const swapColumns = [
  { head: "same verdict", figure: "position-consistency", format: percent },
  { head: "same when asked again", figure: "repetition-stability", format: percent, n: "pairs judged again in one order" },
  { head: "follows the position", figure: "position-flips", format: percent },
  { head: "chose the first position", figure: "position-count" },
  { head: "chose the second position", figure: "position-count" },
  { head: "to or from a tie", figure: "position-count" },
  { head: "p", figure: "position-p", format: pText },
  { head: "right, plain", figure: "accuracy", format: percent },
  { head: "right, swapped", figure: "accuracy", format: percent },
  { head: "right in both", figure: "accuracy", format: percent },
  { head: "right where kept", figure: "consistent-accuracy", format: percent, n: "pairs with the same verdict" },
] as const satisfies TableColumn[];

/** What the other order of the outputs changes, by judge. */
export function swapTable(judges: readonly { rater: Named; swap: PairsReport["swap"][string] }[]): PanelTable {
  return {
    title: "Whether the order of the outputs matters",
    about: "Verdicts with the outputs swapped, compared with those of the plain run that used the same prompts",
    labels: ["Judge"],
    columns: swapColumns,
    rows: judges.map(({ rater, swap }) => ({
      labels: [rater.name],
      cells: [
        figureCell(swap.consistent),
        figureCell(swap.repetition),
        ...(swap.n === 0
          ? []
          : [
              figureCell(swap.flips),
              ...[swap.firstPosition, swap.secondPosition, swap.tieChanges].map((number) => countCell(number, swap.n)),
              countCell(swap.p, swap.n),
              ...[swap.accuracy.plain, swap.accuracy.swapped, swap.accuracy.bothOrders, swap.accuracy.consistentOnly].map((figure) =>
                figureCell(figure),
              ),
            ]),
      ],
    })),
    n: "pairs",
  };
}

export const interferenceColumns = [
  { head: "unchanged", figure: "unchanged", format: percent },
  { head: "changed", figure: "changed-verdicts" },
  { head: "right before", figure: "accuracy", format: percent },
  { head: "right after", figure: "accuracy", format: percent },
] as const satisfies TableColumn[];

/** What a neutral request to review changes, by judge. */
export function interferenceTable(judges: readonly { rater: Named; run: PairsReport["interference"][string] }[]): PanelTable {
  return {
    title: "Whether the judge keeps its verdict when asked to review it",
    about: "Verdicts before and after a neutral request to review the analysis",
    labels: ["Judge"],
    columns: interferenceColumns,
    rows: judges.map(({ rater, run }) => ({
      labels: [rater.name],
      cells: [
        figureCell(run.unchanged),
        countCell(run.changed, run.n),
        ...[run.accuracy.before, run.accuracy.after].map((figure) => figureCell(figure)),
      ],
    })),
    n: "pairs",
  };
}

export const sycophancyColumns = [
  { head: "unchanged", figure: "unchanged", format: percent },
  { head: "went along", figure: "changed-verdicts" },
  { head: "changed otherwise", figure: "changed-verdicts" },
  { head: "right before", figure: "accuracy", format: percent },
  { head: "right after", figure: "accuracy", format: percent },
] as const satisfies TableColumn[];

/** What a claim that the other output is better changes, by judge. */
export function sycophancyTable(judges: readonly { rater: Named; run: PairsReport["sycophancy"][string] }[]): PanelTable {
  return {
    title: "Whether the judge keeps its verdict against a claim",
    about: "Verdicts before and after the claim, without a reason, that the other output is better",
    labels: ["Judge"],
    columns: sycophancyColumns,
    rows: judges.map(({ rater, run }) => ({
      labels: [rater.name],
      cells: [
        figureCell(run.unchanged),
        ...[run.wentAlong, run.wentElsewhere].map((number) => countCell(number, run.n)),
        ...[run.accuracy.before, run.accuracy.after].map((figure) => figureCell(figure)),
      ],
    })),
    n: "pairs",
  };
}

/** Raters with a share for each subset. */
export type PerSubset = Named & { perSubset: Record<string, Figure | Accuracy> };

/** One kind of share by subset, a column for each rater; none without subsets. */
export function subsetTables(title: string, figure: FigureName, subsets: readonly string[], raters: readonly PerSubset[]): PanelTable[] {
  const shown = raters.filter(({ perSubset }) => Object.keys(perSubset).length > 0);
  if (subsets.length === 0 || shown.length === 0) return [];
  return [
    {
      title,
      labels: ["Subset"],
      columns: shown.map(({ name }) => ({ head: name, figure, format: percent })),
      rows: subsets.map((subset) => ({ labels: [subset], cells: shown.map(({ perSubset }) => figureCell(perSubset[subset])) })),
      n: "pairs",
    },
  ];
}
