import "server-only";
import type { z } from "zod";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getJudgeRow, updateJudgeRow } from "@/lib/db/judges";
import { AppError } from "@/lib/domain/errors";
import type { Judge, updateJudgeBody } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";
import { checkBaseUrl } from "@/lib/llm/check-base-url";
import { encryptKey } from "@/lib/llm/encrypt-key";
import { sameOrigin } from "@/lib/llm/endpoint-key";

/**
 * Changes a judge; what is not given stays. Runs under way keep their model and parameters. A stored key is forgotten when the judge moves to
 * another server, since it was given for the old one.
 */
export async function updateJudge(actor: Actor, input: { judgeId: string } & z.output<typeof updateJudgeBody>): Promise<Judge> {
  const { judgeId, apiKey, ...change } = input;
  const judge = await getJudgeRow(judgeId);
  demand(actor, "judge.edit", judge.projectId, "judge");
  const fields = Object.keys(input).filter((field) => field !== "judgeId");
  if (judge.kind !== "endpoint" && fields.some((field) => field !== "archived" && field !== "name")) {
    throw new AppError("conflict", "This judge's drafts were made elsewhere; only its name can be changed.");
  }
  if (change.baseUrl !== undefined) await checkBaseUrl(change.baseUrl);
  const moves = change.baseUrl !== undefined && !sameOrigin(change.baseUrl, judge.baseUrl ?? "");
  const sealed = apiKey ? encryptKey(apiKey, judge.projectId) : apiKey === "" || moves ? null : undefined;
  await inTransaction(async (client) => {
    await updateJudgeRow(client, judgeId, { ...change, apiKeyEncrypted: sealed });
    await appendAudit(client, {
      projectId: judge.projectId,
      userId: actor.userId,
      verb: change.archived ? "judge.archive" : "judge.update",
      targetKind: "judge",
      targetId: judgeId,
      details: { fields },
    });
  });
  return getJudgeRow(judgeId);
}
