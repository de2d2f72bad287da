import "server-only";
import { randomUUID } from "node:crypto";
import { inTransaction } from "@/lib/db/client";
import { getReportProject } from "@/lib/db/report-tasks";
import { createDeliveries, getDelivery, queueDeliveries } from "@/lib/db/webhook-deliveries";
import { getWebhook } from "@/lib/db/webhooks";
import { found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import type { WebhookDelivery } from "@/lib/domain/webhook";
import { newDelivery } from "@/lib/domain/webhook-payload";

/** Queues the event `ping`. Throws not_found. */
export async function pingWebhook(actor: Actor, { webhookId }: { webhookId: string }): Promise<WebhookDelivery> {
  const { projectId } = await getWebhook(webhookId);
  demand(actor, "webhook.edit", projectId);
  const project = { id: projectId, name: await getReportProject(projectId) };
  const queued = await inTransaction(async (tx) => {
    const ping = newDelivery({ webhookId, event: "ping", key: randomUUID(), project, at: new Date(), data: {} });
    const [id] = await createDeliveries(tx, [ping]);
    return getDelivery(webhookId, found(id, "delivery"), tx);
  });
  await queueDeliveries([queued.id]);
  return queued;
}
