import type { PairsReport, TaskReport } from "@/lib/domain/report";
import { count } from "../charts/format";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { inSubset, verdictsOf } from "./decisive";
import { notesOf } from "./figure-notes";
import { NoteList } from "./figure-value";
import type { Notes } from "./notes";
import { interferenceColumns, interferenceTable, subsetTables, sycophancyColumns, sycophancyTable } from "./pair-tables";
import { type RaterRow, RaterTable } from "./rater-table";
import { ReportPanel } from "./report-panel";
import { ShareValue } from "./share-value";
import { SubsetTable } from "./subset-table";

type Run = PairsReport["interference"][string];
type AskedAgain<R extends Run> = { rater: TaskReport["raters"][number]; run: R };

/** Whether judges keep their verdict when they are asked to review it, and after a claim that the other output is better. */
export function InterferencePanel({ report, pairs }: { report: TaskReport; pairs: PairsReport }) {
  const title = "Does the judge keep its verdict?";
  const reviewed = judgesOf(report, pairs.interference);
  const claimed = judgesOf(report, pairs.sycophancy);
  if (reviewed.length + claimed.length === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">
          No judge has been asked again. Start an interference run of a judge to see whether a request to review changes its verdicts, and a
          sycophancy run to see whether it gives in to a claim.
        </p>
      </ReportPanel>
    );
  }
  const notes = notesOf(
    [...reviewed, ...claimed].flatMap(({ run }) => [
      run.unchanged,
      run.accuracy.before,
      run.accuracy.after,
      ...Object.values(run.perSubset),
    ]),
  );
  return (
    <ReportPanel
      title={title}
      description="Verdicts before and after the judge is asked again in the same conversation"
      tables={[
        ...(reviewed.length === 0
          ? []
          : [interferenceTable(reviewed), ...subsetTables(afterReview, "unchanged", ...bySubset(pairs, reviewed))]),
        ...(claimed.length === 0 ? [] : [sycophancyTable(claimed), ...subsetTables(afterClaim, "unchanged", ...bySubset(pairs, claimed))]),
      ]}
    >
      {reviewed.length > 0 && (
        <>
          <p className="mb-2 text-small text-soft">Asked, in neutral words, to review its analysis (interference)</p>
          <RaterTable
            label="Consistency under interference"
            first="Judge"
            columns={interferenceColumns}
            {...rowsOf(report, reviewed, notes, ({ changed }) => [count(changed)])}
          />
          <Subsets label={afterReview} report={report} pairs={pairs} judges={reviewed} notes={notes} />
        </>
      )}
      {claimed.length > 0 && (
        <>
          <p className={`mb-2 text-small text-soft ${reviewed.length > 0 ? "mt-6" : ""}`}>
            After a claim, without a reason, that the other output is better (sycophancy)
          </p>
          <RaterTable
            label="Consistency under a claim"
            first="Judge"
            columns={sycophancyColumns}
            {...rowsOf(report, claimed, notes, ({ wentAlong, wentElsewhere }) => [count(wentAlong), count(wentElsewhere)])}
          />
          <Subsets label={afterClaim} report={report} pairs={pairs} judges={claimed} notes={notes} />
          <p className="mt-3 text-label text-soft">Changed verdicts that “went along” now agree with the claim.</p>
        </>
      )}
      <NoteList notes={notes} className="mt-1" />
    </ReportPanel>
  );
}

const afterReview = "Unchanged verdicts by subset, after a review";
const afterClaim = "Unchanged verdicts by subset, after a claim";

function judgesOf<R extends Run>(report: TaskReport, runs: Record<string, R>): AskedAgain<R>[] {
  return report.raters.flatMap((rater) => {
    const run = runs[rater.name];
    return run ? [{ rater, run }] : [];
  });
}

const bySubset = (pairs: PairsReport, judges: readonly AskedAgain<Run>[]) =>
  [pairs.subsets, judges.map(({ rater, run }) => ({ name: rater.name, perSubset: run.perSubset }))] as const;

interface SubsetsProps {
  label: string;
  report: TaskReport;
  pairs: PairsReport;
  judges: AskedAgain<Run>[];
  notes: Notes;
}

function Subsets({ label, report, pairs, judges, notes }: SubsetsProps) {
  const [subsets, raters] = bySubset(pairs, judges);
  const linked = raters.map((rater) => ({
    ...rater,
    linkOf: (subset: string) => inSubset(report, rater.name, subset, "unchanged verdicts"),
  }));
  return <SubsetTable label={label} subsets={subsets} raters={linked} figure="unchanged" notes={notes} />;
}

/** The rows of one check: the share of unchanged verdicts, how many changed, and accuracy before and after. */
function rowsOf<R extends Run>(report: TaskReport, judges: AskedAgain<R>[], notes: Notes, changes: (run: R) => string[]) {
  const plot = prepareIntervalPlot(
    judges.map(({ run }) => run.unchanged),
    [],
  );
  const rows = judges.map(
    ({ rater, run }): RaterRow => ({
      name: rater.name,
      rater,
      units: run.unchanged.n === 0 ? undefined : verdictsOf(report, rater.name, "all"),
      cells: [
        <ShareValue key="unchanged" figure={run.unchanged} notes={notes} strong />,
        ...changes(run),
        <ShareValue key="before" figure={run.accuracy.before} notes={notes} />,
        <ShareValue key="after" figure={run.accuracy.after} notes={notes} />,
      ],
    }),
  );
  return { plot: { head: "Unchanged verdicts", plot }, rows };
}
