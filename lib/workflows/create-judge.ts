import "server-only";
import type { z } from "zod";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { createJudgeRow, getJudgeRow } from "@/lib/db/judges";
import type { createJudgeBody, Judge } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";
import { checkBaseUrl } from "@/lib/llm/check-base-url";
import { encryptKey } from "@/lib/llm/encrypt-key";

/** Adds a judge to a project. Throws invalid_input for an address that may not be called, already_exists for a taken name. */
export async function createJudge(actor: Actor, input: { projectId: string } & z.output<typeof createJudgeBody>): Promise<Judge> {
  const { projectId, apiKey, ...content } = input;
  demand(actor, "judge.edit", projectId);
  await checkBaseUrl(content.baseUrl);
  const sealed = apiKey ? encryptKey(apiKey, projectId) : null;
  const id = await inTransaction(async (client) => {
    const made = await createJudgeRow(client, projectId, content, sealed);
    const details = { name: content.name, baseUrl: content.baseUrl, model: content.model };
    await appendAudit(client, { projectId, userId: actor.userId, verb: "judge.create", targetKind: "judge", targetId: made, details });
    return made;
  });
  return getJudgeRow(id);
}
