import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { disconnect, pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { getRun } from "@/lib/workflows/get-run";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";

const database = temporaryDatabase();
const root = resolve(import.meta.dirname, "../..");
const units = 120;
const children: ChildProcess[] = [];
let standIn: StandInLlm;

beforeAll(async () => {
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
  standIn = await startStandInLlm({ delayMs: 60 });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await standIn.close();
  await disconnect();
  vi.unstubAllEnvs();
});

/** The worker as `npm start` starts it, in a process of its own. */
function spawnWorker(): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=react-server", "lib/jobs/worker.ts"], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url, NODE_OPTIONS: "", LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

test("a worker killed in the middle, again and again, drafts every unit once", async () => {
  const study = await judgedStudy(standIn.url, units, ["Clarity"]);
  const judge = await study.addJudge("stand-in", { parameters: { concurrency: 4 } });
  const runId = (await study.start(judge.id)).id;
  const done = async () => (await getRun(instanceAdmin, { runId })).units.done;
  for (const share of [0.1, 0.3, 0.5]) {
    const worker = spawnWorker();
    await vi.waitFor(async () => expect(await done()).toBeGreaterThan(units * share), { timeout: 30_000, interval: 20 });
    await end(worker, "SIGKILL");
  }
  const politely = spawnWorker();
  await vi.waitFor(async () => expect(await done()).toBeGreaterThan(units * 0.7), { timeout: 30_000, interval: 20 });
  expect(await end(politely, "SIGTERM")).toBe(0);
  const finished = (await getRun(instanceAdmin, { runId })).units;
  expect(finished).toMatchObject({ failed: 0, total: units });
  spawnWorker();
  await vi.waitFor(async () => expect((await getRun(instanceAdmin, { runId })).status).toBe("done"), { timeout: 30_000, interval: 20 });
  const drafts = await pool().query<{ n: string; units: string }>(
    "select count(*) as n, count(distinct sample_id) as units from drafts where run_id = $1",
    [runId],
  );
  expect(drafts.rows[0]).toEqual({ n: String(units), units: String(units) });
  // What was under way when it was killed is asked again, and nothing else is: three times at most four requests.
  expect(standIn.requests.length).toBeLessThanOrEqual(units + 3 * 4);
});
