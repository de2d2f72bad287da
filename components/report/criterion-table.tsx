import type { FigureName } from "@/lib/domain/explanations";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Verdict } from "@/lib/domain/report";
import { lowerMark, upperMark } from "@/lib/domain/verdict";
import { FigureLink } from "../charts/figure-link";
import { decimals, figuresOf } from "../charts/format";
import { IntervalAxis, IntervalPlot } from "../charts/interval-plot";
import { type IntervalPlot as Plot, prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { plainCriterionName } from "../words/criterion-name";
import { Explained } from "../words/explained";
import { Bias, Changed, type JudgeFigureProps, PeopleFigure, TauB, ToAll, ToPeople, WithJudge } from "./criterion-figures";
import { type CriterionRow, criteriaIn, hasChanged, type SummaryRow } from "./criterion-rows";
import { notesOf } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import type { Notes } from "./notes";
import { criterionColumns, criterionTable } from "./people-tables";
import { PooledNote } from "./pooled-note";
import { ReportPanel } from "./report-panel";
import { verdictLabel } from "./verdict-label";

interface TableProps {
  rows: CriterionRow[];
  /** Under the rows, if there are several. */
  summary: SummaryRow | null;
  plot: Plot;
  notes: Notes;
  judge: string | null;
  /** Null: nobody saw a draft of the judge. */
  changedLabel: string | null;
  /** For pairs, neither a rank correlation nor a mean difference is meaningful. */
  pairwise: boolean;
}

/** The report's main table: one row per criterion, agreement among people first, then the judge. */
export function CriterionTable({
  rows,
  summary,
  judge,
  basis,
  changedIn,
  pairwise,
}: {
  rows: CriterionRow[];
  summary: SummaryRow | null;
  judge: string | null;
  basis: string | null;
  /** The arms in which drafts were in view, in words. */
  changedIn: string;
  pairwise: boolean;
}) {
  const plot = prepareIntervalPlot(
    rows.map(({ people }) => ({ value: people?.value ?? null, interval: people?.interval })),
    [lowerMark, upperMark],
  );
  const notes = notesOf([
    ...rows.flatMap(({ people, withJudge, tauB, bias, changed }) => [people, withJudge, ...(pairwise ? [] : [tauB, bias]), changed]),
    summary?.people,
    summary?.withJudge,
  ]);
  const props: TableProps = {
    rows,
    summary,
    plot,
    notes,
    judge,
    pairwise,
    changedLabel: hasChanged(rows) ? `${pairwise ? "verdicts" : "scores"} changed` : null,
  };
  return (
    <ReportPanel title="Agreement for each criterion" basis={basis} tables={[criterionTable({ ...props, changedIn })]}>
      <section aria-label="Agreement for each criterion">
        <div className="-mx-5 -mt-2">
          <WideTable {...props} />
          <NarrowList {...props} />
        </div>
        <NoteList notes={notes} className="mt-2" />
        {summary && <PooledNote summary={summary} judge={judge} />}
      </section>
    </ReportPanel>
  );
}

const head = "px-3 py-3 align-bottom text-label font-medium text-soft";

function WideTable({ rows, summary, plot, notes, judge, changedLabel, pairwise }: TableProps) {
  const columns = criterionColumns(judge, pairwise, changedLabel);
  return (
    <table className="hidden w-full text-body lg:table print:table">
      <thead>
        <tr className="border-line border-b">
          <th scope="col" className={`${head} pl-4 text-left`}>
            Criterion
          </th>
          <th scope="col" className={`${head} w-52 text-left`}>
            Agreement between people
            <IntervalAxis plot={plot} />
          </th>
          {columns.map(({ head: name, figure }) => (
            <th key={name} scope="col" className={`${head} text-right`}>
              <Explained figure={figure}>{name}</Explained>
            </th>
          ))}
          <th scope="col" className={`${head} pr-4 text-right`}>
            <Explained figure="verdict">verdict</Explained>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.name} className="border-line border-t first:border-t-0">
            <th scope="row" className="py-3 pr-3 pl-4 text-left font-normal">
              <CriterionName row={row} />
            </th>
            <td className="px-3">
              <ToPeople row={row} repeats>
                {plot.marks[index] && <IntervalPlot plot={plot} mark={plot.marks[index]} />}
              </ToPeople>
            </td>
            <td className="px-3 text-right">
              <PeopleFigure row={row} notes={notes} />
            </td>
            {judge !== null && <JudgeCells {...{ row, notes, pairwise, judge, hasChanged: changedLabel !== null }} />}
            <td className="py-3 pr-4 pl-3 text-right">
              <Remarks row={row} pairwise={pairwise} />
            </td>
          </tr>
        ))}
      </tbody>
      {summary && (
        <tfoot>
          <tr className="border-edge border-t">
            <th scope="row" colSpan={2} className="py-3 pr-3 pl-4 text-left font-normal">
              <SummaryName summary={summary} />
            </th>
            <td className="px-3 text-right">
              <ToAll summary={summary}>
                <FigureValue figure={summary.people} notes={notes} strong />
              </ToAll>
            </td>
            {judge !== null && (
              <td className="px-3 text-right">
                <ToAll summary={summary} judge={judge}>
                  <FigureValue figure={summary.withJudge} notes={notes} />
                </ToAll>
              </td>
            )}
            <td colSpan={1 + (judge === null ? 0 : (pairwise ? 0 : 2) + (changedLabel === null ? 0 : 1))} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function SummaryName({ summary }: { summary: SummaryRow }) {
  return (
    <>
      <span className="text-body text-ink">
        <ToAll summary={summary}>Mean over criteria</ToAll>
      </span>
      <span className="block text-label text-soft tabular-nums">
        {criteriaIn(summary)}
        {summary.mixed && ", with and without a draft"}
      </span>
    </>
  );
}

function JudgeCells({ row, notes, pairwise, judge, hasChanged }: JudgeFigureProps & { pairwise: boolean; hasChanged: boolean }) {
  return (
    <>
      <td className="px-3 text-right">
        <WithJudge row={row} judge={judge} notes={notes} />
      </td>
      {!pairwise && (
        <>
          <td className="px-3 text-right">
            <TauB row={row} judge={judge} notes={notes} />
          </td>
          <td className="px-3 text-right">
            <Bias row={row} judge={judge} notes={notes} />
          </td>
        </>
      )}
      {hasChanged && (
        <td className="px-3 text-right tabular-nums">
          <Changed row={row} judge={judge} notes={notes} />
        </td>
      )}
    </>
  );
}

function CriterionName({ row }: { row: CriterionRow }) {
  return (
    <>
      <span className="text-body text-ink">
        <FigureLink units={figureUnits.given(row.name, { kind: "people" })} n={row.people?.n || row.bias?.n ? null : 0} figure="criterion">
          {plainCriterionName(row.name)}
        </FigureLink>
      </span>
      <span className="block text-label text-soft tabular-nums">
        {row.overall ? "overall score, " : ""}
        {row.labels === null ? "" : `${figuresOf(row.labels, "label")}, nominal alpha, `}
        {row.people && row.people.n > 0
          ? `n = ${figuresOf(row.people.n, "rating")}`
          : `n = ${figuresOf(row.bias?.n ?? 0, "unit")} with the judge`}
      </span>
    </>
  );
}

const verdictTone: Record<Verdict["code"], string> = {
  above: "bg-inserted-soft text-inserted",
  "at-least": "bg-inserted-soft text-inserted",
  between: "bg-caution-soft text-caution",
  below: "bg-removed-soft text-removed",
  undecided: "bg-sunken text-ink",
  "too-few": "bg-sunken text-ink",
  undefined: "bg-sunken text-ink",
};

function Remarks({ row, pairwise }: { row: CriterionRow; pairwise: boolean }) {
  return (
    <span className="flex flex-col items-end gap-1">
      {row.people && row.people.n > 0 && (
        <span
          className={`whitespace-nowrap rounded-full px-2 py-0.5 text-label ${verdictTone[row.verdict.code]}`}
          title={row.verdict.sentence}
        >
          <ToPeople row={row}>{verdictLabel[row.verdict.code]}</ToPeople>
        </span>
      )}
      {row.verdict.unitsNeeded !== null && (
        <span className="whitespace-nowrap text-label text-soft">about {figuresOf(row.verdict.unitsNeeded, "unit")} would tell</span>
      )}
      {row.leaning !== null && !pairwise && (
        <span className="whitespace-nowrap rounded-full bg-sunken px-2 py-0.5 text-label text-ink">{row.leaning}</span>
      )}
    </span>
  );
}

/** The same rows for a narrow screen, one block per criterion. */
function NarrowList({ rows, summary, plot, notes, judge, changedLabel, pairwise }: TableProps) {
  return (
    <ul className="lg:hidden print:hidden">
      {rows.map((row, index) => (
        <li key={row.name} className="border-line border-t p-4 first:border-t-0">
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0">
              <CriterionName row={row} />
            </p>
            <Remarks row={row} pairwise={pairwise} />
          </div>
          <div className="mt-2">
            <ToPeople row={row} repeats>
              {plot.marks[index] && <IntervalPlot plot={plot} mark={plot.marks[index]} />}
            </ToPeople>
          </div>
          <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 text-body sm:grid-cols-5">
            <Pair label="alpha" figure="alpha">
              <PeopleFigure row={row} notes={notes} />
            </Pair>
            {judge !== null && (
              <>
                <Pair label="with judge" figure="alpha-with-judge">
                  <WithJudge row={row} judge={judge} notes={notes} />
                </Pair>
                {!pairwise && (
                  <>
                    <Pair label="tau-b, judge and people" figure="kendall-tau-b">
                      <TauB row={row} judge={judge} notes={notes} />
                    </Pair>
                    <Pair label="judge minus people" figure="signed-error">
                      <Bias row={row} judge={judge} notes={notes} />
                    </Pair>
                  </>
                )}
                {changedLabel !== null && (
                  <Pair label={changedLabel} figure="changed-share">
                    <Changed row={row} judge={judge} notes={notes} />
                  </Pair>
                )}
              </>
            )}
          </dl>
        </li>
      ))}
      {summary && (
        <li className="border-edge border-t p-4">
          <SummaryName summary={summary} />
          <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 text-body sm:grid-cols-5">
            <Pair label="alpha" figure="alpha">
              <ToAll summary={summary}>
                <FigureValue figure={summary.people} notes={notes} strong />
              </ToAll>
            </Pair>
            {judge !== null && (
              <Pair label="with judge" figure="alpha-with-judge">
                <ToAll summary={summary} judge={judge}>
                  <FigureValue figure={summary.withJudge} notes={notes} />
                </ToAll>
              </Pair>
            )}
          </dl>
        </li>
      )}
      <li className="border-line border-t px-4 py-2 text-label text-soft">
        The dotted marks are at {decimals(lowerMark, 3)} and {decimals(upperMark, 3)}.
      </li>
    </ul>
  );
}

function Pair({ label, figure, children }: { label: string; figure: FigureName; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-label text-soft">
        <Explained figure={figure}>{label}</Explained>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
