"use client";

import { type ReactNode, useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count, decimals, percent, signed } from "../charts/format";
import { Select } from "../ui/select";
import { plainCriterionName } from "../words/criterion-name";
import { Explained } from "../words/explained";
import { whySentence } from "../words/why";
import { saidOfAll } from "./basis";
import { exportedTable } from "./exported-table";
import { notesOf } from "./figure-notes";
import { FigureTable, type FigureTableProps, valueCell } from "./figure-table";
import { FigureValue, NoteList } from "./figure-value";
import { systemColumns, systemTable } from "./judge-tables";
import { hasLabels } from "./level-of";
import { hasOwnScale } from "./rater-label";
import { ReportPanel } from "./report-panel";
import { type SystemRow, systemRows, systemViews } from "./system-rows";

const head = "py-2 pl-4 text-right text-label font-medium text-soft first:pl-0 first:text-left";

/** Each system's mean score by people and by the judge on units both have scored, in descending order of people's mean. */
export function SystemPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const pairwise = report.kind === "pairwise";
  // Without a judge, people's means are over all criteria.
  const views = judge === null ? [] : systemViews(report);
  const [chosen, setChosen] = useState<string | null>(null);
  const view = views.includes(chosen) ? chosen : (views[0] ?? null);
  const systems = systemRows(report, judge, view);
  const notes = notesOf(systems.map(({ difference }) => difference));
  const show = (value: number | null) =>
    value === null ? <span className="text-soft">–</span> : pairwise ? signed(value) : decimals(value);
  const ownScale = hasOwnScale(report.raters.find(({ name }) => name === judge));
  const numbers = report.criteria.filter(({ labels }) => labels === null).map(({ name }) => name);
  const criterion = view ?? (numbers.length === 1 ? numbers[0] : undefined);
  // No list has the units of all criteria except those with labels.
  const isCounted = criterion !== undefined || !hasLabels(report);
  // With a judge, the criteria are shown one by one.
  const notPooled = judge === null ? report.agreement.pooled.why : null;
  /** What a figure of a system opens: the units that the means are of. */
  const linked = ({ name, people, difference }: SystemRow, figure: string, shown: ReactNode) => {
    const units =
      judge === null
        ? { ...(criterion !== undefined && { criterion }), system: name, ratings: "1" }
        : figureUnits.ofSystem(criterion, judge, name);
    return (
      <FigureLink
        units={ownScale ? undefined : units}
        n={people === null ? 0 : judge !== null && isCounted ? (difference?.n ?? 0) : null}
        figure={`${figure}, ${name}`}
      >
        {shown}
      </FigureLink>
    );
  };
  const what = pairwise ? "Wins minus losses as a share of a system's pairs" : "Mean scores";
  const where = judge === null ? "" : `, on the ${pairwise ? "pairs" : "units"} that people and ${judge} have both scored`;
  const repeated = repeatedTable(report);
  const { resamples = 0, seed = 0 } = report.scores.stability ?? {};
  const remark = `${count(resamples)} draws of the inputs, the same for all systems (seed ${seed}), with the same people. Apart: sign-flip p ≤ .05, uncorrected. Differences found count as true, so what is barely apart looks more stable than it is.`;
  return (
    <ReportPanel
      title="By system"
      description={`${what}${where}; annotators do not see which system wrote an output${views.length > 1 ? `. Shown: ${viewName(view)}` : ""}`}
      basis={saidOfAll(report)}
      tables={[
        systemTable(systems, judge, pairwise, `${what}${where}${views.length > 1 ? `. ${viewName(view)}` : ""}`, notPooled),
        { ...exportedTable(repeated), notes: [remark] },
      ]}
    >
      {hasLabels(report) && <p className="mb-3 text-small text-soft">Labels have no mean: criteria with labels are left out.</p>}
      {notPooled === "mixed-scales" && <p className="mb-3 text-small text-soft">{whySentence(notPooled)}</p>}
      {systems.length === 0 ? (
        <p className="text-small text-soft">
          The samples do not say which system wrote them. Import a column named system to compare systems.
        </p>
      ) : (
        <>
          {views.length > 1 && (
            <div data-screen-only className="mb-3">
              <Select
                aria-label="Criterion"
                className="w-full sm:w-auto sm:max-w-full"
                value={optionOf(view)}
                onValueChange={(value) => setChosen(views.find((each) => optionOf(each) === value) ?? null)}
                options={views.map((each) => ({ value: optionOf(each), label: viewName(each) }))}
              />
            </div>
          )}
          <section className="relative overflow-x-auto" aria-label="Means by system" tabIndex={0}>
            <table className="w-full text-body tabular-nums">
              <caption className="sr-only">Means by system</caption>
              <thead>
                <tr className="border-line border-b">
                  <th scope="col" className={head}>
                    System
                  </th>
                  {systemColumns(judge, pairwise).map(({ head: name, figure }) => (
                    <th key={name} scope="col" className={head}>
                      {figure ? <Explained figure={figure}>{name}</Explained> : name}
                    </th>
                  ))}
                  {judge !== null && (
                    <th scope="col" className={head}>
                      n
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {systems.map((system) => (
                  <tr key={system.name} className="border-line border-t first:border-t-0">
                    <th scope="row" className="max-w-60 break-words py-2 text-left align-top font-normal">
                      {linked(system, "units of the means", system.name)}
                    </th>
                    <td className="py-2 pl-4 text-right align-top">{linked(system, "people’s mean", show(system.people))}</td>
                    {judge !== null && (
                      <>
                        <td className="py-2 pl-4 text-right align-top">{linked(system, `mean of ${judge}`, show(system.judged))}</td>
                        <td className="py-2 pl-4 text-right align-top">
                          {linked(system, "judge minus people", <FigureValue figure={system.difference} notes={notes} format={signed} />)}
                        </td>
                        <td className="py-2 pl-4 text-right align-top text-small text-soft">
                          {linked(system, "judge minus people", count(system.difference?.n ?? 0))}
                        </td>
                      </>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <NoteList notes={notes} className="mt-2" />
          {repeated.rows.length > 0 && (
            <div className="mt-6">
              <p className="mb-2 text-small text-soft">{repeated.label}</p>
              <FigureTable {...repeated} />
              <p className="mt-3 text-label text-soft">{remark}</p>
            </div>
          )}
        </>
      )}
    </ReportPanel>
  );
}

/** Whether a repeat of the study would rank the systems as people do here. */
const repeatedTable = ({ criteria, scores: { stability } }: TaskReport): FigureTableProps => ({
  label: "Would a repeat rank the systems alike?",
  first: "Criterion",
  columns: [
    { head: "order kept", format: percent, explained: "stable-ranking" },
    ...["pairs apart", "of pairs", "systems", "inputs"].map((head) => ({ head, format: count, explained: "stable-ranking" as const })),
  ],
  rows: criteria.flatMap(({ name }) => {
    const own = stability?.perCriterion[name];
    if (own === undefined) return [];
    const { value, why, n, systems, pairs, ordered } = own;
    const counts = [ordered, pairs, systems, n].map((number) => ({ value: number }));
    return [
      { name, label: plainCriterionName(name), units: figureUnits.rated(name), cells: [{ ...valueCell(value, why), of: n }, ...counts] },
    ];
  }),
  n: "inputs",
});

const viewName = (view: string | null): string => (view === null ? "All criteria" : plainCriterionName(view));
const optionOf = (view: string | null): string => (view === null ? "all" : `criterion ${view}`);
