"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { FigureLink } from "../charts/figure-link";
import { count, decimals, figuresOf, percent } from "../charts/format";
import { Choice } from "../ui/choice";
import { Select } from "../ui/select";
import { plainCriterionName } from "../words/criterion-name";
import { Explained } from "../words/explained";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { BlandAltmanChart } from "./bland-altman-chart";
import { bubbleScores } from "./bubble-scores";
import { countCell } from "./cells";
import type { CellLink } from "./figure-table";
import { differenceTables } from "./limits-panel";
import { ReportPanel } from "./report-panel";

/** A cell's link where no table draws the cell. */
const linkProps = ({ units, n = 0 }: CellLink) => ({ units, n });

const head = "px-2 py-1.5 text-right text-label font-medium text-soft";

const cellViews = [
  { value: "counts", label: "Units" },
  { value: "shares", label: "Shares of rows" },
] as const;

/** One criterion at a time: people's median against the judge's score, and differences by height. */
export function MeetingPanel({
  report,
  found,
  judge,
}: {
  report: TaskReport;
  found: readonly { name: string; scores: ScoresOfJudge }[];
  judge: string;
}) {
  const [chosen, setChosen] = useState(found[0]?.name);
  const [view, setView] = useState<(typeof cellViews)[number]["value"]>("counts");
  const own = found.find(({ name }) => name === chosen) ?? found[0];
  if (own === undefined) return null;
  const { values, counts, farApart } = own.scores.confusion;
  const range = (place: number) => ({ from: values[place] ?? 0, below: values[place + 1] });
  const cellLink = (row: number, column: number, n: number) =>
    linkProps(among(chapterBasis(report), figureUnits.met(own.name, judge, range(row), range(column)), n));
  const rowLink = (row: number) =>
    linkProps(among(chapterBasis(report), figureUnits.met(own.name, judge, range(row), null), sum(counts[row] ?? [])));
  const columnLink = (column: number) =>
    linkProps(
      among(chapterBasis(report), figureUnits.met(own.name, judge, null, range(column)), sum(counts.map((row) => row[column] ?? 0))),
    );
  const options = found.map(({ name }) => ({ value: name, label: plainCriterionName(name) }));
  const heads = values.map((value) => decimals(value, Number.isInteger(value) ? 0 : 1));
  const title = "Where the judge and people meet";
  const description = `People’s median in the rows, ${judge}’s score in the columns; each cell counts units`;
  return (
    <ReportPanel
      title={title}
      description={description}
      basis={saidOfChapters(report)}
      tables={[
        {
          title: `${title}: ${plainCriterionName(own.name)}`,
          about: description,
          arms: armsOfChapters(report),
          labels: ["people’s median"],
          columns: heads.map((value) => ({ head: value, figure: "confusion", format: count })),
          rows: counts.map((row, place) => ({ labels: [heads[place] ?? ""], cells: row.map((cell) => countCell(cell)) })),
        },
      ]}
      drawn={differenceTables(report, own, judge)}
      actions={<Choice label="Cells show" value={view} options={cellViews} onChange={setView} />}
    >
      {found.length > 1 && (
        <Select
          data-screen-only
          aria-label="Criterion of the meeting"
          className="mb-3 w-auto max-w-full"
          value={own.name}
          onValueChange={setChosen}
          options={options}
        />
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <section className="relative overflow-x-auto" aria-label="People’s median and the judge’s score" tabIndex={0}>
          <table className="text-body tabular-nums">
            <caption className="sr-only">Units by people’s median and the judge’s score</caption>
            <thead>
              <tr className="border-line border-b">
                <th scope="col" className={`${head} first:text-left`}>
                  <Explained figure="confusion">people \ judge</Explained>
                </th>
                {heads.map((value, column) => (
                  <th key={value} scope="col" className={head}>
                    <FigureLink {...columnLink(column)} figure={`judge ${value}`}>
                      {value}
                    </FigureLink>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map((row, place) => (
                <tr key={heads[place]}>
                  <th scope="row" className={head}>
                    <FigureLink {...rowLink(place)} figure={`people ${heads[place]}`}>
                      {heads[place]}
                    </FigureLink>
                  </th>
                  {row.map((cell, column) => (
                    <td
                      key={heads[column]}
                      className={`px-2 py-1.5 text-right ${cell === 0 ? "text-soft" : "text-ink"} ${place === column ? "rounded-mark bg-sunken" : ""}`}
                    >
                      <FigureLink {...cellLink(place, column, cell)} figure={`people ${heads[place]}, judge ${heads[column]}`}>
                        {count(cell)}
                      </FigureLink>
                      {view === "shares" && cell > 0 && <span className="block text-label text-soft">{percent(cell / sum(row))}</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-2 text-label text-soft">
            <FigureLink
              {...linkProps(among(chapterBasis(report), figureUnits.apart(own.name, judge, "either", 2), farApart))}
              figure="two points or more apart"
            >
              {figuresOf(farApart, "unit")}
            </FigureLink>{" "}
            two points or more apart.
          </p>
        </section>
        {own.scores.blandAltman && (
          <BlandAltmanChart
            figures={own.scores.blandAltman}
            judge={judge}
            linkOf={(bubble) => {
              const at = bubbleScores(bubble);
              return linkProps(among(chapterBasis(report), figureUnits.meanAt(own.name, judge, at.people, at.judge), bubble.n));
            }}
          />
        )}
      </div>
    </ReportPanel>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
