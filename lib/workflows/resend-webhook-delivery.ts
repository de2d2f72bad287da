import "server-only";
import { inTransaction } from "@/lib/db/client";
import { getDelivery, queueDeliveries, reopenDelivery } from "@/lib/db/webhook-deliveries";
import { getWebhook } from "@/lib/db/webhooks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { WebhookDelivery } from "@/lib/domain/webhook";

/** Sends a delivery once more, with the same id. Throws not_found. */
export async function resendWebhookDelivery(
  actor: Actor,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const { projectId } = await getWebhook(webhookId);
  demand(actor, "webhook.edit", projectId);
  const queued = await inTransaction(async (tx) => {
    await getDelivery(webhookId, deliveryId, tx);
    await reopenDelivery(tx, deliveryId);
    return getDelivery(webhookId, deliveryId, tx);
  });
  await queueDeliveries([deliveryId]);
  return queued;
}
