import "server-only";
import type { Task, TaskList } from "graphile-worker";
import { z } from "zod";
import { draftJobName, wakeJudge } from "@/lib/db/run-queue";
import { log } from "@/lib/log";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

const sliceMs = 10 * 60_000;
const retryAfterErrorMs = 5000;
const payloads = { judge: z.object({ judgeId: z.uuid() }) };

/** What the handlers are told about the worker's end. */
export interface WorkerEnd {
  /** Nothing new is begun. */
  stopping: AbortSignal;
  /** What is under way is called off. */
  ending: AbortSignal;
}

/** Every job and what it does: the one table. */
export function handlers(end: WorkerEnd): TaskList {
  return { [draftJobName]: draftJudgeJob(end) };
}

function draftJudgeJob(end: WorkerEnd): Task {
  return async (payload) => {
    const { judgeId } = payloads.judge.parse(payload);
    try {
      const isWorkLeft = await draftJudge(judgeId, { ...end, sliceMs, work: workPiece, giveUp });
      if (isWorkLeft) await wakeJudge(judgeId);
    } catch (error) {
      // The queue would wait longer after each failure, up to hours; a judge's work is due again soon.
      log.error({ err: error, judge: judgeId }, "drafting broke off");
      await wakeJudge(judgeId, retryAfterErrorMs);
    }
  };
}
