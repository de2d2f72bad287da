import "server-only";
import { poolCounts } from "@/lib/db/client";
import { readInstanceFigures } from "@/lib/db/instance-metrics";
import { listWorkers } from "@/lib/db/workers";
import { log } from "@/lib/log";
import { type Figure, type MeasuredMetric, printMetrics, readOwnMetrics } from "@/lib/telemetry/metrics";

/** A worker that has been silent for longer is no longer counted. */
const longestSilenceSeconds = 60;

const reachable = (value: 0 | 1): Figure => ({
  name: "redline_database_up",
  help: "Whether the database answered while this was read",
  value,
});

/**
 * What /metrics says: this web process, every worker, and what the database knows of queue, work and storage. If the database does not answer, the
 * process's own metrics are still there.
 */
export async function printInstanceMetrics(): Promise<string> {
  const own = { labels: { process: "web" }, metrics: await readOwnMetrics(poolCounts()) };
  try {
    const [workers, figures] = await Promise.all([listWorkers(longestSilenceSeconds), readInstanceFigures()]);
    const others = workers.map(({ id, metrics }) => ({
      labels: { process: "worker", worker: id },
      metrics: (metrics ?? []) as MeasuredMetric[],
    }));
    return await printMetrics([own, ...others], [reachable(1), ...figures]);
  } catch (error) {
    log.warn({ err: error }, "the database's part of the metrics could not be read");
    return await printMetrics([own], [reachable(0)]);
  }
}
