import "server-only";
import type { Task, TaskList } from "graphile-worker";
import { z } from "zod";
import { removeJobName, removeSome } from "@/lib/db/deletions";
import { prepareExportJobName } from "@/lib/db/prepared-exports";
import { draftJobName, wakeJudge } from "@/lib/db/run-queue";
import { deliverJobName } from "@/lib/db/webhook-deliveries";
import { log } from "@/lib/log";
import { traced, untraced } from "@/lib/telemetry/tracing";
import { deliverWebhook } from "@/lib/workflows/deliver-webhook";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";
import { writeExport } from "./write-export";

const sliceMs = 10 * 60_000;
const retryAfterErrorMs = 5000;
/** The trace in which a job was queued. */
const carried = z.object({ traceparent: z.string().optional() });
const payloads = {
  judge: z.object({ judgeId: z.uuid() }),
  delivery: z.object({ deliveryId: z.uuid() }),
  export: z.object({ exportId: z.uuid() }),
};

/** Signals that tell handlers the worker is stopping. */
export interface WorkerEnd {
  /** Aborts when no new work may be started. */
  stopping: AbortSignal;
  /** Aborts when work under way must stop. */
  ending: AbortSignal;
}

/** The table of all jobs and their handlers. */
export function handlers(end: WorkerEnd): TaskList {
  return {
    [draftJobName]: inTrace(draftJudgeJob(end)),
    [deliverJobName]: inTrace(deliverJob),
    [prepareExportJobName]: inTrace(prepareExportJob(end)),
    [removeJobName]: removeJob(end),
  };
}

/** A job's work belongs to the trace of the request that queued it. */
function inTrace(task: Task): Task {
  return (payload, helpers) => {
    const { id, task_identifier: kind, attempts } = helpers.job;
    const attributes = { "messaging.system": "graphile-worker", "messaging.message.id": String(id), "redline.attempt": attempts };
    const parent = carried.safeParse(payload).data?.traceparent;
    return traced(`job ${kind}`, { kind: "consumer", attributes, parent }, async () => {
      await task(payload, helpers);
    });
  };
}

/** A failed try fails the job, so that the queue tries again with its backoff. */
const deliverJob: Task = async (payload, { job }) => {
  const { deliveryId } = payloads.delivery.parse(payload);
  const failed = await deliverWebhook({ deliveryId, attempt: job.attempts, isLast: job.attempts >= job.max_attempts });
  if (failed) throw new Error("a webhook's delivery failed; its log says why");
};

function draftJudgeJob(end: WorkerEnd): Task {
  return async (payload) => {
    const { judgeId } = payloads.judge.parse(payload);
    try {
      const isWorkLeft = await draftJudge(judgeId, { ...end, sliceMs, work: workPiece, giveUp });
      if (isWorkLeft) await wakeJudge(judgeId);
    } catch (error) {
      // The queue's own backoff grows to hours; a judge's work should be retried soon.
      log.error({ err: error, judge: judgeId }, "drafting was interrupted");
      // Trouble may last for days, which is no trace to look at.
      await untraced(() => wakeJudge(judgeId, retryAfterErrorMs));
    }
  };
}

/** What is left is queued again by the worker's upkeep. Not traced: nobody waits for it, and its statements are many. */
function removeJob({ stopping }: WorkerEnd): Task {
  return async () => {
    const ends = performance.now() + sliceMs;
    while (!stopping.aborted && performance.now() < ends && (await removeSome()));
  };
}

function prepareExportJob({ stopping }: WorkerEnd): Task {
  return async (payload, { job }) => {
    const { exportId } = payloads.export.parse(payload);
    await writeExport(exportId, { signal: stopping, isLast: job.attempts >= job.max_attempts });
  };
}
