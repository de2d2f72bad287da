import "server-only";
import { constants, setPriority } from "node:os";
import { Command } from "commander";
import type { ReportAnswer, ReportJob } from "@/lib/reporter/report-messages";
import { computeReport } from "@/lib/workflows/compute-report";

/** Not for people: the web process starts it and sends it the reports to compute, one after the other. Ends when the channel closes. */
export const computeReportsCommand = (): Command =>
  new Command("compute-reports").action(async () => {
    if (process.send === undefined) throw new Error("The pages start this command themselves.");
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    let last = Promise.resolve();
    process.on("message", ({ id, ...job }: ReportJob) => {
      last = last.then(() => compute(id, job));
    });
    await new Promise((resolve) => process.once("disconnect", resolve));
  });

async function compute(id: number, job: Omit<ReportJob, "id">): Promise<void> {
  const error = await computeReport(job).then(
    () => null,
    (failed: unknown) => (failed instanceof Error ? (failed.stack ?? failed.message) : String(failed)),
  );
  process.send?.({ id, error } satisfies ReportAnswer);
}
