import { figureUnits } from "@/lib/domain/figure-units";
import type { Outcome } from "@/lib/domain/outcomes";
import type { TaskReport } from "@/lib/domain/report";
import type { MadeDimensions } from "@/lib/domain/report-made";
import { decimals, figuresOf, percent, signed } from "../charts/format";
import { exportedTable, type FigureCell, type FigureColumn, FigureTable, type FigureTableProps } from "./figure-table";
import { ReportPanel } from "./report-panel";

const kindWords: Record<MadeDimensions["kind"], string> = {
  relevance: "Relevance",
  factuality: "Factuality",
  adherence: "Adherence",
  specific: "Specific to one sample",
};

const outcomeColumns = [
  ["accepted", "accept"],
  ["revised", "revise"],
  ["removed", "remove"],
  ["added", "add"],
] as const satisfies (readonly [string, Outcome])[];

const columns: readonly FigureColumn[] = [
  ...outcomeColumns.map(([head]) => ({ head, format: percent, explained: "action-share" as const })),
  { head: "score kept", format: percent, explained: "made-score" },
  { head: "people − judge", format: signed, explained: "made-score" },
  { head: "distance", format: decimals, explained: "made-score" },
];

/** What people did with the dimensions that a judge made for single samples, kind by kind. Renders nothing if it made none that anybody has seen. */
export function MadePanel({ report, judge }: { report: TaskReport; judge: string }) {
  const kinds = report.made?.[judge] ?? [];
  if (kinds.length === 0) return null;
  const table: FigureTableProps = {
    label: "Dimensions made for each sample",
    first: "Dimension",
    columns,
    rows: kinds.map((one) => ({
      name: kindWords[one.kind],
      detail: `${figuresOf(one.actions.n, "line")} by ${figuresOf(one.people, "person", "people")} on ${figuresOf(one.samples, "sample")}`,
      units: figureUnits.made(judge, one.kind, "samples"),
      cells: cellsOf(judge, one),
    })),
  };
  return (
    <ReportPanel
      title="What people did with the dimensions made for each sample"
      description={`By ${judge}; shares of draft lines without headings, and scores in points`}
      tables={[exportedTable(table)]}
    >
      <FigureTable {...table} />
      <p className="mt-3 text-label text-soft">
        Everybody saw the draft before scoring these, so the figures say what people corrected, not whether the judge is right. A dimension
        belongs to one sample: nothing is pooled over kinds, and there is no agreement.
      </p>
    </ReportPanel>
  );
}

function cellsOf(judge: string, { kind, actions, kept, shift, distance }: MadeDimensions): FigureCell[] {
  const scores = { units: figureUnits.made(judge, kind, "ratings"), figure: "scores of dimensions" };
  return [
    ...outcomeColumns.map(([head, outcome]): FigureCell => {
      const { count, share, interval, intervalWhy } = actions[outcome];
      return {
        figure: { value: share, why: "no-units", interval, intervalWhy, n: actions.n },
        link: { units: figureUnits.made(judge, kind, "lines", outcome), figure: `lines ${head}`, n: count },
      };
    }),
    { figure: kept, link: scores },
    { figure: shift, link: scores, n: true },
    { figure: distance, link: scores },
  ];
}
