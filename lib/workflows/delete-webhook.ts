import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { deleteWebhookRow, getWebhook } from "@/lib/db/webhooks";
import { type Actor, demand } from "@/lib/domain/policy";

/** Deletes a webhook with its log of deliveries. Throws not_found. */
export async function deleteWebhook(actor: Actor, { webhookId }: { webhookId: string }): Promise<{ ok: true }> {
  const { projectId, url, events } = await getWebhook(webhookId);
  demand(actor, "webhook.edit", projectId);
  await inTransaction(async (tx) => {
    await deleteWebhookRow(tx, webhookId);
    await appendAudit(tx, {
      ...{ projectId, userId: actor.userId, verb: "webhook.delete", targetKind: "webhook", targetId: webhookId },
      details: { before: { url, events } },
    });
  });
  return { ok: true };
}
