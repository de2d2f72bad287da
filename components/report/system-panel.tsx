import type { TaskReport } from "@/lib/domain/report";
import { decimals, signed } from "../charts/format";
import { Panel } from "../ui/panel";
import { hasOwnScale } from "./rater-label";

const head = "py-2 pl-4 text-right text-label font-medium text-soft first:pl-0 first:text-left";

/** Mean score of each system by people and by the judge, best by people first. */
export function SystemPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const pairwise = report.kind === "pairwise";
  // A metric's own points and people's have no difference.
  const comparable = !hasOwnScale(report.raters.find(({ name }) => name === judge));
  const systems = Object.entries(report.scores.bySystem)
    .map(([name, means]) => ({ name, people: means.annotators ?? null, judged: judge === null ? null : (means[judge] ?? null) }))
    .sort((a, b) => (b.people ?? b.judged ?? 0) - (a.people ?? a.judged ?? 0));
  const show = (value: number | null) =>
    value === null ? <span className="text-soft">no ratings</span> : pairwise ? signed(value) : decimals(value);
  return (
    <Panel
      title="By system"
      description={`${pairwise ? "Wins minus losses as a share of a system's pairs" : "Mean over units and criteria"}; annotators do not see which system wrote an output`}
    >
      {systems.length === 0 ? (
        <p className="text-small text-soft">
          The samples do not say which system wrote them. Import a column named system to compare systems.
        </p>
      ) : (
        <div className="relative overflow-x-auto">
          <table className="w-full text-body tabular-nums">
            <thead>
              <tr className="border-line border-b">
                <th scope="col" className={head}>
                  System
                </th>
                <th scope="col" className={head}>
                  people
                </th>
                {judge !== null && (
                  <>
                    <th scope="col" className={head}>
                      {judge}
                    </th>
                    <th scope="col" className={head}>
                      difference
                    </th>
                  </>
                )}
              </tr>
            </thead>
            <tbody>
              {systems.map(({ name, people, judged }) => (
                <tr key={name} className="border-line border-t first:border-t-0">
                  <th scope="row" className="max-w-60 break-words py-2 text-left font-normal">
                    {name}
                  </th>
                  <td className="py-2 pl-4 text-right">{show(people)}</td>
                  {judge !== null && (
                    <>
                      <td className="py-2 pl-4 text-right">{show(judged)}</td>
                      <td className="py-2 pl-4 text-right">
                        {people === null || judged === null || !comparable ? "–" : signed(judged - people)}
                      </td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
