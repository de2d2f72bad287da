import "server-only";
import { Command, Option } from "commander";
import { type Judge, type Run, startRunBody } from "@/lib/domain/judge";
import { variants } from "@/lib/domain/pair-outputs";
import type { Actor } from "@/lib/domain/policy";
import { controlRun } from "@/lib/workflows/control-run";
import { estimateRun } from "@/lib/workflows/estimate-run";
import { listRuns } from "@/lib/workflows/list-runs";
import { startRun } from "@/lib/workflows/start-run";
import { estimateText } from "./estimate-text";
import { localActor } from "./local-actor";
import { print, printJson, remark, UsageError } from "./output";
import { getJudge, getProject, getTask } from "./projects";
import { readCount, readNumber } from "./read-number";
import { waitForRun } from "./wait-for-run";

interface DraftOptions {
  project: string;
  task?: string;
  judge: string;
  variant: (typeof variants)[number];
  limit?: number;
  budgetUsd?: number;
  budgetTokens?: number;
  reuseAnswers?: true;
  dryRun?: true;
  wait?: true;
  json?: true;
}

/** `redline draft`: a judge drafts every unit of a task. */
export const draftCommand = (): Command =>
  new Command("draft")
    .requiredOption("--project <name>")
    .option("--task <name>", "required if the project has several")
    .requiredOption("--judge <name>")
    .addOption(
      new Option(
        "--variant <name>",
        "for pairs: with the outputs swapped, asked to review its analysis (interference), or asked again after a claim that the other output is better (sycophancy)",
      )
        .choices(variants)
        .default("plain"),
    )
    .option("--limit <number>", "only this many samples from the start", readCount)
    .option("--budget-usd <usd>", "the run pauses before it could cost more", readNumber)
    .option("--budget-tokens <number>", "the run pauses before it could use more", readNumber)
    .option("--reuse-answers", "reuse the project's earlier answers to identical requests")
    .option("--dry-run", "print what it would ask and cost, and ask nothing")
    .option("--wait", "wait until the run has ended; process it here if no worker is running")
    .option("--json", "print the run, or what it would cost, as one JSON document")
    .action(async (options: DraftOptions) => {
      const actor = await localActor();
      const project = await getProject(actor, options.project);
      const task = await getTask(actor, project, options.task);
      const judge = await getJudge(actor, options.project, options.judge);
      const body = readBody(judge, options);
      if (options.dryRun) {
        const estimate = await estimateRun(actor, { taskId: task.id, ...body });
        if (options.json) printJson(estimate);
        else print(estimateText(estimate));
        return;
      }
      const begun = await startOrResume(actor, task.id, body, task.publishedSet?.id ?? null);
      const run = options.wait ? await waitForRun(actor, begun, progress) : begun;
      if (options.json) printJson(run);
      else print(summary(run));
      if (run.status === "failed" || run.status === "cancelled" || (options.wait && run.status === "paused")) process.exitCode = 1;
    });

type StartBody = ReturnType<typeof startRunBody.parse>;

function readBody(judge: Judge, { variant, limit, budgetUsd, budgetTokens, reuseAnswers }: DraftOptions): StartBody {
  const body = startRunBody.safeParse({ judgeId: judge.id, variant, sampleLimit: limit, budgetUsd, budgetTokens, reuseAnswers });
  if (body.success) return body.data;
  throw new UsageError(body.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "));
}

/** Resumes an unfinished run of the same judge over the same criteria in the same variant; otherwise starts a new one. */
async function startOrResume(actor: Actor, taskId: string, body: StartBody, criteriaSetId: string | null): Promise<Run> {
  const { items } = await listRuns(actor, { taskId });
  const unfinished = items.find(
    (run) =>
      run.judge.id === body.judgeId &&
      run.kind === "evaluation" &&
      run.variant === body.variant &&
      run.criteriaSet?.id === criteriaSetId &&
      !run.imported &&
      run.units.pending > 0 &&
      run.status !== "cancelled",
  );
  if (unfinished === undefined) return startRun(actor, { taskId, ...body });
  remark(`resuming the run of ${unfinished.createdAt}: ${unfinished.units.done} of ${unfinished.units.total} units are drafted`);
  if (keepsOther(unfinished, body)) remark("it keeps the samples, the budget and the reuse of earlier answers it was started with");
  const rests = unfinished.status === "paused" || unfinished.status === "failed";
  return rests ? controlRun(actor, { runId: unfinished.id, verb: "resume" }) : unfinished;
}

const keepsOther = (run: Run, { sampleLimit, budgetUsd, budgetTokens, reuseAnswers }: StartBody): boolean =>
  sampleLimit !== undefined ||
  (budgetUsd ?? run.budgetUsd) !== run.budgetUsd ||
  (budgetTokens ?? run.budgetTokens) !== run.budgetTokens ||
  (reuseAnswers && !run.reuseAnswers);

function progress({ status, units: { done, failed, dropped, total } }: Run): string {
  const rest = [failed > 0 ? `, ${failed} failed` : "", dropped > 0 ? `, ${dropped} dropped` : ""].join("");
  return `${status}: ${done} of ${total} drafted${rest}`;
}

function summary(run: Run): string {
  const { done, failed, dropped, pending, total } = run.units;
  const cost = run.costUsd === null ? "" : `, ${run.costUsd.toFixed(4)} US dollars`;
  const head = `run ${run.id} by ${run.judge.name} is ${run.status}: ${done} of ${total} units drafted, ${failed} failed, ${dropped > 0 ? `${dropped} dropped, ` : ""}${pending} to do; ${run.inputTokens} tokens read, ${run.outputTokens} written${cost}`;
  const reasons = run.failures.map((failure) => `  ${failure.count} x ${failure.code}: ${failure.message}`);
  return [head, ...(run.error === null ? [] : [`  ${run.error}`]), ...reasons].join("\n");
}
