import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { type Counts, FigureLink } from "../charts/figure-link";
import { count, duration } from "../charts/format";
import { Explained } from "../words/explained";
import { saidOfAll } from "./basis";
import { timeColumns, timeTable } from "./people-tables";
import { ReportPanel } from "./report-panel";

const head = "py-2 pl-4 text-right text-label font-medium text-soft first:pl-0 first:text-left";
type Times = TaskReport["time"]["all"];

/** How long people took: medians, since one lunch break would dominate the mean. */
export function TimePanel({ report }: { report: TaskReport }) {
  const people = Object.entries(report.time.perAnnotator);
  const timed = report.time.all.unitsTimed > 0;
  return (
    <ReportPanel
      title="How long it took"
      description="Median time per unit, and per sample if all its criteria are timed"
      basis={saidOfAll(report)}
      tables={timed ? [timeTable(report.time)] : []}
    >
      {timed ? (
        <section className="relative overflow-x-auto" aria-label="Times" tabIndex={0}>
          <table className="w-full text-body tabular-nums">
            <thead>
              <tr className="border-line border-b">
                <th scope="col" className={head}>
                  Annotator
                </th>
                {timeColumns.map((column) => (
                  <th key={column.head} scope="col" className={head}>
                    <Explained figure={column.figure}>{column.head}</Explained>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map(([name, times]) => (
                <Row key={name} name={name} times={times} human={name} criteria={report.counts.criteria} />
              ))}
              {people.length > 1 && <Row name="Everyone" times={report.time.all} human={null} criteria={report.counts.criteria} strong />}
            </tbody>
          </table>
        </section>
      ) : (
        <p className="text-small text-soft">
          No rating has a start and an end time. Work done here is timed; imported ratings need started_at and ended_at.
        </p>
      )}
    </ReportPanel>
  );
}

interface RowProps {
  name: string;
  times: Times;
  /** Whose ratings; null: everybody's. */
  human: string | null;
  /** How many criteria a sample is rated on. */
  criteria: number;
  strong?: boolean;
}

function Row({ name, times, human, criteria, strong = false }: RowProps) {
  return (
    <tr className={`border-line border-t first:border-t-0 ${strong ? "font-medium" : ""}`}>
      <th scope="row" className={`py-2 text-left ${strong ? "font-medium" : "font-normal"}`}>
        <FigureLink units={figureUnits.timed(human)} n={times.unitsTimed === 0 ? 0 : null} figure="time">
          {name}
        </FigureLink>
      </th>
      <Time
        seconds={times.medianUnitSeconds}
        n={times.unitsTimed}
        link={{ units: figureUnits.timed(human), n: times.unitsTimed, figure: "median time" }}
      />
      <Time
        seconds={times.medianSampleSeconds}
        n={times.samplesTimed}
        link={{
          units: figureUnits.timedWhole(human),
          // Of everybody, a sample has a time for each person: the list has the ratings that these are sums of.
          n: human === null && criteria > 1 ? null : times.samplesTimed,
          counts: { n: times.samplesTimed, what: "times of a person and a sample" },
          figure: "median time per sample",
        }}
      />
    </tr>
  );
}

interface TimeProps {
  seconds: number | null;
  n: number;
  link: { units: UnitQuery; n: number | null; counts?: Counts; figure: string };
}

function Time({ seconds, n, link }: TimeProps) {
  return (
    <td className="py-2 pl-4 text-right">
      {seconds === null ? <span className="text-soft">not timed</span> : <FigureLink {...link}>{duration(seconds)}</FigureLink>}
      <span className="block text-label text-soft">n = {count(n)}</span>
    </td>
  );
}
