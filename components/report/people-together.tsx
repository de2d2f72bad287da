"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { PairsReport, TaskReport } from "@/lib/domain/report";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { decisiveOf } from "./decisive";
import { FigureValue } from "./figure-value";
import type { Notes } from "./notes";
import { togetherColumns } from "./pair-tables";
import { type RaterRow, RaterTable } from "./rater-table";
import { ShareValue } from "./share-value";

/** Rows that are shown before somebody asks for all. */
const few = 12;

/** How far people agree with each other about pairs: all of them, and every two. Renders nothing where nobody shares a pair. */
export function PeopleTogether({ report, pairs, notes }: { report: TaskReport; pairs: PairsReport; notes: Notes }) {
  const [all, setAll] = useState(false);
  const { betweenAnnotators, kappaBetweenAnnotators, annotatorsTwoByTwo: twos } = pairs;
  if (twos.length === 0) return null;
  const decisive = decisiveOf(report);
  const person = (name: string) => ({ kind: "annotator", name }) as const;
  const cells = (share: typeof betweenAnnotators, kappa: typeof kappaBetweenAnnotators) => [
    <ShareValue key="share" figure={share} notes={notes} strong />,
    <FigureValue key="kappa" figure={kappa} notes={notes} />,
  ];
  const everybody: RaterRow = {
    name: "all annotators",
    units: decisive === undefined ? undefined : figureUnits.people(decisive),
    cells: cells(betweenAnnotators, kappaBetweenAnnotators),
  };
  const rows = twos.map(
    ({ a, b, share, kappa }): RaterRow => ({
      name: `${a} and ${b}`,
      units: decisive === undefined ? undefined : figureUnits.both(decisive, person(a), person(b)),
      cells: cells(share, kappa),
    }),
  );
  return (
    <>
      <h3 className="mt-6 mb-1 text-small font-medium text-ink">People with each other</h3>
      <RaterTable
        label="People with each other"
        first="Annotators"
        columns={togetherColumns}
        rows={[everybody, ...(all ? rows : rows.slice(0, few))]}
      />
      {rows.length > few && !all && (
        <Button variant="quiet" size="small" className="mt-2" data-screen-only onClick={() => setAll(true)}>
          Show all {figuresOf(rows.length, "row")}
        </Button>
      )}
    </>
  );
}
