import { figureUnits } from "@/lib/domain/figure-units";
import type { Outcome } from "@/lib/domain/outcomes";
import type { TaskReport } from "@/lib/domain/report";
import type { MadeDimensions } from "@/lib/domain/report-made";
import { count, decimals, figuresOf, percent, signed } from "../charts/format";
import { FigurePanel } from "./figure-panel";
import type { FigureCell, FigureColumn } from "./figure-table";

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
  ...outcomeColumns.map(([head]) => ({ head, format: percent, explained: "action-share" as const, n: "draft lines" })),
  { head: "score kept", format: percent, explained: "made-score" },
  { head: "people − judge", format: signed, explained: "made-score" },
  { head: "distance", format: decimals, explained: "made-score" },
];

/** What people did with the dimensions that a judge made for single samples, kind by kind. Renders nothing if it made none that anybody has seen. */
export function MadePanel({ report, judge }: { report: TaskReport; judge: string }) {
  return (
    <FigurePanel
      title="What people did with the dimensions made for each sample"
      description={`By ${judge}; shares of draft lines without headings, and scores in points`}
      table={{
        label: "Dimensions made for each sample",
        first: "Dimension",
        columns,
        rows: (report.made?.[judge] ?? []).map((one) => ({
          name: kindWords[one.kind],
          detail: {
            words: `${figuresOf(one.actions.n, "line")} by ${figuresOf(one.people, "person", "people")} on ${figuresOf(one.samples, "sample")}`,
            cells: [{ value: one.people }, { value: one.samples }],
          },
          units: figureUnits.made(judge, one.kind, "samples"),
          cells: cellsOf(judge, one),
        })),
        details: [
          { head: "people", format: count, explained: "people-count" },
          { head: "samples", format: count, explained: "sample-count" },
        ],
        n: "ratings",
      }}
      remark="Everybody saw the draft before scoring these, so the figures say what people corrected, not whether the judge is right. A dimension belongs to one sample: nothing is pooled over kinds, and there is no agreement."
    />
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
