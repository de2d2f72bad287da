import "server-only";
import { findBatchRun, type Stop, type UnitResult, workInBatches } from "@/lib/db/batch-work";
import { listMetricUnits, type MetricUnit } from "@/lib/db/metric-work";
import { metricOptions } from "@/lib/domain/metric";
import { draftMetric } from "@/lib/metrics/draft-metric";
import { type Metric, metrics } from "@/lib/metrics/metrics";

/**
 * Drafts the pending units of a metric's run until none is left or the run is paused or ended; other judges' runs are left alone. Safe to repeat and
 * to kill. A unit without a score fails with the reason. It takes no actor, because a worker calls it for a run that a person started.
 * Throws when `signal` aborts; the units then stay pending. Resolves to the number of units processed.
 */
export async function draftMetricRun({ runId }: { runId: string }, { signal }: { signal: Stop }): Promise<number> {
  const run = await findBatchRun(runId, "metric");
  if (run === null) return 0;
  const metric = metrics[metricOptions.parse(run.options).metric];
  return workInBatches(runId, signal, {
    list: (after) => listMetricUnits(runId, after),
    work: (unit) => measure(metric, unit),
  });
}

function measure(metric: Metric, unit: MetricUnit): UnitResult {
  const { sampleId, criterionId } = unit;
  const drafted = draftMetric(metric, unit, unit.scale);
  if ("why" in drafted) return { sampleId, criterionId, code: "metric_undefined", message: drafted.why };
  return { sampleId, criterionId, content: drafted };
}
