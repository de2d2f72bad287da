import type { PairsReport, TaskReport } from "@/lib/domain/report";
import { count } from "../charts/format";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { notesOf } from "./figure-notes";
import { NoteList } from "./figure-value";
import { interferenceColumns, interferenceTable, subsetTables } from "./pair-tables";
import { RaterTable } from "./rater-table";
import { ReportPanel } from "./report-panel";
import { ShareValue } from "./share-value";
import { SubsetTable } from "./subset-table";

/** Whether judges keep their verdict after a false claim that the other output is better. */
export function InterferencePanel({ report, pairs }: { report: TaskReport; pairs: PairsReport }) {
  const title = "Does the judge keep its verdict?";
  const judges = report.raters.flatMap((rater) => {
    const run = pairs.interference[rater.name];
    return run ? [{ rater, run }] : [];
  });
  if (judges.length === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">
          No judge has been asked again after a false objection. Start an interference run of a judge to see whether its verdicts change.
        </p>
      </ReportPanel>
    );
  }
  const notes = notesOf(
    judges.flatMap(({ run }) => [run.unchanged, run.accuracy.before, run.accuracy.after, ...Object.values(run.perSubset)]),
  );
  const plot = prepareIntervalPlot(
    judges.map(({ run }) => run.unchanged),
    [],
  );
  const perSubset = judges.map(({ rater, run }) => ({ name: rater.name, perSubset: run.perSubset }));
  return (
    <ReportPanel
      title={title}
      description="Verdicts before and after the false objection that the other output is better"
      tables={[interferenceTable(judges), ...subsetTables("Unchanged verdicts by subset", "unchanged", pairs.subsets, perSubset)]}
    >
      <RaterTable
        label="Consistency under interference"
        first="Judge"
        columns={interferenceColumns}
        plot={{ head: "Unchanged verdicts", plot }}
        rows={judges.map(({ rater, run }) => ({
          name: rater.name,
          rater,
          cells: [
            <ShareValue key="unchanged" figure={run.unchanged} notes={notes} strong />,
            count(run.wentAlong),
            count(run.wentElsewhere),
            <ShareValue key="before" figure={run.accuracy.before} notes={notes} />,
            <ShareValue key="after" figure={run.accuracy.after} notes={notes} />,
          ],
        }))}
      />
      <SubsetTable label="Unchanged verdicts by subset" subsets={pairs.subsets} raters={perSubset} figure="unchanged" notes={notes} />
      <p className="mt-3 text-label text-soft">Changed verdicts that “went along” now agree with the objection.</p>
      <NoteList notes={notes} className="mt-1" />
    </ReportPanel>
  );
}
