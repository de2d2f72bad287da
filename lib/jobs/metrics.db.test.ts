import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as health } from "@/app/api/health/route";
import { GET as listProjects } from "@/app/api/v1/projects/route";
import { GET as scrapeRoute } from "@/app/metrics/route";
import { noteBackup } from "@/lib/db/backups";
import { pool } from "@/lib/db/client";
import { observeRequests } from "@/lib/http/observe-requests";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { serveRoutes } from "@/lib/testing/http-server";
import { judgedStudy } from "@/lib/testing/judged-study";
import { acceptAll, instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { getRun } from "@/lib/workflows/get-run";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { POST as saveActionsRoute } from "@/pages/api/v1/assignments/[assignmentId]/actions";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { startWorker } from "./start-worker";

temporaryInstance();
const token = "a-token-for-the-scraper";
let server: Awaited<ReturnType<typeof serveRoutes>>;
let standIn: StandInLlm;

beforeAll(async () => {
  standIn = await startStandInLlm();
  observeRequests();
  server = await serveRoutes([
    { method: "GET", path: /^\/metrics$/, handle: scrapeRoute },
    { method: "GET", path: /^\/api\/health$/, handle: health },
    { method: "GET", path: /^\/api\/v1\/projects$/, handle: listProjects },
    { method: "POST", path: /^\/api\/v1\/assignments\/(?<assignmentId>[^/]+)\/actions$/, handle: saveActionsRoute },
  ]);
  process.env.REDLINE_METRICS_TOKEN = token;
});
afterAll(() => Promise.all([server.close(), standIn.close()]));

const ask = (authorization?: string) => fetch(`${server.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });

/** Every value of a scrape, by its name with its labels in alphabetical order. */
async function scrape(): Promise<Map<string, number>> {
  const response = await ask(`Bearer ${token}`);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return [`${name}{${(labels.match(/\w+="[^"]*"/g) ?? []).sort().join(",")}}`, Number(value)];
    }),
  );
}
const count = (route: string, method: string, status: number) =>
  `redline_http_request_duration_seconds_count{method="${method}",process="web",route="${route}",status="${status}"}`;

test("without the setting there is no such page, and without the token nothing is shown", async () => {
  delete process.env.REDLINE_METRICS_TOKEN;
  expect((await ask(`Bearer ${token}`)).status).toBe(404);
  process.env.REDLINE_METRICS_TOKEN = token;
  for (const wrong of [undefined, "Bearer no", `Basic ${token}`, `Bearer ${token}x`]) {
    const refused = await ask(wrong);
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain("redline_");
  }
});

test("requests are counted by route template and status, and saves once each", async () => {
  const study = await loadSmallStudy(smallBundle(4));
  const account = await makeAccount({ roles: { [study.projectId]: "annotator" } });
  const headers = { ...(await keyHeaders(account)), "content-type": "application/json" };
  const before = await scrape();
  for (let time = 0; time < 7; time++) await (await fetch(`${server.url}/api/v1/projects`, { headers })).text();
  for (let time = 0; time < 3; time++) await (await fetch(`${server.url}/api/v1/projects`)).text();
  await (await fetch(`${server.url}/no/such/page-${Math.random()}`)).text();
  const actor = { ...account.actor, memberships: new Map([[study.projectId, "annotator" as const]]) };
  const { assignmentId } = await nextAssignment(actor, { taskId: study.taskId });
  const actions = acceptAll();
  const save = (upTo: number) =>
    fetch(`${server.url}/api/v1/assignments/${assignmentId}/actions`, {
      method: "POST",
      headers,
      body: JSON.stringify({ criterionId: study.criteria[0], actions: actions.slice(0, upTo) }),
    });
  for (const upTo of [1, 2, 3, 3]) expect((await save(upTo)).status).toBe(200);
  const stale = { ...actions[1], id: crypto.randomUUID(), parentId: null };
  const refused = await fetch(`${server.url}/api/v1/assignments/${assignmentId}/actions`, {
    method: "POST",
    headers,
    body: JSON.stringify({ criterionId: study.criteria[0], actions: [stale] }),
  });
  expect(refused.status).toBe(409);
  const after = await scrape();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown(count("/api/v1/projects", "GET", 200))).toBe(7);
  expect(grown(count("/api/v1/projects", "GET", 401))).toBe(3);
  expect(grown(count("(unknown)", "GET", 404))).toBe(1);
  expect(grown(count("/api/v1/assignments/{assignmentId}/actions", "POST", 200))).toBe(4);
  expect(grown(count("/api/v1/assignments/{assignmentId}/actions", "POST", 409))).toBe(1);
  expect(grown('redline_saves_total{kind="actions",process="web"}')).toBe(4);
  expect([...after.keys()].filter((name) => name.includes(String(assignmentId)))).toEqual([]);
});

test("a run's work is counted: what waits, what was asked and failed, tokens, cost, the worker itself; and every metric is documented", async () => {
  await noteBackup({ at: new Date(Date.now() - 3_600_000), bytes: 7, encrypted: false, everyMs: null });
  const study = await judgedStudy(standIn.url, 5);
  const judge = await study.addJudge("stand-in:500*1", { inputPriceUsd: 2, outputPriceUsd: 8 });
  const runId = (await study.start(judge.id)).id;
  const waiting = await scrape();
  expect(waiting.get('redline_work_units{kind="unit"}')).toBe(10);
  expect(waiting.get('redline_work_runs{kind="unit"}')).toBe(1);
  expect(waiting.get("redline_workers{}")).toBe(0);
  const worker = await startWorker();
  const done = () => getRun(instanceAdmin, { runId });
  await vi.waitFor(async () => expect((await done()).status).toBe("done"), { timeout: 30_000, interval: 100 });
  const run = await done();
  const asked = standIn.requests.filter(({ path }) => path.endsWith("/chat/completions")).length;
  const kept = await pool().query<{ id: string }>("select id from worker_heartbeats where id <> 'write-probe'");
  const id = kept.rows[0]?.id;
  const workers = `process="worker",worker="${id}"`;
  const calls = (outcome: string) => `redline_model_call_duration_seconds_count{kind="chat",outcome="${outcome}",${workers}}`;
  await vi.waitFor(
    async () => {
      const now = await scrape();
      const failed = [...now].filter(([name]) => name.startsWith("redline_model_call_duration_seconds_count") && name.includes(workers));
      expect(failed.reduce((total, [, value]) => total + value, 0)).toBe(asked);
      expect(now.get(calls("ok"))).toBe(10);
    },
    { timeout: 20_000, interval: 500 },
  );
  const now = await scrape();
  expect(now.get(`redline_model_cost_usd_total{${workers}}`)).toBeCloseTo(run.costUsd ?? 0, 9);
  expect(now.get(`redline_model_tokens_total{direction="input",${workers}}`)).toBe(run.inputTokens);
  expect(now.get(`redline_model_tokens_total{direction="output",${workers}}`)).toBe(run.outputTokens);
  expect(now.get('redline_work_units{kind="unit"}')).toBeUndefined();
  expect(now.get("redline_workers{}")).toBe(1);
  expect(now.get("redline_database_bytes{}")).toBeGreaterThan(1e6);
  expect(now.get('redline_table_bytes{table="exchanges"}')).toBeGreaterThan(0);
  for (const state of ["active", "idle", "waiting"])
    expect(now.get(`redline_database_pool_connections{pool="short",process="web",state="${state}"}`)).toBeGreaterThanOrEqual(0);
  expect(now.get("redline_database_up{}")).toBe(1);
  expect(now.get("redline_backup_age_seconds{}")).toBeGreaterThanOrEqual(3600);
  await pool().query("select graphile_worker.add_job('export', '{}'::json, run_at => now() + interval '1 hour')");
  const served = [waiting, now, await scrape()].flatMap(namesIn);
  // A replica is in replica.db.test.ts.
  expect([...new Set([...served, "redline_replica_lag_seconds"])].toSorted()).toEqual(documented());
  await worker.stop();
});

/** Names of the metrics in the table of docs/operations.md. */
function documented(): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const table = /^## Metrics$[\s\S]*?^## /mu.exec(text)?.[0] ?? "";
  const firstCells = table.split("\n").flatMap((line) => /^\| (`.*?) \|/u.exec(line)?.[1] ?? []);
  return (firstCells.join().match(/\bredline_\w+/gu) ?? []).toSorted();
}

/** Names of the product's own metrics in a scrape, each once. */
const namesIn = (values: Map<string, number>): string[] => [
  ...new Set(
    [...values.keys()].filter((name) => name.startsWith("redline_")).map((name) => name.replace(/(?:_bucket|_sum|_count)?\{.*$/u, "")),
  ),
];
