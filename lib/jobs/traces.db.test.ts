import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST as startRun } from "@/app/api/v1/tasks/[taskId]/runs/route";
import { copiedRows } from "@/lib/db/bulk-rows";
import { pool } from "@/lib/db/client";
import { observeRequests } from "@/lib/http/observe-requests";
import { startTracing, stopTracing, traced } from "@/lib/telemetry/tracing";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { serveRoutes } from "@/lib/testing/http-server";
import { judgedStudy } from "@/lib/testing/judged-study";
import { type ReceivedSpan, startOtlpReceiver } from "@/lib/testing/otlp-receiver";
import { instanceAdmin } from "@/lib/testing/small-study";
import { getRun } from "@/lib/workflows/get-run";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { startWorker } from "./start-worker";

temporaryInstance();
const judgeKey = "a-judge's-key-0123456789abcdef";
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let server: Awaited<ReturnType<typeof serveRoutes>>;
let standIn: StandInLlm;

beforeAll(async () => {
  [receiver, standIn] = await Promise.all([startOtlpReceiver(), startStandInLlm()]);
  observeRequests();
  server = await serveRoutes([{ method: "POST", path: /^\/api\/v1\/tasks\/(?<taskId>[^/]+)\/runs$/, handle: startRun }]);
});
afterAll(() => Promise.all([server.close(), standIn.close(), receiver.close()]));

const variables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: () => receiver.url,
  OTEL_EXPORTER_OTLP_HEADERS: () => "x-collector-key=let-me-in",
  OTEL_BSP_SCHEDULE_DELAY: () => "50",
};
const ask = (more: Record<string, string> = {}) => {
  Object.assign(process.env, Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value()])), more);
  return startTracing("redline-test");
};
const forget = async (more: readonly string[] = []) => {
  await stopTracing();
  for (const name of [...Object.keys(variables), ...more]) delete process.env[name];
};

/** Starts a run over HTTP, with these headers, and has a worker finish it. */
async function workOnRun(headers: Record<string, string> = {}) {
  const study = await judgedStudy(standIn.url, 3);
  await pool().query("update projects set name = 'Study ' || id");
  const judge = await study.addJudge("stand-in", { apiKey: judgeKey });
  const personal = await keyHeaders(await makeAccount({ roles: { [study.projectId]: "admin" } }));
  const asked = await fetch(`${server.url}/api/v1/tasks/${study.taskId}/runs?note=a-word-of-a-person`, {
    method: "POST",
    headers: { ...personal, ...headers, "content-type": "application/json" },
    body: JSON.stringify({ judgeId: judge.id }),
  });
  expect(asked.status).toBe(200);
  const { id: runId } = (await asked.json()) as { id: string };
  const worker = await startWorker();
  await vi.waitFor(async () => expect((await getRun(instanceAdmin, { runId })).status).toBe("done"), { timeout: 30_000, interval: 100 });
  await worker.stop();
  return { study, personal, requestId: asked.headers.get("x-request-id") };
}

/** better-auth loads the few files of OpenTelemetry's API, which do nothing by themselves. */
const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((path) => /@opentelemetry\/(?!api\/|semantic)/.test(path));
/** A request's span ends a moment after its reply. */
const arrived = (is: (span: ReceivedSpan) => boolean) => vi.waitFor(() => expect(receiver.spans.some(is)).toBe(true), { timeout: 5000 });

test("without the variables nothing of OpenTelemetry is loaded, nothing is sent, and models get no traceparent", async () => {
  await startTracing("redline-test");
  await ask({ OTEL_SDK_DISABLED: "true" });
  await forget(["OTEL_SDK_DISABLED"]);
  await ask({ OTEL_TRACES_EXPORTER: "none" });
  await forget(["OTEL_TRACES_EXPORTER"]);
  await workOnRun();
  expect(loaded()).toEqual([]);
  expect(receiver.bodies).toEqual([]);
  expect(standIn.requests.filter(({ traceparent }) => traceparent !== null)).toEqual([]);
  const { rows } = await pool().query("select 1 from graphile_worker._private_jobs where payload::text like '%traceparent%'");
  expect(rows).toEqual([]);
});

test("one trace leads from a request through its statements and its job to the model, and holds no text and no key", async () => {
  await ask();
  const traceId = randomBytes(16).toString("hex");
  const ours = randomBytes(8).toString("hex");
  const before = standIn.requests.length;
  const { study, personal, requestId } = await workOnRun({ traceparent: `00-${traceId}-${ours}-01` });
  await arrived(({ parentSpanId }) => parentSpanId === ours);
  await forget();
  expect(loaded().length).toBeGreaterThan(0);
  expect(new Set(receiver.keys)).toEqual(new Set(["let-me-in"]));
  const spans = receiver.spans.filter((span) => span.traceId === traceId);
  const named = (name: string) => spans.filter((span) => span.name === name);
  const parentOf = (span: { parentSpanId: string } | undefined) => spans.find(({ spanId }) => spanId === span?.parentSpanId)?.name;

  const [request] = named("POST /api/v1/tasks/{taskId}/runs");
  expect(request).toMatchObject({ parentSpanId: ours, service: "redline-test", failed: false });
  expect(request?.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/api/v1/tasks/{taskId}/runs",
    "http.response.status_code": 200,
    "redline.request_id": requestId,
  });
  expect(parentOf(named("insert runs")[0])).toBe(request?.name);
  expect(named("insert runs")[0]?.attributes).toEqual({ "db.system.name": "postgresql" });
  expect(named("begin").length).toBeGreaterThan(0);

  const [job] = spans.filter(({ name }) => name.startsWith("job "));
  expect(parentOf(job)).toMatch(/^(?:POST|select)/);
  const calls = named("model chat");
  expect(calls).toHaveLength(6);
  expect(new Set(calls.map(parentOf))).toEqual(new Set([job?.name]));
  expect(calls.every(({ nanoseconds }) => nanoseconds > 0)).toBe(true);
  const sent = standIn.requests.slice(before).filter(({ path }) => path.endsWith("/chat/completions"));
  expect(sent.map(({ traceparent }) => traceparent).sort()).toEqual(calls.map(({ spanId }) => `00-${traceId}-${spanId}-01`).sort());
  expect(named("insert exchanges").length + named("with exchanges").length).toBeGreaterThan(0);

  const all = receiver.bodies.join("\n");
  const secrets = [
    judgeKey,
    personal.authorization,
    "a-word-of-a-person",
    "sun is warm",
    "Question 1",
    "plain words",
    "Clarity",
    study.taskId,
  ];
  for (const secret of secrets) expect(all).not.toContain(String(secret).replace(/^Bearer /, ""));
});

test("a header that is no traceparent begins a trace of its own, and a failed request says so by its code alone", async () => {
  await ask({ OTEL_SERVICE_NAME: "our-redline" });
  const bad = { traceparent: "00-not-a-trace", "content-type": "application/json" };
  const refused = await fetch(`${server.url}/api/v1/tasks/none/runs`, { method: "POST", headers: bad, body: "{}" });
  expect(refused.status).toBe(401);
  const standing = pool().query("select 1 from 'a secret table'");
  await expect(standing).rejects.toThrow();
  await arrived(({ service, name }) => service === "our-redline" && name.startsWith("POST"));
  await forget(["OTEL_SERVICE_NAME"]);
  const [span] = receiver.spans.filter(({ service }) => service === "our-redline");
  expect(span).toMatchObject({ parentSpanId: "", failed: false, name: "POST /api/v1/tasks/{taskId}/runs" });
  expect(receiver.bodies.join("\n")).not.toContain("secret table");
});

test("a trace says which statements failed, those that are read as a stream too, and never what they ask for", async () => {
  await ask({ OTEL_SERVICE_NAME: "statements" });
  const copied = (sql: string, parameters: unknown[] = []) => copiedRows({ compile: () => ({ sql, parameters }) as never });
  await traced("a report", { kind: "internal" }, async () => {
    await pool().query("select 1 from projects");
    await expect(pool().query("select 1 / 0 from generate_series(1, 2)")).rejects.toThrow("division");
    await expect(copied("select 1 / n from generate_series(0, 2) n")).rejects.toThrow("division");
    const [row] = await copied("select $1, $2::text from projects", ["$2 of a person's", -1]);
    expect(row?.map(String)).toEqual(["$2 of a person's", "-1"]);
  });
  await forget(["OTEL_SERVICE_NAME"]);
  const spans = receiver.spans.filter(({ service, parentSpanId }) => service === "statements" && parentSpanId !== "");
  expect(spans.map(({ name, failed }) => [name, failed])).toEqual([
    ["select projects", false],
    ["select generate_series", true],
    ["copy generate_series", true],
    ["copy projects", false],
  ]);
  expect(receiver.bodies.join("\n")).not.toContain("of a person");
});
