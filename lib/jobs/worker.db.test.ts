import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import { seededRandom } from "@/lib/stats";
import { temporaryDatabase } from "@/lib/testing/database";
import { judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { getRun } from "@/lib/workflows/get-run";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";

const database = temporaryDatabase();
const root = resolve(import.meta.dirname, "../..");
// `npm run torture:worker` asks for 200 kills during 2,000 units.
const kills = Number(process.env.TORTURE_KILLS ?? 5);
const units = Number(process.env.TORTURE_UNITS ?? 100);
const seed = Number(process.env.TORTURE_SEED ?? 1);
const concurrency = 4;
const delayMs = 40;
/** Units left after the kills, so that the last worker has something to do. */
const leftOver = Math.ceil(units / 20);
const random = seededRandom(seed);
const children: ChildProcess[] = [];
let standIn: StandInLlm;

beforeAll(async () => {
  standIn = await startStandInLlm({ delayMs });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await standIn.close();
});

/** The worker in a separate process, as `npm start` starts it. */
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

const count = async (sql: string, values: unknown[]) => Number((await pool().query<{ n: string }>(sql, values)).rows[0]?.n);

test(
  `a worker killed ${kills} times at random during ${units} units drafts every unit once, and repeats no question that was answered`,
  async () => {
    const study = await judgedStudy(standIn.url, units / 2, ["Clarity", "Overall"]);
    await pool().query("update criteria_sets set status = 'draft'");
    await pool().query("update criteria set overall = true where name = 'Overall'");
    await pool().query("update criteria_sets set status = 'published'");
    const judge = await study.addJudge("stand-in", { parameters: { concurrency } });
    const runId = (await study.start(judge.id)).id;
    const done = () => count("select count(*) as n from run_units where run_id = $1 and status = 'done'", [runId]);
    for (let kill = 1; kill <= kills; kill++) {
      const [doneBefore, askedBefore] = [await done(), standIn.requests.length];
      const worker = spawnWorker();
      // At any moment from its first request to a few units later, so that every step of the work is interrupted at some point.
      const share = Math.max(units - leftOver - doneBefore, 0) / (kills - kill + 1);
      const target = Math.min(doneBefore + Math.floor(random.next() * 2 * share), units - leftOver);
      await vi.waitFor(() => expect(standIn.requests.length).toBeGreaterThan(askedBefore), { timeout: 60_000, interval: 5 });
      await vi.waitFor(async () => expect(await done()).toBeGreaterThanOrEqual(target), { timeout: 60_000, interval: 5 });
      expect(worker.exitCode, "the worker ended on its own").toBeNull();
      await pause(random.next() * delayMs);
      await end(worker, "SIGKILL");
    }
    const politely = spawnWorker();
    const requestsBefore = standIn.requests.length;
    await vi.waitFor(() => expect(standIn.requests.length).toBeGreaterThan(requestsBefore), { timeout: 60_000, interval: 5 });
    expect(await end(politely, "SIGTERM")).toBe(0);
    expect((await getRun(instanceAdmin, { runId })).units).toMatchObject({ failed: 0, total: units });
    spawnWorker();
    await vi.waitFor(async () => expect((await getRun(instanceAdmin, { runId })).status).toBe("done"), { timeout: 120_000, interval: 50 });
    const drafts = await pool().query<{ n: number; units: number }>(
      "select count(*) as n, count(distinct (sample_id, criterion_id)) as units from drafts where run_id = $1",
      [runId],
    );
    expect(drafts.rows[0]).toEqual({ n: units, units });
    // Only requests in flight when it was killed are repeated.
    expect(standIn.requests.length).toBeLessThanOrEqual(units + (kills + 1) * concurrency);
    const kept = await count("select count(*) as n from exchanges where run_id = $1", [runId]);
    expect(kept).toBeGreaterThanOrEqual(units);
    expect(kept).toBeLessThanOrEqual(standIn.requests.length);
    // Every overall score was given in view of the sample's other draft.
    const inView = await count(
      "select count(*) as n from exchanges where run_id = $1 and step = 'overall' and jsonb_array_length(request::jsonb->'messages') = 4",
      [runId],
    );
    expect(inView).toBeGreaterThanOrEqual(units / 2);
  },
  60_000 + kills * 20_000,
);
