import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { readDataVersion } from "@/lib/db/report-tasks";
import { createWebhookRow, getWebhook } from "@/lib/db/webhooks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { Webhook, WebhookEvent } from "@/lib/domain/webhook";
import { checkWebhookUrl } from "@/lib/llm/check-base-url";
import { encryptKey } from "@/lib/llm/encrypt-key";

/** Tells an address of a project's events from now on. Returns the secret, which is not shown again. Throws invalid_input for an address it may not call. */
export async function createWebhook(
  actor: Actor,
  input: { projectId: string; url: string; events: WebhookEvent[] },
): Promise<{ webhook: Webhook; secret: string }> {
  const { projectId, url, events } = input;
  demand(actor, "webhook.edit", projectId);
  await checkWebhookUrl(url);
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const id = randomUUID();
  const reportVersion = await readDataVersion(projectId, null);
  const webhook = await inTransaction(async (tx) => {
    await createWebhookRow(tx, { id, projectId, url, events, secret: encryptKey(secret, `webhook ${projectId}`), reportVersion });
    await appendAudit(tx, {
      ...{ projectId, userId: actor.userId, verb: "webhook.create", targetKind: "webhook", targetId: id },
      details: { after: { url, events } },
    });
    return getWebhook(id, tx);
  });
  return { webhook, secret };
}
