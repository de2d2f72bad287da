import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import type { PanelTable } from "@/lib/paper/panel-table";
import { count, decimals, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { countCell } from "./cells";
import { exportedTable } from "./exported-table";
import { FigurePanel } from "./figure-panel";
import type { FigureCell, FigureRow, FigureTableProps } from "./figure-table";

interface LimitsPanelProps {
  report: TaskReport;
  found: { name: string; scores: ScoresOfJudge }[];
  judge: string;
}

type Figures = NonNullable<ScoresOfJudge["blandAltman"]>;

/** How far apart judge and people are, unit by unit (Bland and Altman), on each criterion. */
export function LimitsPanel({ report, found, judge }: LimitsPanelProps) {
  return (
    <FigurePanel
      title="How far apart are the judge and people?"
      description={`${judge}’s score minus people’s mean, unit by unit; 95 % of differences lie between the limits, if they are normal`}
      basis={saidOfChapters(report)}
      table={limitsTable(report, found, judge)}
      remark="Change for each point: how much larger the difference is where both score a point higher; where it is not zero, it is partly regression to the mean."
    />
  );
}

/** A row for each criterion whose limits are defined. */
function limitsTable(report: TaskReport, found: LimitsPanelProps["found"], judge: string): FigureTableProps {
  return {
    label: "Limits of agreement",
    first: "Criterion",
    columns: [
      { head: "judge minus people", format: signed, explained: "signed-error" },
      { head: "lower limit", format: signed, explained: "limits-of-agreement" },
      { head: "upper limit", format: signed, explained: "limits-of-agreement" },
      {
        ...{ head: "change for each point", format: signed, explained: "proportional-bias" },
        details: [{ head: "what the change allows to say", explained: null }],
      },
      { head: "two points or more apart", format: count, explained: "far-apart" },
    ],
    rows: found.flatMap(({ name, scores: { blandAltman, confusion } }) =>
      blandAltman === null ? [] : [rowOf(report, judge, { name, figures: blandAltman, farApart: confusion.farApart })],
    ),
    n: "units",
    arms: armsOfChapters(report),
  };
}

/** What a criterion's drawing of differences shows: its lines, and its circles. */
export function differenceTables(report: TaskReport, own: LimitsPanelProps["found"][number], judge: string): PanelTable[] {
  if (own.scores.blandAltman === null) return [];
  const lines = exportedTable(limitsTable(report, [own], judge));
  return [
    { ...lines, title: `${lines.title}: ${plainCriterionName(own.name)}`, about: `${judge} minus people’s mean` },
    { ...bubbleTable(own.name, judge, own.scores.blandAltman), arms: armsOfChapters(report) },
  ];
}

function rowOf(
  report: TaskReport,
  judge: string,
  { name, figures, farApart }: { name: string; figures: Figures; farApart: number },
): FigureRow {
  const { n, bias, low, high, slope } = figures;
  const words = slopeWords(slope);
  const limit = ({ value, interval }: Figures["low"]): FigureCell => ({
    figure: { value, why: null, n, interval, intervalWhy: bias.intervalWhy ?? "too-few" },
  });
  return {
    name,
    label: plainCriterionName(name),
    units: among(chapterBasis(report), figureUnits.judged(name, judge)).units,
    cells: [
      { figure: bias, n: true, link: among(chapterBasis(report), figureUnits.judged(name, judge)) },
      limit(low),
      limit(high),
      { figure: slope, detail: { words, cells: [{ text: words }] } },
      { value: farApart, of: n, link: among(chapterBasis(report), figureUnits.apart(name, judge, "either", 2), farApart) },
    ],
  };
}

/** What the interval of the slope allows to say. */
export function slopeWords({ value, interval }: Figures["slope"]): string | null {
  if (value === null) return null;
  if (!interval || (interval.low <= 0 && interval.high >= 0)) return "cannot tell yet";
  return interval.low > 0 ? "grows with the score" : "falls with the score";
}

const bubbleTable = (name: string, judge: string, { bubbles }: Figures): PanelTable => ({
  title: `Differences by height: ${plainCriterionName(name)}`,
  about: `${judge} minus people’s mean, and the mean of both; a circle for each pair of values`,
  labels: ["Circle"],
  columns: [
    { head: "mean of both", figure: "mean-score", format: decimals },
    { head: "judge minus people", figure: "signed-error", format: signed },
    { head: "units", figure: "unit-count", format: count },
  ],
  rows: bubbles.map(({ mean, difference, n }, place) => ({
    labels: [`${place + 1}`],
    cells: [countCell(mean), countCell(difference), countCell(n)],
  })),
});
