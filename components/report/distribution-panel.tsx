import type { TaskReport } from "@/lib/domain/report";
import { DistributionBars } from "../charts/distribution-bars";
import { prepareDistribution } from "../charts/prepare-distribution";
import { Panel } from "../ui/panel";
import { plainCriterionName } from "./criterion-name";

/** How scores are spread over each criterion's scale: people, and the judge beside them. */
export function DistributionPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const criteria = report.criteria.flatMap((criterion) => {
    const scores = report.scores.perCriterion[criterion.name];
    if (!scores) return [];
    const of = (rater: string, name: string) => (scores[rater] ? [{ name, ...scores[rater] }] : []);
    const series = [...of("annotators", "people"), ...(judge === null ? [] : of(judge, judge))];
    return series.length === 0 ? [] : [{ criterion, distribution: prepareDistribution(criterion, series) }];
  });
  return (
    <Panel
      title="How scores are spread"
      description="Share of each one's own ratings at every point of the scale, points nobody used included"
    >
      {criteria.length === 0 ? (
        <p className="text-small text-soft">No ratings yet.</p>
      ) : (
        <div className="grid gap-x-8 gap-y-7 sm:grid-cols-2 xl:grid-cols-3">
          {criteria.map(({ criterion, distribution }) => (
            <div key={criterion.name} className="flex min-w-0 flex-col justify-end">
              <h3 className="mb-3 text-small font-medium text-ink">{plainCriterionName(criterion.name)}</h3>
              <DistributionBars distribution={distribution} caption={`Ratings at each score: ${plainCriterionName(criterion.name)}`} />
            </div>
          ))}
        </div>
      )}
    </Panel>
  );
}
