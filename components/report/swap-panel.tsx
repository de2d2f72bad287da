import type { ReactNode } from "react";
import { positionTestInWords } from "@/lib/domain/position-test";
import type { PairsReport, TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count, pText } from "../charts/format";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { askedAgainOf, knownAmong } from "./decisive";
import { notesOf } from "./figure-notes";
import { NoteList } from "./figure-value";
import type { Notes } from "./notes";
import { subsetTables, swapColumns, swapTable } from "./pair-tables";
import { RaterTable } from "./rater-table";
import { ReportPanel } from "./report-panel";
import { ShareValue } from "./share-value";
import { SubsetTable } from "./subset-table";

/** Whether judges' verdicts survive swapping the outputs, and which position they favour. */
export function SwapPanel({ report, pairs }: { report: TaskReport; pairs: PairsReport }) {
  const title = "Does the order of the outputs matter?";
  const judges = report.raters.flatMap((rater) => {
    const swap = pairs.swap[rater.name];
    return swap ? [{ rater, swap }] : [];
  });
  if (judges.length === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">
          No judge has seen the outputs in the other order. Start a swapped run of a judge to compare both orders.
        </p>
      </ReportPanel>
    );
  }
  const notes = notesOf(
    judges.flatMap(({ swap }) => [
      ...[swap.consistent, swap.repetition, swap.flips],
      ...(swap.n === 0 ? [] : [swap.accuracy.plain, swap.accuracy.swapped, swap.accuracy.bothOrders, swap.accuracy.consistentOnly]),
      ...Object.values(swap.perSubset),
    ]),
  );
  const plot = prepareIntervalPlot(
    judges.map(({ swap }) => swap.consistent),
    [],
  );
  const perSubset = judges.map(({ rater, swap }) => ({
    name: rater.name,
    perSubset: swap.perSubset,
    linkOf: (subset: string) => {
      const units = askedAgainOf(report, rater.name, { swapped: "all" });
      return units && { units: { ...units, subset }, figure: "same verdict in both orders" };
    },
  }));
  return (
    <ReportPanel
      title={title}
      description="Verdicts with the outputs swapped, compared with those of the plain run that used the same prompts"
      tables={[
        swapTable(judges),
        ...subsetTables("Same verdict in both orders by subset", "position-consistency", pairs.subsets, perSubset),
      ]}
    >
      <RaterTable
        label="Consistency under swap"
        first="Judge"
        columns={swapColumns}
        plot={{ head: "Same verdict in both orders", plot }}
        rows={judges.map(({ rater, swap }) => ({
          name: rater.name,
          rater,
          plotted: swap.n === 0 ? undefined : askedAgainOf(report, rater.name, { swapped: "all" }),
          cells: cellsOf(report, pairs, rater.name, swap, notes),
        }))}
      />
      <SubsetTable
        label="Same verdict in both orders by subset"
        subsets={pairs.subsets}
        raters={perSubset}
        figure="position-consistency"
        notes={notes}
      />
      <p className="mt-3 text-label text-soft">
        p tests whether both positions are chosen equally often, by {positionTestInWords(new Set(judges.map(({ swap }) => swap.pMethod)))}.
        Asked again: in one order; of two verdicts that differ half, so it is above the share that swapping keeps even where position does
        nothing. Right in both: a verdict that changes counts as wrong. Right where kept: such verdicts are left out.
      </p>
      <NoteList notes={notes} className="mt-1" />
    </ReportPanel>
  );
}

type Swap = PairsReport["swap"][string];

/** Each figure with the pairs that it counts: flips open the pairs that flipped. */
function cellsOf(report: TaskReport, pairs: PairsReport, judge: string, swap: Swap, notes: Notes): ReactNode[] {
  const again = askedAgainOf(report, judge, { repeated: "all" });
  const repetition = (
    <ShareValue key="again" figure={swap.repetition} notes={notes} link={again && { units: again, figure: "same when asked again" }} />
  );
  if (swap.n === 0)
    return [<ShareValue key="same" figure={swap.consistent} notes={notes} strong />, repetition, ...Array<string>(9).fill("–")];
  const all = askedAgainOf(report, judge, { swapped: "all" });
  const flips = [
    ["first", swap.firstPosition, "both times the output shown first"],
    ["second", swap.secondPosition, "both times the output shown second"],
    ["tie", swap.tieChanges, "a tie in one order only"],
  ] as const;
  const right = [
    ["plain", swap.accuracy.plain],
    ["swapped", swap.accuracy.swapped],
    ["both", swap.accuracy.bothOrders],
    ["kept", swap.accuracy.consistentOnly],
  ] as const;
  return [
    <ShareValue
      key="same"
      figure={swap.consistent}
      notes={notes}
      strong
      link={all && { units: all, figure: "same verdict in both orders" }}
    />,
    repetition,
    <ShareValue key="flips" figure={swap.flips} notes={notes} link={all && { units: all, figure: "follows the position" }} />,
    ...flips.map(([swapped, n, figure]) => (
      <FigureLink key={swapped} units={askedAgainOf(report, judge, { swapped })} n={n} figure={figure}>
        {count(n)}
      </FigureLink>
    )),
    swap.p === null ? (
      "–"
    ) : (
      <FigureLink key="p" units={all} n={null} figure="test of positions">
        {pText(swap.p)}
      </FigureLink>
    ),
    ...right.map(([key, figure]) => {
      const units = knownAmong(key === "kept" ? askedAgainOf(report, judge, { swapped: "same" }) : all, pairs);
      return <ShareValue key={key} figure={figure} notes={notes} link={units && { units, figure: `right, ${key}` }} />;
    }),
  ];
}
