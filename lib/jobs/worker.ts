import "server-only";
import { constants, setPriority } from "node:os";
import { disconnect } from "@/lib/db/client";
import { untilDatabaseAnswers } from "@/lib/db/health";
import { log, logConsole, logCrash } from "@/lib/log";
import { measureProcess } from "@/lib/telemetry/metrics";
import { startTracing, stopTracing } from "@/lib/telemetry/tracing";
import { startWorker } from "./start-worker";

// Nobody waits for a run or an export as an annotator waits for a save.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// The worker's process. It ends on a signal, when its parent process is gone, or when the queue fails; then it is restarted.
logConsole();
logCrash();
measureProcess();
await startTracing("redline-worker");
await untilDatabaseAnswers();
const worker = await startWorker();
log.info("the worker is ready");

let isEnding = false;
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  try {
    await worker.stop();
    await stopTracing();
    await disconnect();
    process.exit(code);
  } catch (error) {
    log.error({ err: error }, "the worker could not end cleanly");
    process.exit(1);
  }
}
for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.once(signal, () => void end(0));
worker.ended.catch((error: unknown) => {
  log.error({ err: error }, "the queue broke");
  void end(1);
});
