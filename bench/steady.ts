/**
 * Steady load for as long as asked for (`npm run bench -- steady -- --minutes 60`): annotators save every second, a researcher reads the report every
 * ten seconds and an export every minute. Nothing may grow with time alone. After a warm-up of a fifth of the time, these are measured four times:
 * memory of web, of the process that computes its reports, of worker and of PostgreSQL; connections; files of the data folder and temporary ones of the
 * database; rows that vacuum has left behind; and the size of tables that gain no rows. Every save that was answered must be in the database.
 * `-- --short`: 15 seconds, for the tests; processes that have just started still grow, so no bound of memory or connections holds there.
 */
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { disconnect, pool } from "@/lib/db/client";
import { member } from "@/lib/testing/small-study";
import { readLock } from "../bin/lib/lock.mjs";
import { startProduct } from "../e2e/support/server.mjs";
import { countLost, giveOut, work } from "./support/annotator-work";
import { makeTask, quantile, sender, sessionCookieName, signIn } from "./support/annotators";
import { atLeast, atMost, conclude } from "./support/conclude";

const { values: given } = parseArgs({
  options: { minutes: { type: "string" }, annotators: { type: "string", default: "20" }, short: { type: "boolean", default: false } },
});
const minutes = Number(given.minutes ?? (given.short ? 0.25 : 60));
const annotators = Number(given.annotators);
const [reportsEveryMs, exportsEveryMs] = given.short ? [2000, 3000] : [10_000, 60_000];
const looks = 4;
const warmUpShare = 0.2;
/** What a busy annotator gets through in a minute, with some to spare. */
const samplesPerMinute = 6;

/**
 * Growth that is allowed from the first look to the last: a share and, because small numbers vary, something on top. `warm`: not by a process that has
 * just started, which still grows.
 */
const bounds: Record<string, { share: number; plus: number; warm?: true }> = {
  "web, MB": { share: 0.15, plus: 30, warm: true },
  // The table that a report is computed from grows with every score that is given meanwhile.
  "reports computed apart, MB": { share: 0.5, plus: 100, warm: true },
  "worker, MB": { share: 0.15, plus: 30, warm: true },
  // Connections keep a plan of each statement and a cache of the tables they have met.
  "PostgreSQL, MB": { share: 0.2, plus: 60, warm: true },
  connections: { share: 0, plus: 3, warm: true },
  "files of its own and temporary ones": { share: 0, plus: 5 },
  "dead rows per live one, %": { share: 0, plus: 20 },
  "tables that do not gain rows, MB": { share: 0.5, plus: 2 },
};

const product = await startProduct({
  demo: false,
  env: { DATABASE_URL: process.env.DATABASE_URL ?? "", REDLINE_SECRET: process.env.REDLINE_SECRET ?? "" },
});

/** A process's own memory and its share of what it has in common with others, in megabytes. */
function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // It has ended.
  }
}

const field = (pid: string, name: string) => new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];

/** A process and all that it has started. */
function familyOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(Number(pid), Number(field(pid, "PPid")));
    } catch {
      // It has ended.
    }
  }
  const family = [root];
  for (const one of family) for (const [pid, parent] of parents) if (parent === one) family.push(pid);
  return family;
}

const isComputing = (pid: number) => commandOf(pid).split("\0").includes("compute");

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // It has ended.
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

function pidOf(sign: string): number {
  const lock = readLock(join(product.dataDir, "server.lock")) as { note?: { children?: { pid: number }[] } } | null;
  const pids = (lock?.note?.children ?? []).map(({ pid }) => pid);
  const found = pids.find((pid) => commandOf(pid).includes(sign));
  if (found === undefined) throw new Error(`There is no process of ${sign}.`);
  return found;
}

/** What may not grow, as it is now. */
async function look(): Promise<Record<string, number>> {
  const { rows } = await pool().query<{ pid: number; connections: number; temporary: number; dead: number; steady: number }>(
    `select pg_backend_pid() as pid, (select count(*) from pg_stat_activity where datname = current_database()) as connections,
       (select count(*) from pg_ls_tmpdir()) as temporary,
       (select 100.0 * sum(n_dead_tup) / greatest(sum(n_live_tup), 1) from pg_stat_user_tables) as dead,
       (select sum(pg_total_relation_size(c.oid)) / 1048576.0 from pg_class c
         where c.relkind = 'r' and c.relname in ('samples', 'assignments', 'tasks', 'sessions', 'task_changes', 'stored_reports', 'rate_limits',
           'worker_heartbeats', 'annotators', 'users')) as steady`,
  );
  const [now] = rows;
  if (now === undefined) throw new Error("The database said nothing.");
  const files = (folder: string) => readdirSync(folder, { recursive: true }).length;
  const postmaster = Number(field(String(now.pid), "PPid"));
  const web = familyOf(pidOf("next"));
  return {
    "web, MB": sum(web.filter((pid) => !isComputing(pid)).map(memoryOf)),
    "reports computed apart, MB": sum(web.filter(isComputing).map(memoryOf)),
    "worker, MB": sum(familyOf(pidOf("lib/jobs/worker.ts")).map(memoryOf)),
    "PostgreSQL, MB": sum(familyOf(postmaster).map(memoryOf)),
    connections: now.connections,
    "files of its own and temporary ones": files(product.dataDir) + now.temporary,
    "dead rows per live one, %": Number(now.dead),
    "tables that do not gain rows, MB": Number(now.steady),
  };
}

const errors: string[] = [];
const acknowledged: string[] = [];
const done = { requests: 0, reports: 0, exports: 0 };
try {
  const each = Math.ceil(minutes * samplesPerMinute) + 2;
  const study = await makeTask(annotators * each);
  const cookieName = await sessionCookieName(product.url);
  const send = sender(product.url, new http.Agent({ keepAlive: true }));
  const people: { requests: ReturnType<typeof work>; cookie: string }[] = [];
  for (let n = 0; n < annotators; n++) {
    const actor = await member(study.projectId, "annotator");
    people.push({ requests: work(await giveOut(study, actor, each), study), cookie: await signIn(actor, cookieName) });
  }
  const researcher = await signIn(await member(study.projectId, "researcher"), cookieName);
  const end = performance.now() + minutes * 60_000;
  const times: number[] = [];
  const every = async (ms: number, once: () => Promise<unknown>) => {
    for (await sleep(Math.random() * ms); performance.now() < end; await sleep(ms))
      await once().catch((error) => errors.push(String(error)));
  };
  const load = [
    ...people.map(({ requests, cookie }) =>
      every(1000, async () => {
        const { value } = requests.next();
        if (!value) throw new Error("An annotator ran out of samples.");
        const start = performance.now();
        await send(value.path, cookie, value.body);
        times.push(performance.now() - start);
        if (value.actionId !== null) acknowledged.push(value.actionId);
        done.requests++;
      }),
    ),
    every(reportsEveryMs, () => send(`/api/v1/projects/${study.projectId}/report?stale=true`, researcher).then(() => done.reports++)),
    every(exportsEveryMs, () => send(`/api/v1/projects/${study.projectId}/exports?format=jsonl`, researcher).then(() => done.exports++)),
  ];
  const seen: Record<string, number>[] = [];
  await sleep(minutes * 60_000 * warmUpShare);
  for (let n = 0; n < looks; n++) {
    if (n > 0) await sleep((minutes * 60_000 * (1 - warmUpShare) * 0.97) / (looks - 1));
    seen.push(await look());
  }
  await Promise.all(load);
  times.sort((a, b) => a - b);
  console.log(
    `  ${minutes} minutes, ${annotators} annotators: ${done.requests} requests (p95 ${quantile(times, 0.95).toFixed(1)} ms), ${done.reports} reports, ${done.exports} exports, ${errors.length} errors`,
  );
  const lost = await countLost(acknowledged);
  console.log(`  ${acknowledged.length} saves answered, ${lost} lost`);
  const shortfalls = [...atMost("errors", errors.length, 0), ...atMost("saves lost", lost, 0)];
  for (const [name, { share, plus, warm }] of Object.entries(bounds)) {
    const values = seen.map((one) => one[name] ?? Number.NaN);
    const [first = Number.NaN, last = Number.NaN] = [values[0], values.at(-1)];
    const most = first * (1 + share) + plus;
    if (!given.short || !warm) shortfalls.push(...atMost(name, last, most));
    console.log(`  ${name.padEnd(36)} ${values.map((value) => value.toFixed(1)).join("  ")}  (at most ${most.toFixed(1)} at the end)`);
  }
  for (const line of errors.slice(0, 5)) console.log(`    ${line.slice(0, 300)}`);
  // One a second each, less what a request and a submission take.
  shortfalls.push(...atLeast("saves answered", acknowledged.length, annotators * (given.short ? 1 : minutes * 30)));
  conclude([...shortfalls, ...atLeast("reports", done.reports, 1), ...atLeast("exports", done.exports, 1)]);
} finally {
  await disconnect();
  await product.stop();
}
