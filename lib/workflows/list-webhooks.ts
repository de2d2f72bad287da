import "server-only";
import { listWebhookRows } from "@/lib/db/webhooks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { Webhook } from "@/lib/domain/webhook";

/** A project's webhooks, without their secrets. */
export async function listWebhooks(actor: Actor, { projectId }: { projectId: string }): Promise<{ items: Webhook[] }> {
  demand(actor, "webhook.edit", projectId);
  return { items: await listWebhookRows(projectId) };
}
