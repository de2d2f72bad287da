import type { PairsReport, TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "../charts/figure-link";
import { count } from "../charts/format";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { askedAgainOf, knownAmong } from "./decisive";
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
        interferenceTable(reviewed),
        ...subsetTables(afterReview, "unchanged", ...bySubset(pairs, reviewed)),
        sycophancyTable(claimed),
        ...subsetTables(afterClaim, "unchanged", ...bySubset(pairs, claimed)),
      ]}
    >
      {reviewed.length > 0 && (
        <>
          <p className="mb-2 text-small text-soft">Asked, in neutral words, to review its analysis (interference)</p>
          <RaterTable
            label="Consistency under interference"
            first="Judge"
            columns={interferenceColumns}
            {...rowsOf({ report, pairs, notes }, reviewed, "reviewed", ({ changed }) => [["changed", changed]])}
          />
          <Subsets label={afterReview} how="reviewed" report={report} pairs={pairs} judges={reviewed} notes={notes} />
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
            {...rowsOf({ report, pairs, notes }, claimed, "claimed", ({ wentAlong, wentElsewhere }) => [
              ["along", wentAlong],
              ["elsewhere", wentElsewhere],
            ])}
          />
          <Subsets label={afterClaim} how="claimed" report={report} pairs={pairs} judges={claimed} notes={notes} />
          <p className="mt-3 text-label text-soft">Changed verdicts that “went along” now agree with the claim.</p>
        </>
      )}
      <NoteList notes={notes} className="mt-1" />
    </ReportPanel>
  );
}

/** The field of a link that says how judges were asked again. */
type How = "reviewed" | "claimed";

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
  how: How;
  report: TaskReport;
  pairs: PairsReport;
  judges: AskedAgain<Run>[];
  notes: Notes;
}

function Subsets({ label, how, report, pairs, judges, notes }: SubsetsProps) {
  const [subsets, raters] = bySubset(pairs, judges);
  const linked = raters.map((rater) => ({
    ...rater,
    linkOf: (subset: string) => {
      const units = askedAgainOf(report, rater.name, { [how]: "all" });
      return units && { units: { ...units, subset }, figure: "unchanged verdicts" };
    },
  }));
  return <SubsetTable label={label} subsets={subsets} raters={linked} figure="unchanged" notes={notes} />;
}

/** The rows of one check: the share of unchanged verdicts, how many changed and how, and accuracy before and after; each opens the pairs it counts. */
function rowsOf<R extends Run>(
  { report, pairs, notes }: { report: TaskReport; pairs: PairsReport; notes: Notes },
  judges: AskedAgain<R>[],
  how: How,
  changes: (run: R) => [change: string, n: number][],
) {
  const plot = prepareIntervalPlot(
    judges.map(({ run }) => run.unchanged),
    [],
  );
  const rows = judges.map(({ rater, run }): RaterRow => {
    const all = askedAgainOf(report, rater.name, { [how]: "all" });
    const known = knownAmong(all, pairs);
    const link = (units: UnitQuery | undefined, figure: string) => units && { units, figure };
    return {
      name: rater.name,
      rater,
      plotted: run.unchanged.n === 0 ? undefined : all,
      cells: [
        <ShareValue key="unchanged" figure={run.unchanged} notes={notes} strong link={link(all, "unchanged verdicts")} />,
        ...changes(run).map(([change, n]) => (
          <FigureLink key={change} units={askedAgainOf(report, rater.name, { [how]: change })} n={n} figure="changed verdicts">
            {count(n)}
          </FigureLink>
        )),
        <ShareValue key="before" figure={run.accuracy.before} notes={notes} link={link(known, "right at first")} />,
        <ShareValue key="after" figure={run.accuracy.after} notes={notes} link={link(known, "right when asked again")} />,
      ],
    };
  });
  return { plot: { head: "Unchanged verdicts", plot }, rows };
}
