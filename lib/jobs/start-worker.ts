import "server-only";
import { EventEmitter } from "node:events";
import { Logger, type Runner, run, runMigrations, type WorkerEvents } from "graphile-worker";
import { queuePool } from "@/lib/db/client";
import { recoverFromClockSetBack } from "@/lib/db/clock-set-back";
import { queueRemoval } from "@/lib/db/deletions";
import { deleteOldReplies } from "@/lib/db/idempotency";
import { sweepImports } from "@/lib/db/imports";
import { listDueWatches } from "@/lib/db/judge-watches";
import { listForgottenExports, sweepPreparedExports, wakeExport } from "@/lib/db/prepared-exports";
import { applyRetention } from "@/lib/db/retention";
import { listForgottenJudges, wakeJudge } from "@/lib/db/run-queue";
import { deleteOldAttempts } from "@/lib/db/sign-in-attempts";
import { sweepObjects } from "@/lib/db/stored-objects";
import { listForgottenDeliveries, queueDeliveries } from "@/lib/db/webhook-deliveries";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { advanceWatch } from "@/lib/workflows/advance-watch";
import { watchWebhooks } from "@/lib/workflows/watch-webhooks";
import { handlers } from "./handlers";
import { Liveness } from "./liveness";

const beatMs = 2000;
/** Sooner, so that a worker lives again as soon as the database does. */
const afterFailureMs = 500;
const beatsBetweenLooks = 5;
const beatsBetweenSweeps = 1800;
/** How long requests under way may take to finish after a stop is requested. */
const patienceMs = 3500;
/** Concurrent jobs: each is one judge, with its own number of concurrent requests, or an export. */
const concurrency = 8;

export interface RunningWorker {
  /** Starts nothing new, waits a little for work under way, and stops. The next worker resumes what is unfinished. */
  stop(): Promise<void>;
  /** Settles when the worker has stopped; rejects if it failed. */
  ended: Promise<void>;
}

const graphileLogger = new Logger((scope) => (level, _message, meta) => {
  const method = level === "warning" ? "warn" : level === "error" ? "error" : "debug";
  // Its own words quote what a job was about.
  log[method]({ job: scope.jobId, kind: scope.taskIdentifier, ...(meta?.error instanceof Error ? { err: meta.error } : {}) }, "the queue");
});

/** Creates the queue's tables if they are missing, so that work can be queued before any worker has started. */
export const ensureQueue = (): Promise<void> =>
  runMigrations({ connectionString: env().DATABASE_URL, maxPoolSize: 2, logger: graphileLogger });

/** Starts a worker: frees dead workers' jobs, resumes unfinished work, and runs until it is stopped. */
export async function startWorker(): Promise<RunningWorker> {
  await ensureQueue();
  const liveness = new Liveness();
  await liveness.freeJobsOfTheDead();
  const [stopping, ending] = [new AbortController(), new AbortController()];
  const events: WorkerEvents = new EventEmitter();
  const announced = new Promise<void>((resolve, reject) => {
    events.once("pool:create", ({ workerPool }) => void liveness.announce(workerPool.id).then(resolve, reject));
  });
  const connections = queuePool(8);
  const runner = await run({
    pgPool: connections,
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: graphileLogger,
    parsedCronItems: [],
    events,
    taskList: handlers({ stopping: stopping.signal, ending: ending.signal }),
  });
  await announced;
  const upkeep = keepUp(liveness);
  return {
    ended: runner.promise,
    stop: async () => {
      stopping.abort();
      const late = setTimeout(() => ending.abort(new Error("The worker ends.")), patienceMs);
      await stopRunner(runner).finally(() => clearTimeout(late));
      await connections.end();
      await upkeep.stop();
      await liveness.end();
    },
  };
}

async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch((error: unknown) => log.warn({ err: error }, "the queue was already stopping"));
}

/** One watch that cannot go on, as when its judge no longer suits its task, must not keep the others waiting. */
const advance = (watchId: string): Promise<void> =>
  advanceWatch(watchId).catch((error: unknown) => log.warn({ err: error, watch: watchId }, "a watch could not go on"));

/** Deletes what the installation's rules no longer keep. */
async function sweepByRules(): Promise<void> {
  const deleted = await applyRetention();
  if (Object.values(deleted).some((count) => count > 0)) log.info({ deleted }, "what is older than its retention was deleted");
}

/** The bucket may be away for days: a look that fails must not be repeated at once with everything before it. */
async function sweepBucket(): Promise<void> {
  await sweepObjects().catch((error: unknown) => log.warn({ err: error }, "the object store could not be swept"));
}

/** Sends heartbeats and occasionally looks for work orphaned by crashes. One look at a time; a failed one is soon repeated. */
function keepUp(liveness: Liveness): { stop: () => Promise<void> } {
  let beats = 0;
  let current = Promise.resolve();
  const look = async () => {
    // At once: in an outage connections of both kinds are found dead, and not one after the other once it is over.
    const [, wasSetBack] = await Promise.all([liveness.hold(), recoverFromClockSetBack()]);
    if (wasSetBack) log.warn("the clock was set back; what was due later is due now");
    await liveness.beat();
    await liveness.freeJobsOfTheDead();
    if (beats % beatsBetweenLooks === 0) {
      for (const judgeId of await listForgottenJudges()) await wakeJudge(judgeId);
      for (const exportId of await listForgottenExports()) await wakeExport(exportId);
      await watchWebhooks();
      await queueDeliveries(await listForgottenDeliveries());
      await queueRemoval();
    }
    if (beats % beatsBetweenLooks === 0) for (const watchId of await listDueWatches()) await advance(watchId);
    if (beats % beatsBetweenSweeps === 0) {
      await sweepByRules();
      await deleteOldReplies(2);
      await deleteOldAttempts(1);
      await sweepImports();
      await sweepPreparedExports();
      await sweepBucket();
    }
    beats++;
  };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const tick = () => {
    const began = Date.now();
    current = look()
      .then(
        () => Math.max(0, beatMs - (Date.now() - began)),
        (error: unknown) => {
          log.error({ err: error }, "the worker's upkeep failed");
          return afterFailureMs;
        },
      )
      .then((pauseMs) => {
        if (!isStopped) timer = setTimeout(tick, pauseMs);
      });
  };
  tick();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
