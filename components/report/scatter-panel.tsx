"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import type { PanelTable } from "@/lib/paper/panel-table";
import { FigureLink } from "../charts/figure-link";
import { count, decimals, figuresOf } from "../charts/format";
import { prepareScatter, type ScatterPoint } from "../charts/prepare-scatter";
import { Scatter } from "../charts/scatter";
import { Select } from "../ui/select";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { bubbleScores } from "./bubble-scores";
import { countCell, figureCell } from "./cells";
import { ReportPanel } from "./report-panel";

interface ScatterPanelProps {
  report: TaskReport;
  found: { name: string; scores: ScoresOfJudge }[];
  judge: string;
}

/** The judge's scores against people's: unit by unit, and system by system with the intervals of both. */
export function ScatterPanel({ report, found: all, judge }: ScatterPanelProps) {
  const found = all.filter(({ scores }) => scores.blandAltman !== null);
  const [chosen, setChosen] = useState(found[0]?.name);
  const own = found.find(({ name }) => name === chosen) ?? found[0];
  const scale = report.criteria.find(({ name }) => name === own?.name);
  if (own === undefined || scale === undefined) return null;
  const units = unitPoints(own.scores);
  const systems = systemPoints(own.scores);
  const title = "The judge against people";
  const basis = chapterBasis(report);
  const axes = { xTitle: "people’s mean", yTitle: judge };
  return (
    <ReportPanel
      title={title}
      description={`People’s mean and ${judge}’s score: on the dashed line they are equal`}
      basis={saidOfChapters(report)}
      drawn={tablesOf(`${title}: ${plainCriterionName(own.name)}`, judge, units, own.scores).map((table) => ({
        ...table,
        arms: armsOfChapters(report),
      }))}
    >
      {found.length > 1 && (
        <Select
          data-screen-only
          aria-label="Criterion of the scatter"
          className="mb-4 w-auto max-w-full"
          value={own.name}
          onValueChange={setChosen}
          options={found.map(({ name }) => ({ value: name, label: plainCriterionName(name) }))}
        />
      )}
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <figure>
          <Scatter
            {...axes}
            scatter={prepareScatter(units, scale)}
            label={`Units by people’s mean and ${judge}’s score`}
            sized
            words={({ x, y, n }) => `${figuresOf(n, "unit")}: people ${decimals(x)}, ${judge} ${decimals(y)}`}
            linked={({ x, y, n }, shown) => (
              <FigureLink {...linkTo(among(basis, figureUnits.meanAt(own.name, judge, x, y), n))} figure="units of a circle">
                {shown}
              </FigureLink>
            )}
          />
          <figcaption className="text-label text-soft">Units; a circle’s area is their number.</figcaption>
        </figure>
        {systems.length > 1 && (
          <figure>
            <Scatter
              {...axes}
              scatter={prepareScatter(systems, scale)}
              label={`Systems by their mean by people and by ${judge}`}
              sized={false}
              words={({ name, x, y, n }) => `${name}: people ${decimals(x)}, ${judge} ${decimals(y)}, ${figuresOf(n, "unit")}`}
              linked={({ name, n }, shown) => (
                <FigureLink {...linkTo(among(basis, figureUnits.ofSystem(own.name, judge, name), n))} figure={`means of ${name}`}>
                  {shown}
                </FigureLink>
              )}
            />
            <figcaption className="text-label text-soft">
              Systems; lines are the intervals of both means, with the units of an input kept together.
            </figcaption>
          </figure>
        )}
      </div>
    </ReportPanel>
  );
}

const linkTo = ({ units, n = null }: ReturnType<typeof among>) => ({ units, n });

/** Units as people's mean and the judge's score; those with equal pairs are one point. */
const unitPoints = ({ blandAltman }: Pick<ScoresOfJudge, "blandAltman">): ScatterPoint[] =>
  (blandAltman?.bubbles ?? []).map((bubble) => {
    const { people: x, judge: y } = bubbleScores(bubble);
    return { name: `${bubble.mean} ${bubble.difference}`, x, y, n: bubble.n };
  });

const systemPoints = ({ systems }: ScoresOfJudge): ScatterPoint[] =>
  systems.rows.flatMap(({ system, judge, people }) =>
    judge.value === null || people.value === null
      ? []
      : [{ name: system, x: people.value, y: judge.value, xInterval: people.interval, yInterval: judge.interval, n: people.n }],
  );

function tablesOf(title: string, judge: string, units: ScatterPoint[], { systems }: ScoresOfJudge): PanelTable[] {
  const mean = { figure: "mean-score", format: decimals } as const;
  const ofSystems: PanelTable = {
    title: `${title}, systems`,
    labels: ["System"],
    columns: [
      { head: "people", ...mean },
      { head: judge, ...mean },
    ],
    rows: systems.rows.map((row) => ({ labels: [row.system], cells: [figureCell(row.people), figureCell(row.judge)] })),
    n: "units",
  };
  const ofUnits: PanelTable = {
    title: `${title}, units`,
    about: `Mean of people and score of ${judge}; a circle for each pair of values`,
    labels: ["Circle"],
    columns: [
      { head: "people’s mean", ...mean },
      { head: judge, ...mean },
      { head: "units", figure: "unit-count", format: count },
    ],
    rows: units.map(({ x, y, n }, place) => ({ labels: [`${place + 1}`], cells: [countCell(x), countCell(y), countCell(n)] })),
  };
  return systems.rows.length < 2 ? [ofUnits] : [ofSystems, ofUnits];
}
