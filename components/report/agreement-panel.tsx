"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { count } from "../charts/format";
import { HeatMap } from "../charts/heat-map";
import { prepareHeatMap } from "../charts/prepare-heat-map";
import { Choice } from "../ui/choice";
import { Select } from "../ui/select";
import { whySentence } from "../words/why";
import {
  agreementTable,
  agreementViews,
  isOtherMeasure,
  levelOfView,
  measureOfView,
  type PairMeasure,
  pairFigures,
  pairMeasures,
  unitsOfPair,
  viewExplanation,
} from "./agreement-views";
import { saidOfAll } from "./basis";
import type { Level } from "./headline";
import { hasOwnScale } from "./rater-label";
import { ReportPanel } from "./report-panel";

/** Alpha at the levels that pairs are computed at, then other measures. */
const labels: Record<PairMeasure, string> = {
  ...{ nominal: "Nominal", ordinal: "Ordinal", interval: "Interval" },
  ...{ quadraticKappa: "Kappa", exact: "Exact", tauB: "Tau-b" },
};

/** Pairwise agreement: alpha or another measure for every two raters, averaged over criteria, for one criterion, or pooled over all. */
export function AgreementPanel({ report, level }: { report: TaskReport; level: Level }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [chosenMeasure, setMeasure] = useState<PairMeasure | null>(null);
  // Pairs are not computed at the ratio level, so the nearest level is shown and named.
  const by = chosenMeasure ?? (level === "ratio" ? "interval" : level);
  const views = agreementViews(report, by);
  const view = views.find(({ value }) => value === chosen) ?? views[0];
  // A metric with its own scale has no agreement with anybody and would be an empty row.
  const raters = report.raters.filter((rater) => !hasOwnScale(rater));
  const names = new Set(raters.map(({ name }) => name));
  const figures = view ? pairFigures(report, view.value, by).filter(({ a, b }) => names.has(a) && names.has(b)) : [];
  const map = prepareHeatMap(raters, figures);
  if (!view || map.n === null) {
    return (
      <ReportPanel title="Who agrees with whom">
        <p className="text-small text-soft">
          Agreement needs two raters of the same unit. Once a second person or a judge has scored, all pairs of raters are compared here.
        </p>
      </ReportPanel>
    );
  }
  const unitsBy = (name: string) => (raters.find((one) => one.name === name)?.kind === "judge" ? { judge: name } : figureUnits.by(name));
  const units = map.n.from === map.n.to ? count(map.n.from) : `${count(map.n.from)} to ${count(map.n.to)}`;
  const measure = `${measureOfView(report, view.value, by)} of every two raters${map.n.to === 0 ? "" : `; n = ${units} units per cell`}`;
  const hasThin = map.rows.some((row) => row.some((cell) => cell?.thin && cell.value !== null));
  const hasNegative = map.rows.some((row) => row.some((cell) => cell?.negative));
  const explanation = viewExplanation(report, view.value, by);
  return (
    <ReportPanel
      title="Who agrees with whom"
      description={
        <>
          {measure}
          <span className="hidden print:inline"> · {view.label}</span>
        </>
      }
      basis={saidOfAll(report)}
      drawn={[
        {
          ...agreementTable(view.label, measure, by, figures),
          level: isOtherMeasure(by) ? undefined : levelOfView(report, view.value, by),
        },
      ]}
      actions={
        <Choice
          label="Measure of the map"
          value={by}
          options={pairMeasures(report).map((value) => ({ value, label: labels[value] }))}
          onChange={setMeasure}
        />
      }
    >
      {views.length > 1 && (
        <div data-screen-only className="mb-3">
          <Select
            aria-label="Criteria compared"
            className="w-full sm:w-auto sm:max-w-full"
            value={view.value}
            onValueChange={setChosen}
            options={views}
          />
        </div>
      )}
      {explanation !== null && <p className="mb-3 text-small text-soft">{explanation}</p>}
      <HeatMap
        map={map}
        caption={measure}
        whySentence={whySentence}
        unitsOf={(cell) => unitsOfPair(report, view.value, cell, by)}
        unitsBy={unitsBy}
      />
      <p className="mt-3 text-label text-soft">
        A stronger tint is closer to full agreement; the scale is fixed, not fitted to the data.
        {hasNegative && " Red: less than by chance."}
        {hasThin && " Hatched: under ten units."}
        {map.leftOut > 0 &&
          ` Drawn are the people who share most units with others, without ${count(map.leftOut)} more; the table has all who share any.`}
      </p>
    </ReportPanel>
  );
}
