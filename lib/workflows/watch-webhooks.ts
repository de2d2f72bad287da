import "server-only";
import { inTransaction } from "@/lib/db/client";
import { readDataVersion } from "@/lib/db/report-tasks";
import { createDeliveries, queueDeliveries } from "@/lib/db/webhook-deliveries";
import { type FoundEvent, listCompletedSamples, listCompletedTasks, listEndedRuns, listQualified } from "@/lib/db/webhook-events";
import { listWatchingWebhooks, noteWatched, type WatchingWebhook } from "@/lib/db/webhooks";
import { newDelivery } from "@/lib/domain/webhook-payload";
import { log } from "@/lib/log";

const finders = {
  "run.ended": listEndedRuns,
  "sample.complete": listCompletedSamples,
  "task.complete": listCompletedTasks,
  "qualification.passed": listQualified,
};

/**
 * Finds what has happened since the last look in projects with webhooks, and queues a delivery for each event. Events are found in what is stored,
 * not where it is written, so that none is missed however it came about and no save waits for one. Called by the worker; returns how many are new.
 */
export async function watchWebhooks(): Promise<number> {
  let queued = 0;
  for (const webhook of await listWatchingWebhooks()) {
    try {
      queued += await watch(webhook);
    } catch (error) {
      log.error({ err: error, webhook: webhook.id }, "a webhook's project could not be looked at");
    }
  }
  return queued;
}

async function watch(webhook: WatchingWebhook): Promise<number> {
  const { id, projectId, projectName, events, since } = webhook;
  const now = new Date();
  const found: FoundEvent[] = [];
  for (const event of events) if (event !== "report.changed") found.push(...(await finders[event]({ projectId, since })));
  const version =
    events.includes("report.changed") && !webhook.notifiedLately ? await readDataVersion(projectId, null) : webhook.reportVersion;
  const changed = version !== webhook.reportVersion;
  if (changed) found.push({ event: "report.changed", key: version, data: { dataVersion: version } });
  const project = { id: projectId, name: projectName };
  const made = await inTransaction(async (tx) => {
    const ids = await createDeliveries(
      tx,
      found.map(({ event, key, data }) => newDelivery({ webhookId: id, event, key, project, at: now, data })),
    );
    await noteWatched(tx, id, now, changed ? version : null);
    return ids;
  });
  await queueDeliveries(made);
  return made.length;
}
