import "server-only";
import { Command } from "commander";

export const workerCommand = (): Command =>
  new Command("worker").description("run the worker that drafts, until it is told to stop").action(async () => {
    await import("@/lib/jobs/worker");
    // The worker ends the process itself, on a signal and when its jobs are done.
    await new Promise(() => undefined);
  });
