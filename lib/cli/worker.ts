import "server-only";
import { Command } from "commander";

export const workerCommand = (): Command =>
  new Command("worker").action(async () => {
    await import("@/lib/jobs/worker");
    // The worker ends the process itself, on a signal and when its jobs are done.
    await new Promise(() => undefined);
  });
