import type { PairsReport, TaskReport } from "@/lib/domain/report";
import { count, percent, pText } from "../charts/format";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { inSubset, verdictsOf } from "./decisive";
import { notesOf } from "./figure-notes";
import { NoteList } from "./figure-value";
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
      swap.consistent,
      ...(swap.n === 0 ? [] : [swap.accuracy.plain, swap.accuracy.swapped, swap.accuracy.bothOrders]),
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
    linkOf: (subset: string) => inSubset(report, rater.name, subset, "same verdict in both orders"),
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
          units: swap.n === 0 ? undefined : verdictsOf(report, rater.name, "all"),
          cells:
            swap.n === 0
              ? [<ShareValue key="same" figure={swap.consistent} notes={notes} strong />, "–", "–", "–", "–", "–", "–", "–"]
              : [
                  <ShareValue key="same" figure={swap.consistent} notes={notes} strong />,
                  count(swap.firstPosition),
                  count(swap.secondPosition),
                  count(swap.tieChanges),
                  swap.p === null ? "–" : pText(swap.p),
                  <ShareValue key="plain" figure={swap.accuracy.plain} notes={notes} />,
                  <ShareValue key="swapped" figure={swap.accuracy.swapped} notes={notes} />,
                  <ShareValue key="both" figure={swap.accuracy.bothOrders} notes={notes} />,
                ],
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
        p tests whether both positions are chosen equally often
        {judges.some(({ swap }) => swap.pMethod === "sign-flip")
          ? " (sign flips of whole inputs, since inputs repeat)"
          : " (exact binomial test)"}
        . Right in both: a verdict that changes counts as wrong.
        {judges.map(({ rater, swap }) => consistentOnly(rater.name, swap)).join("")}
      </p>
      <NoteList notes={notes} className="mt-1" />
    </ReportPanel>
  );
}

function consistentOnly(name: string, { accuracy: { consistentOnly: figure } }: PairsReport["swap"][string]): string {
  if (figure.value === null) return "";
  return ` Where ${name} keeps its verdict, it is right in ${percent(figure.value)} (${count(figure.correct)} of ${count(figure.n)}).`;
}
