import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import type { WebhookEvent } from "@/lib/domain/webhook";
import { makeAccount } from "@/lib/testing/accounts";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createWebhook } from "./create-webhook";
import { deleteWebhook } from "./delete-webhook";
import { deliverWebhook } from "./deliver-webhook";
import { listWebhookDeliveries } from "./list-webhook-deliveries";
import { pingWebhook } from "./ping-webhook";
import { resendWebhookDelivery } from "./resend-webhook-delivery";
import { updateWebhook } from "./update-webhook";
import { watchWebhooks } from "./watch-webhooks";

temporaryDatabase();

interface Received {
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}
let received: Received[] = [];
let answerWith: (response: ServerResponse) => void = (response) => response.writeHead(204).end();

const receiver = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (piece: string) => {
    body += piece;
  });
  request.on("end", () => {
    received.push({ path: request.url ?? "", headers: request.headers, body });
    answerWith(response);
  });
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

beforeEach(async () => {
  vi.stubEnv("REDLINE_ALLOW_LOOPBACK_MODEL_URLS", "true");
  received = [];
  answerWith = (response) => response.writeHead(204).end();
  await pool().query("delete from webhooks");
});

const every: WebhookEvent[] = ["run.ended", "sample.complete", "task.complete", "qualification.passed", "report.changed"];
let projectId = "";
let taskId = "";
let samples: string[] = [];
beforeAll(async () => {
  ({ projectId, taskId } = await loadSmallStudy(smallBundle(2)));
  const { rows } = await pool().query<{ external_id: string }>("select external_id from samples where task_id = $1 order by position", [
    taskId,
  ]);
  samples = rows.map((row) => row.external_id);
});
const deliveriesOf = async (webhookId: string) => (await listWebhookDeliveries(instanceAdmin, { webhookId, limit: 50 })).items;
const tryAgain = (deliveryId: string, attempt: number, isLast = false) => deliverWebhook({ deliveryId, attempt, isLast, timeoutMs: 500 });

/** Submitted ratings of samples by new people, as the workspace leaves them. */
async function rate(externalIds: string[]): Promise<void> {
  await pool().query(
    `with person as (insert into annotators (project_id, name) select $1, 'P' || gen_random_uuid() returning id)
     insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, slot, submitted_at)
     select s.task_id, s.id, person.id, c.id, 'blind', 'submitted', null, clock_timestamp()
     from person, samples s join criteria_sets c on c.task_id = s.task_id and c.status = 'published'
     where s.task_id = $2 and s.external_id = any($3)`,
    [projectId, taskId, externalIds],
  );
}
test("what is sent is signed with the secret that was shown once, and says what happened without texts or names", async () => {
  const { webhook, secret } = await createWebhook(instanceAdmin, { projectId, url, events: every });
  const { id } = await pingWebhook(instanceAdmin, { webhookId: webhook.id });
  expect(await tryAgain(id, 1)).toBe(false);
  const [{ headers, body } = expect.fail("nothing was sent")] = received;
  const timestamp = String(headers["webhook-timestamp"]);
  const expected = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64")).update(`${id}.${timestamp}.${body}`);
  expect(headers["webhook-signature"]).toBe(`v1,${expected.digest("base64")}`);
  expect(headers["webhook-id"]).toBe(id);
  expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60);
  expect(JSON.parse(body)).toMatchObject({ id, event: "ping", project: { id: projectId }, data: {} });
  const { rows } = await pool().query<{ secret: string }>("select secret from webhooks");
  expect(rows[0]?.secret).not.toContain(secret.slice(6));
  expect(JSON.stringify(await deliveriesOf(webhook.id))).not.toContain(secret.slice(6));
});

test("a receiver that fails is tried again, and every attempt is in the log with its reason", async () => {
  const { webhook } = await createWebhook(instanceAdmin, { projectId, url, events: every });
  const { id } = await pingWebhook(instanceAdmin, { webhookId: webhook.id });
  answerWith = (response) => response.writeHead(500).end("no");
  expect(await tryAgain(id, 1)).toBe(true);
  answerWith = () => undefined;
  expect(await tryAgain(id, 2)).toBe(true);
  answerWith = (response) => response.writeHead(302, { location: url.replace("hook", "elsewhere") }).end();
  expect(await tryAgain(id, 3)).toBe(true);
  answerWith = (response) => response.destroy();
  expect(await tryAgain(id, 4)).toBe(true);
  const [pending] = await deliveriesOf(webhook.id);
  expect(pending?.status).toBe("pending");
  expect(pending?.nextTryAt).not.toBeNull();
  expect(pending?.tries.map(({ status, error }) => [status, error])).toEqual([
    [500, "It answered 500."],
    [null, "No answer within 0.5 seconds."],
    [302, "It redirects (302), which is not followed."],
    [null, expect.stringMatching(/^The connection failed/)],
  ]);
  expect(received.map(({ path }) => path)).not.toContain("/elsewhere");

  answerWith = (response) => response.writeHead(200).end();
  expect(await tryAgain(id, 5)).toBe(false);
  expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ status: "delivered", nextTryAt: null });
  // A job that comes again sends nothing twice.
  const before = received.length;
  expect(await tryAgain(id, 6)).toBe(false);
  expect(received).toHaveLength(before);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
});

test("after the last attempt a delivery is given up, and can be sent again with the same id", async () => {
  const { webhook } = await createWebhook(instanceAdmin, { projectId, url, events: every });
  const { id } = await pingWebhook(instanceAdmin, { webhookId: webhook.id });
  answerWith = (response) => response.writeHead(503).end();
  expect(await tryAgain(id, 12, true)).toBe(false);
  expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ status: "failed", nextTryAt: null });
  answerWith = (response) => response.writeHead(200).end();
  await resendWebhookDelivery(instanceAdmin, { webhookId: webhook.id, deliveryId: id });
  expect(await tryAgain(id, 1)).toBe(false);
  expect((await deliveriesOf(webhook.id))[0]?.status).toBe("delivered");
});

test("each event is told once, from when the webhook was made", async () => {
  await rate(samples.slice(0, 1));
  // Somebody passed the exam a moment before.
  await pool().query(
    "insert into qualifications (task_id, annotator_id, passed_at) select $2, id, clock_timestamp() from annotators where project_id = $1 order by id desc limit 1",
    [projectId, taskId],
  );
  const { webhook } = await createWebhook(instanceAdmin, { projectId, url, events: every });
  const eventsNow = async () => (await deliveriesOf(webhook.id)).map(({ event }) => event).sort();
  await watchWebhooks();
  expect(await eventsNow()).toEqual([]);

  // Two ratings are asked for: the second makes the sample complete.
  await rate(samples.slice(0, 1));
  await watchWebhooks();
  expect(await eventsNow()).toEqual(["report.changed", "sample.complete"]);
  await watchWebhooks();
  expect(await eventsNow()).toEqual(["report.changed", "sample.complete"]);

  // A third rating of it changes nothing of that; the report was told of a moment ago.
  await rate(samples.slice(0, 1));
  await watchWebhooks();
  expect(await eventsNow()).toEqual(["report.changed", "sample.complete"]);

  await rate(samples.slice(1));
  await watchWebhooks();
  expect(await eventsNow()).not.toContain("task.complete");
  await rate(samples.slice(1));
  await pool().query("update runs set status = 'done', ended_at = clock_timestamp(), import_id = null where task_id = $1", [taskId]);
  await pool().query(
    `insert into qualifications (task_id, annotator_id, passed_at)
     select $2, id, clock_timestamp() from annotators where project_id = $1 and id not in (select annotator_id from qualifications) limit 1`,
    [projectId, taskId],
  );
  await watchWebhooks();
  const runs = (await pool().query("select 1 from runs where task_id = $1", [taskId])).rows.length;
  expect(await eventsNow()).toEqual([
    "qualification.passed",
    "report.changed",
    ...Array.from({ length: runs }, () => "run.ended"),
    "sample.complete",
    "sample.complete",
    "task.complete",
  ]);
  const complete = (await deliveriesOf(webhook.id)).find(({ event }) => event === "task.complete");
  expect(complete?.payload.data).toEqual({ taskId, name: expect.any(String), samples: samples.length });
});

test("only the chosen events are told, and what happens while a webhook is paused is not told later", async () => {
  const { webhook } = await createWebhook(instanceAdmin, { projectId, url, events: ["report.changed"] });
  await updateWebhook(instanceAdmin, { webhookId: webhook.id, active: false });
  await rate(samples.slice(0, 1));
  await watchWebhooks();
  await updateWebhook(instanceAdmin, { webhookId: webhook.id, active: true });
  await watchWebhooks();
  expect(await deliveriesOf(webhook.id)).toEqual([]);
  await rate(samples.slice(1));
  await watchWebhooks();
  expect((await deliveriesOf(webhook.id)).map(({ event }) => event)).toEqual(["report.changed"]);

  await deleteWebhook(instanceAdmin, { webhookId: webhook.id });
  expect((await pool().query("select 1 from webhook_deliveries")).rows).toEqual([]);
});

test("addresses are checked like those of models, when a webhook is made and at every attempt", async () => {
  const { webhook } = await createWebhook(instanceAdmin, { projectId, url, events: every });
  const { id } = await pingWebhook(instanceAdmin, { webhookId: webhook.id });
  vi.stubEnv("REDLINE_ALLOW_LOOPBACK_MODEL_URLS", "false");
  for (const refused of [
    url,
    "http://10.0.0.7/x",
    "http://169.254.169.254/latest",
    "http://[fd00:ec2::254]/",
    "ftp://example.org",
    "http://u:p@example.org",
    "x",
  ]) {
    await expect(createWebhook(instanceAdmin, { projectId, url: refused, events: every })).rejects.toMatchObject({ code: "invalid_input" });
  }
  expect(await tryAgain(id, 1)).toBe(true);
  expect(received).toEqual([]);
  expect((await deliveriesOf(webhook.id))[0]?.tries[0]?.error).toMatch(/127\.0\.0\.1 is this server/);
});

test("a webhook belongs to those who lead the study", async () => {
  const annotator = await makeAccount({ roles: { [projectId]: "annotator" } });
  await expect(createWebhook(annotator.actor, { projectId, url, events: every })).rejects.toMatchObject({ code: "forbidden" });
  const researcher = await makeAccount({ roles: { [projectId]: "researcher" } });
  expect((await createWebhook(researcher.actor, { projectId, url, events: every })).webhook.last).toBeNull();
});
