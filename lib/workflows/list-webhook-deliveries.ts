import "server-only";
import { listDeliveryRows } from "@/lib/db/webhook-deliveries";
import { getWebhook } from "@/lib/db/webhooks";
import type { Page } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";
import type { WebhookDelivery } from "@/lib/domain/webhook";

/** A webhook's log of deliveries, newest first. Throws not_found. */
export async function listWebhookDeliveries(
  actor: Actor,
  input: { webhookId: string; cursor?: string | undefined; limit: number },
): Promise<Page<WebhookDelivery>> {
  const { projectId } = await getWebhook(input.webhookId);
  demand(actor, "webhook.edit", projectId);
  return listDeliveryRows(input);
}
