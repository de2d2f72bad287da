"use client";

import { useState } from "react";
import type { TaskReport } from "@/lib/domain/report";
import { count } from "../charts/format";
import { HeatMap } from "../charts/heat-map";
import { prepareHeatMap } from "../charts/prepare-heat-map";
import { Choice } from "../ui/choice";
import { Select } from "../ui/select";
import { whySentence } from "../words/why";
import { agreementTable, agreementViews, levelOfView, pairFigures, unitsOfPair, viewExplanation } from "./agreement-views";
import { saidOfAll } from "./basis";
import type { Level } from "./headline";
import { hasOwnScale } from "./rater-label";
import { ReportPanel } from "./report-panel";

/** The levels that pairs of raters are computed at. */
const pairLevels = [
  { value: "nominal", label: "Nominal" },
  { value: "ordinal", label: "Ordinal" },
  { value: "interval", label: "Interval" },
] as const;

/** Pairwise agreement: alpha for every two raters, averaged over criteria, for one criterion, or pooled over all. */
export function AgreementPanel({ report, level }: { report: TaskReport; level: Level }) {
  const views = agreementViews(report);
  const [chosen, setChosen] = useState<string | null>(null);
  const [chosenLevel, setLevel] = useState<(typeof pairLevels)[number]["value"] | null>(null);
  const view = views.find(({ value }) => value === chosen) ?? views[0];
  // Pairs are not computed at the ratio level, so the nearest level is shown and named.
  const nearest = chosenLevel ?? (level === "ratio" ? "interval" : level);
  const shown = view ? levelOfView(report, view.value, nearest) : nearest;
  // A metric with its own scale has no agreement with anybody and would be an empty row.
  const raters = report.raters.filter((rater) => !hasOwnScale(rater));
  const names = new Set(raters.map(({ name }) => name));
  const figures = view ? pairFigures(report, view.value, nearest).filter(({ a, b }) => names.has(a) && names.has(b)) : [];
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
  const units = map.n.from === map.n.to ? count(map.n.from) : `${count(map.n.from)} to ${count(map.n.to)}`;
  const measure = `${shown.charAt(0).toUpperCase()}${shown.slice(1)} alpha of every two raters; n = ${units} units per cell`;
  const hasThin = map.rows.some((row) => row.some((cell) => cell?.thin));
  const hasNegative = map.rows.some((row) => row.some((cell) => cell?.negative));
  const explanation = viewExplanation(report, view.value, nearest);
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
      drawn={[{ ...agreementTable(view.label, measure, figures), level: shown }]}
      actions={<Choice label="Level of the map" value={nearest} options={pairLevels} onChange={setLevel} />}
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
      <HeatMap map={map} caption={measure} whySentence={whySentence} unitsOf={(cell) => unitsOfPair(report, view.value, cell)} />
      <p className="mt-3 text-label text-soft">
        A stronger tint is closer to full agreement; the scale is fixed, not fitted to the data.
        {hasNegative && " Red: less than by chance."}
        {hasThin && " Hatched: under ten units."}
      </p>
    </ReportPanel>
  );
}
