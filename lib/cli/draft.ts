import "server-only";
import { Command } from "commander";
import { readHeartbeatAgeSeconds } from "@/lib/db/health";
import type { Judge, Run } from "@/lib/domain/judge";
import type { Actor } from "@/lib/domain/policy";
import { controlRun } from "@/lib/workflows/control-run";
import { listRuns } from "@/lib/workflows/list-runs";
import { startRun } from "@/lib/workflows/start-run";
import { watchRun } from "@/lib/workflows/watch-run";
import { getJudge } from "./judge";
import { localActor } from "./local-actor";
import { print, printJson, remark } from "./output";
import { getProject, getTask } from "./projects";

const workerIsDeadAfterSeconds = 10;

/** `redline draft`: a judge drafts every unit of a task. */
export const draftCommand = (): Command =>
  new Command("draft")
    .description("let a judge draft every sample of a task: starts a run, or takes up an unfinished one")
    .requiredOption("--project <name>")
    .option("--task <name>", "needed where the project has several")
    .requiredOption("--judge <name>")
    .option("--wait", "wait until the run has ended, and work it off here when no worker is running")
    .option("--json", "print the run as one JSON document")
    .action(async (options: { project: string; task?: string; judge: string; wait?: true; json?: true }) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const task = await getTask(actor, project, options.task);
      const judge = await getJudge(actor, options.project, options.judge);
      const begun = await startOrResume(actor, task.id, judge, task.publishedSet?.id ?? null);
      const run = options.wait ? await waitFor(actor, begun) : begun;
      if (options.json) printJson(run);
      else print(summary(run));
      if (run.status === "failed" || run.status === "cancelled" || (options.wait && run.status === "paused")) process.exitCode = 1;
    });

/** An unfinished run of the same judge over the same criteria goes on; otherwise a new one begins. */
async function startOrResume(actor: Actor, taskId: string, judge: Judge, criteriaSetId: string | null): Promise<Run> {
  const { items } = await listRuns(actor, { taskId });
  const unfinished = items.find(
    (run) =>
      run.judge.id === judge.id &&
      run.kind === "evaluation" &&
      run.criteriaSet?.id === criteriaSetId &&
      !run.imported &&
      run.units.pending > 0 &&
      run.status !== "cancelled",
  );
  if (unfinished === undefined) return startRun(actor, { taskId, judgeId: judge.id, kind: "evaluation" });
  remark(`taking up the run of ${unfinished.createdAt}: ${unfinished.units.done} of ${unfinished.units.total} units are drafted`);
  const rests = unfinished.status === "paused" || unfinished.status === "failed";
  return rests ? controlRun(actor, { runId: unfinished.id, verb: "resume" }) : unfinished;
}

async function waitFor(actor: Actor, run: Run): Promise<Run> {
  const age = await readHeartbeatAgeSeconds();
  const isWorkerThere = age !== null && age < workerIsDeadAfterSeconds;
  const worker = isWorkerThere ? null : await (await import("@/lib/jobs/start-worker")).startWorker();
  try {
    return await follow(actor, run);
  } finally {
    await worker?.stop();
  }
}

async function follow(actor: Actor, run: Run): Promise<Run> {
  const stopping = new AbortController();
  let last = run;
  for await (const state of watchRun(actor, { runId: run.id, signal: stopping.signal })) {
    last = state;
    const { done, failed, total } = state.units;
    remark(`${state.status}: ${done} of ${total} drafted${failed > 0 ? `, ${failed} failed` : ""}`);
    if (state.status === "paused") break;
  }
  return last;
}

function summary(run: Run): string {
  const { done, failed, pending, total } = run.units;
  const cost = run.costUsd === null ? "" : `, ${run.costUsd.toFixed(4)} US dollars`;
  const head = `run ${run.id} by ${run.judge.name} is ${run.status}: ${done} of ${total} units drafted, ${failed} failed, ${pending} to do; ${run.inputTokens} tokens read, ${run.outputTokens} written${cost}`;
  const reasons = run.failures.map((failure) => `  ${failure.count} x ${failure.code}: ${failure.message}`);
  return [head, ...(run.error === null ? [] : [`  ${run.error}`]), ...reasons].join("\n");
}
