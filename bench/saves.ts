/**
 * Action saves through the whole product (HTTP, session, transaction, reducer): rate and latency, one at a time and several at once, beside an
 * empty route of the same server and the same rows inserted through bare `pg`, in the same run.
 */
import { randomUUID } from "node:crypto";
import { disconnect, pool } from "@/lib/db/client";
import { adminAccount, startProduct } from "../e2e/support/server.mjs";

const seconds = Number(process.argv[2] ?? 8);
const warmUpSeconds = 5;

interface Measured {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
}

/** Keeps `lanes` loops busy for the given time and measures each call. */
async function measure(lanes: ((turn: number) => Promise<void>)[], forSeconds: number): Promise<Measured> {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    lanes.map(async (call) => {
      for (let turn = 0; performance.now() - start < forSeconds * 1000; turn++) {
        const before = performance.now();
        await call(turn);
        times.push(performance.now() - before);
      }
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: times.length / elapsed, p50Ms: at(0.5), p95Ms: at(0.95) };
}

const databaseUrl = process.env.DATABASE_URL ?? "";
const product = await startProduct({ env: { DATABASE_URL: databaseUrl, REDLINE_SECRET: process.env.REDLINE_SECRET ?? "" } });
try {
  const json = { "content-type": "application/json", origin: product.url };
  const signIn = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(adminAccount),
  });
  const headers = {
    ...json,
    cookie: signIn.headers
      .getSetCookie()
      .map((entry) => entry.split(";")[0])
      .join("; "),
  };
  const api = async (path: string, body?: object) => {
    const response = await fetch(`${product.url}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { items: projects } = await api("/projects");
  const { items: tasks } = await api(`/projects/${projects[0].id}/tasks`);
  const lanesOfWork: ((turn: number) => Promise<void>)[] = [];
  const { assignmentId } = await api(`/tasks/${tasks.find((task: { name: string }) => task.name !== "Birds").id}/assignments/next`, {});
  const { criteria } = await api(`/assignments/${assignmentId}`);
  const parents = new Map<string, string | null>();
  for (const criterion of criteria) {
    lanesOfWork.push(async (turn) => {
      const id = randomUUID();
      const action = {
        id,
        parentId: parents.get(criterion.id) ?? null,
        kind: "set-score",
        score: 1 + (turn % 3),
        at: new Date().toISOString(),
      };
      await api(`/assignments/${assignmentId}/actions`, { criterionId: criterion.id, actions: [action] });
      parents.set(criterion.id, id);
    });
  }
  const empty = async () => {
    await (await fetch(`${product.url}/api/live`, { headers })).arrayBuffer();
  };
  await pool().query("create table bare (id uuid primary key, parent uuid, kind text, score float8, at timestamptz)");
  const bare = async () => {
    await pool().query("insert into bare values ($1, null, 'set-score', 3, now())", [randomUUID()]);
  };

  await measure([empty, ...lanesOfWork], warmUpSeconds);
  const rows: [string, Measured][] = [];
  for (const lanes of [1, lanesOfWork.length]) {
    rows.push([`save an action, ${lanes} at once`, await measure(lanesOfWork.slice(0, lanes), seconds)]);
    rows.push([
      `empty route, ${lanes} at once`,
      await measure(
        Array.from({ length: lanes }, () => empty),
        seconds,
      ),
    ]);
    rows.push([
      `bare pg insert, ${lanes} at once`,
      await measure(
        Array.from({ length: lanes }, () => bare),
        seconds,
      ),
    ]);
  }
  for (const [name, { perSecond, p50Ms, p95Ms }] of rows) {
    console.log(`  ${name.padEnd(32)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50Ms.toFixed(1)} ms   p95 ${p95Ms.toFixed(1)} ms`);
  }
} finally {
  await disconnect();
  await product.stop();
}
