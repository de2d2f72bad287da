import "server-only";
import { readHeartbeatAgeSeconds } from "@/lib/db/health";
import type { Run } from "@/lib/domain/judge";
import type { Actor } from "@/lib/domain/policy";
import { watchRun } from "@/lib/workflows/watch-run";
import { remark } from "./output";

const workerIsDeadAfterSeconds = 10;

/**
 * Follows a run until it has ended or is paused, and processes it here if no worker is running. `progress` reports its state. Returns the run in its
 * last state.
 */
export async function waitForRun(actor: Actor, run: Run, progress: (run: Run) => string): Promise<Run> {
  const age = await readHeartbeatAgeSeconds();
  const isWorkerThere = age !== null && age < workerIsDeadAfterSeconds;
  const worker = isWorkerThere ? null : await (await import("@/lib/jobs/start-worker")).startWorker();
  try {
    return await follow(actor, run, progress);
  } finally {
    await worker?.stop();
  }
}

async function follow(actor: Actor, run: Run, progress: (run: Run) => string): Promise<Run> {
  const stopping = new AbortController();
  let last = run;
  for await (const state of watchRun(actor, { runId: run.id, signal: stopping.signal })) {
    last = state;
    remark(progress(state));
    if (state.status === "paused") break;
  }
  return last;
}
