"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import type { TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { DistributionBars } from "../charts/distribution-bars";
import { type Distribution, type DistributionPoint, onOneAxis, prepareDistribution } from "../charts/prepare-distribution";
import { Choice } from "../ui/choice";
import { Select } from "../ui/select";
import { plainCriterionName } from "../words/criterion-name";
import { saidOfAll } from "./basis";
import { distributionTables } from "./judge-tables";
import { ReportPanel } from "./report-panel";

type Criterion = TaskReport["criteria"][number];
type Scores = TaskReport["scores"]["perCriterion"][string];

/** One small chart: how one criterion, or one system's outputs on it, were scored. */
interface Shown {
  key: string;
  name: string;
  distribution: Distribution;
  unitsOf?: (series: string, point?: number | string) => UnitQuery;
  isCounted?: false;
}

const ways = [
  { value: "criterion", label: "By criterion" },
  { value: "system", label: "By system" },
] as const;

/** Score distributions over each criterion's scale, for people and the judge, all on one axis of shares; of one criterion, system by system. */
export function DistributionPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const [way, setWay] = useState<"criterion" | "system">("criterion");
  const [chosen, setChosen] = useState<string | null>(null);
  const ofSystems = report.criteria.filter(({ name }) => Object.keys(report.scores.perSystem?.[name] ?? {}).length > 1);
  const criterion = ofSystems.find(({ name }) => name === chosen) ?? ofSystems[0];
  const bySystem = way === "system" && criterion !== undefined;
  const shown = onOneAxis(bySystem ? systemsOf(report, criterion, judge) : criteriaOf(report, judge));
  const pairwise = report.kind === "pairwise";
  const title = pairwise ? "How often each output is preferred" : "How scores are spread";
  const about = bySystem ? `${title}: ${plainCriterionName(criterion.name)}, by system` : title;
  const ofMetric = metricOf(report, judge);
  return (
    <ReportPanel
      title={title}
      description={`Share of each one's own ${pairwise ? "verdicts" : "ratings at every point of the scale, points nobody used included"}; in per cent, on one axis`}
      basis={saidOfAll(report)}
      drawn={distributionTables(about, [...shown, ...ofMetric])}
      actions={ofSystems.length > 0 && <Choice label="Spread of scores" value={way} options={ways} onChange={setWay} />}
    >
      {bySystem && ofSystems.length > 1 && (
        <div data-screen-only className="mb-4">
          <Select
            aria-label="Criterion of the systems"
            className="w-full sm:w-auto sm:max-w-full"
            value={criterion.name}
            onValueChange={setChosen}
            options={ofSystems.map(({ name }) => ({ value: name, label: plainCriterionName(name) }))}
          />
        </div>
      )}
      {shown.length === 0 && <p className="text-small text-soft">No ratings yet.</p>}
      <div className="grid gap-x-8 gap-y-7 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
        {[...shown, ...ofMetric].map(({ key, name, distribution, unitsOf, isCounted = true }) => (
          <div key={key} className="flex min-w-0 flex-col justify-end">
            <h3 className="mb-3 text-small font-medium wrap-anywhere text-ink">{name}</h3>
            <DistributionBars distribution={distribution} figure={name} isCounted={isCounted} {...(unitsOf && { unitsOf })} />
          </div>
        ))}
      </div>
    </ReportPanel>
  );
}

function criteriaOf(report: TaskReport, judge: string | null): Shown[] {
  return report.criteria.flatMap((criterion) => {
    const distribution = distributionOf(report, criterion, report.scores.perCriterion[criterion.name], judge);
    return distribution === null
      ? []
      : [
          {
            key: `criterion ${criterion.name}`,
            name: plainCriterionName(criterion.name),
            distribution,
            unitsOf: (series: string, point?: number | string) => givenUnits(criterion, judge, series, point),
          },
        ];
  });
}

function systemsOf(report: TaskReport, criterion: Criterion, judge: string | null): Shown[] {
  return Object.entries(report.scores.perSystem?.[criterion.name] ?? {}).flatMap(([system, scores]) => {
    const distribution = distributionOf(report, criterion, scores, judge);
    return distribution === null
      ? []
      : [
          {
            key: `system ${system}`,
            name: system,
            distribution,
            unitsOf: (series: string, point?: number | string) => ({ ...givenUnits(criterion, judge, series, point), system }),
          },
        ];
  });
}

/** A metric's scores on its own scale, which have no share of a criterion's axis. */
function metricOf(report: TaskReport, judge: string | null): Shown[] {
  const scores = judge === null ? undefined : report.scores.ofMetrics[judge];
  if (judge === null || scores === undefined || scores.n === 0) return [];
  const distribution = prepareDistribution(rangeOf(scores.histogram), [{ name: judge, ...scores }]);
  // Its scores are of samples: no list has those with one of them.
  return [{ key: judge, name: `${judge}, on its own scale`, distribution, unitsOf: () => ({ of: "samples" }), isCounted: false }];
}

function distributionOf(report: TaskReport, criterion: Criterion, scores: Scores | undefined, judge: string | null): Distribution | null {
  const of = (rater: string, name: string) => {
    const own = scores?.[rater];
    return own && !own.why ? [{ name, ...own }] : [];
  };
  const series = [...of("annotators", "people"), ...(judge === null ? [] : of(judge, judge))];
  const points = criterion.labels?.map((label) => ({ value: label, label })) ?? pointsOf(report, series);
  return series.length === 0 ? null : prepareDistribution(criterion, series, points);
}

const givenUnits = (criterion: Criterion, judge: string | null, series: string, point?: number | string): UnitQuery =>
  figureUnits.given(
    criterion.name,
    series === judge ? { kind: "judge", name: judge } : { kind: "people" },
    typeof point === "string" ? criterion.labels?.indexOf(point) : point,
  );

/** For pairs the points are words, without a tie if the criterion has none. */
function pointsOf(report: TaskReport, series: { histogram: Record<string, number> }[]): DistributionPoint[] | undefined {
  if (report.kind === "pointwise") return undefined;
  return preferenceScale.levels
    .toReversed()
    .filter(({ value }) => value !== 0 || report.pairs?.tieAllowed !== false || series.some(({ histogram }) => histogram["0"]))
    .map(({ value, label }) => ({ value, label }));
}

/** The range of scores that occur, since a metric's declared scale may be far wider. */
function rangeOf(histogram: Record<string, number>): { min: number; max: number } {
  const scores = Object.entries(histogram).flatMap(([score, number]) => (number > 0 ? [Number(score)] : []));
  const [min, max] = [Math.min(...scores), Math.max(...scores)];
  return { min, max: max > min ? max : min + 1 };
}
