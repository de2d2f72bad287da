import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createWebhook } from "@/lib/workflows/create-webhook";
import { listWebhookDeliveries } from "@/lib/workflows/list-webhook-deliveries";
import { startWorker } from "./start-worker";

temporaryDatabase();

let calls = 0;
const receiver = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(++calls === 1 ? 500 : 204).end());
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

test("the worker finds what happened, and its queue tries a failed delivery again", async () => {
  vi.stubEnv("REDLINE_ALLOW_LOOPBACK_MODEL_URLS", "true");
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { projectId, taskId } = await loadSmallStudy(smallBundle(1));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { webhook } = await createWebhook(instanceAdmin, { projectId, url, events: ["run.ended"] });
  await pool().query("update runs set status = 'failed', error = 'x', import_id = null, ended_at = clock_timestamp() where task_id = $1", [
    taskId,
  ]);
  const worker = await startWorker();
  try {
    await vi.waitFor(
      async () => {
        const { items } = await listWebhookDeliveries(instanceAdmin, { webhookId: webhook.id, limit: 5 });
        expect(items.map(({ event, status, tries }) => [event, status, tries.map((one) => one.status)])).toEqual([
          ["run.ended", "delivered", [500, 204]],
        ]);
        expect(items[0]?.payload.data).toMatchObject({ taskId, status: "failed", error: "x" });
      },
      { timeout: 40_000, interval: 200 },
    );
  } finally {
    await worker.stop();
  }
});
