import { figureUnits } from "@/lib/domain/figure-units";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import type { TaskReport } from "@/lib/domain/report";
import { DistributionBars } from "../charts/distribution-bars";
import { type DistributionPoint, prepareDistribution } from "../charts/prepare-distribution";
import { plainCriterionName } from "../words/criterion-name";
import { distributionTables } from "./judge-tables";
import { ReportPanel } from "./report-panel";

/** Score distributions over each criterion's scale, for people and the judge. */
export function DistributionPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const criteria = report.criteria.flatMap((criterion) => {
    const scores = report.scores.perCriterion[criterion.name];
    if (!scores) return [];
    const of = (rater: string, name: string) => (scores[rater] && !scores[rater].why ? [{ name, ...scores[rater] }] : []);
    const series = [...of("annotators", "people"), ...(judge === null ? [] : of(judge, judge))];
    const points = criterion.labels?.map((label) => ({ value: label, label })) ?? pointsOf(report, series);
    return series.length === 0 ? [] : [{ criterion, distribution: prepareDistribution(criterion, series, points) }];
  });
  const ofMetric = judge === null ? undefined : report.scores.ofMetrics[judge];
  const ownScale =
    judge !== null && ofMetric && ofMetric.n > 0
      ? [
          {
            key: judge,
            name: `${judge}, on its own scale`,
            distribution: prepareDistribution(rangeOf(ofMetric.histogram), [{ name: judge, ...ofMetric }]),
          },
        ]
      : [];
  const shown = [
    ...criteria.map(({ criterion, distribution }) => ({
      key: `criterion ${criterion.name}`,
      name: plainCriterionName(criterion.name),
      distribution,
      unitsOf: (series: string, point: number | string) =>
        figureUnits.given(
          criterion.name,
          series === judge ? { kind: "judge", name: judge } : { kind: "people" },
          typeof point === "number" ? point : criterion.labels?.indexOf(point),
        ),
    })),
    ...ownScale.map((own) => ({ ...own, unitsOf: undefined })),
  ];
  const pairwise = report.kind === "pairwise";
  const title = pairwise ? "How often each output is preferred" : "How scores are spread";
  return (
    <ReportPanel
      title={title}
      description={`Share of each one's own ${pairwise ? "verdicts" : "ratings at every point of the scale, points nobody used included"}`}
      tables={distributionTables(title, shown)}
      isChart
    >
      {criteria.length === 0 ? (
        <p className="text-small text-soft">No ratings yet.</p>
      ) : (
        <div className="grid gap-x-8 gap-y-7 sm:grid-cols-2 xl:grid-cols-3">
          {shown.map(({ key, name, distribution, unitsOf }) => (
            <div key={key} className="flex min-w-0 flex-col justify-end">
              <h3 className="mb-3 text-small font-medium text-ink">{name}</h3>
              <DistributionBars distribution={distribution} figure={name} {...(unitsOf && { unitsOf })} />
            </div>
          ))}
        </div>
      )}
    </ReportPanel>
  );
}

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
