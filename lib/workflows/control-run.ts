import "server-only";
import type { z } from "zod";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { wakeJudge } from "@/lib/db/run-queue";
import { getRunPlace, getRunRow, moveRun, reopenFailedUnits, setBudget } from "@/lib/db/runs";
import { AppError } from "@/lib/domain/errors";
import type { Run, RunStatus, runControlBody } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";

type Verb = "pause" | "resume" | "cancel" | "retry-failed";

const moves: Record<Verb, { from: RunStatus[]; to: RunStatus }> = {
  pause: { from: ["queued", "running"], to: "paused" },
  resume: { from: ["paused", "failed"], to: "queued" },
  cancel: { from: ["queued", "running", "paused", "failed"], to: "cancelled" },
  "retry-failed": { from: ["queued", "running", "paused", "failed", "done", "cancelled"], to: "queued" },
};

/**
 * Pauses, resumes or cancels a run, or retries its failed units; resuming and retrying may set a new budget. Requests already sent are finished
 * and kept.
 */
export async function controlRun(actor: Actor, input: { runId: string } & z.output<typeof runControlBody>): Promise<Run> {
  const { runId, verb, budgetUsd, budgetTokens } = input;
  const place = await getRunPlace(runId);
  demand(actor, "run.start", place.projectId, "run");
  const before = await getRunRow(runId);
  if (budgetUsd && !before.priced)
    throw new AppError("conflict", "This run was started without prices; only a budget in tokens can be set.");
  if (before.imported) throw new AppError("conflict", "This run was imported; its drafts were made elsewhere.");
  if (verb === "retry-failed" && before.units.failed === 0) throw new AppError("conflict", "No unit of this run has failed.");
  if (verb === "retry-failed" && before.status === "cancelled" && before.units.pending > 0) {
    const left = "This run was cancelled with units left, which retrying the failed ones would ask too.";
    throw new AppError("conflict", `${left} Start a new run instead; answers that there are can be reused.`);
  }
  if (verb === "resume" && before.units.pending === 0 && before.kind === "evaluation") {
    throw new AppError("conflict", "This run has nothing left to do; failed units can be retried.");
  }
  await inTransaction(async (client) => {
    const { from, to } = moves[verb];
    if (!(await moveRun(client, runId, from, to)))
      throw new AppError("conflict", `A run that is ${before.status} cannot be ${past[verb]}.`);
    if (verb === "retry-failed") await reopenFailedUnits(client, runId);
    if (verb === "resume" || verb === "retry-failed") await setBudget(client, runId, { budgetUsd, budgetTokens });
    await appendAudit(client, {
      projectId: place.projectId,
      userId: actor.userId,
      verb: `run.${verb}`,
      targetKind: "run",
      targetId: runId,
    });
  });
  if (verb === "resume" || verb === "retry-failed") await wakeJudge(place.judgeId);
  return getRunRow(runId);
}

const past: Record<Verb, string> = { pause: "paused", resume: "resumed", cancel: "cancelled", "retry-failed": "retried" };
