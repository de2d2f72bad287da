import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { readDataVersion } from "@/lib/db/report-tasks";
import { getWebhook, updateWebhookRow } from "@/lib/db/webhooks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { Webhook, WebhookEvent } from "@/lib/domain/webhook";
import { checkWebhookUrl } from "@/lib/llm/check-base-url";

interface Input {
  webhookId: string;
  url?: string | undefined;
  events?: WebhookEvent[] | undefined;
  active?: boolean | undefined;
}

/** Changes a webhook. One that is switched on again is notified of what happens from then on. Throws not_found, and invalid_input for an address. */
export async function updateWebhook(actor: Actor, { webhookId, ...change }: Input): Promise<Webhook> {
  const before = await getWebhook(webhookId);
  demand(actor, "webhook.edit", before.projectId);
  if (change.url !== undefined) await checkWebhookUrl(change.url);
  const reportVersion = change.active === true ? await readDataVersion(before.projectId, null) : undefined;
  return inTransaction(async (tx) => {
    await updateWebhookRow(tx, webhookId, { ...change, reportVersion });
    const { url, events, active } = before;
    await appendAudit(tx, {
      ...{ projectId: before.projectId, userId: actor.userId, verb: "webhook.update", targetKind: "webhook", targetId: webhookId },
      details: { before: { url, events, active }, after: change },
    });
    return getWebhook(webhookId, tx);
  });
}
