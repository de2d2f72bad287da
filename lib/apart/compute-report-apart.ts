import "server-only";
import { log } from "@/lib/log";
import type { ComputationInput } from "./computations";
import { computeApart } from "./compute-apart";

type ReportJob = ComputationInput<"computeReport">[0];

// On globalThis: Next bundles each route with its own module state.
const held = globalThis as unknown as { redlineReports?: Map<string, Promise<void>> };

/** Computes and stores a report in a process of its own. Asked twice at once, it computes once. */
export function computeReportApart(job: ReportJob): Promise<void> {
  held.redlineReports ??= new Map();
  const underWay = held.redlineReports;
  const key = JSON.stringify(job);
  const known = underWay.get(key);
  if (known !== undefined) return known;
  const computing = computeApart("computeReport", [job]).finally(() => underWay.delete(key));
  underWay.set(key, computing);
  computing.catch((error: unknown) => log.error({ err: error, taskId: job.taskId }, "a report could not be computed"));
  return computing;
}
