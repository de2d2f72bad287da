/**
 * Three web and three worker processes without common memory or disk, with short statements through PgBouncer in transaction mode (where it is
 * installed) and reports from a streaming replica, behind a proxy that asks the next one when a process does not accept connections. Annotators save
 * without a pause, a report is read every second, a run drafts, and every process is replaced by a new one, one after the other. Afterwards each save that
 * was answered is in the database once, none failed, no unit of the run has failed, and the new workers go on with it. `-- --short`: two of each, for the
 * tests.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { disconnect, pool } from "@/lib/db/client";
import { judgedStudy } from "@/lib/testing/judged-study";
import { member } from "@/lib/testing/small-study";
import { freePort } from "../bin/lib/processes.mjs";
import { startTemporaryReplica } from "../bin/lib/temporary-cluster.mjs";
import { startProduct } from "../e2e/support/server.mjs";
import { startStandInLlm } from "../e2e/support/stand-in-llm";
import { countLost, giveOut, work } from "./support/annotator-work";
import { makeTask, quantile, sender, sessionCookieName, signIn } from "./support/annotators";
import { atLeast, atMost, conclude } from "./support/conclude";
import { startProxy } from "./support/round-robin";

const { values: given } = parseArgs({ options: { short: { type: "boolean", default: false } } });
const processes = given.short ? 2 : 3;
const annotators = given.short ? 3 : 8;
const samplesEach = given.short ? 120 : 250;
const [beforeMs, betweenMs, pauseMs] = given.short ? [500, 500, 50] : [5000, 2000, 0];
/** Samples of the run: more than are drafted while the processes are replaced. */
const drafted = given.short ? 1000 : 3000;
const least = given.short ? { saves: 20, reports: 1 } : { saves: 101, reports: 4 };

const direct = process.env.DATABASE_URL ?? "";

/** PgBouncer before the database; null where it is not installed. */
async function startPooler(): Promise<{ url: string; stop: () => void } | null> {
  if (spawnSync("pgbouncer", ["--version"]).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "redline-pgbouncer-"));
  const { hostname, port, pathname, username, password } = new URL(direct);
  const listenPort = await freePort();
  const name = pathname.slice(1);
  const query = "set timezone = utc; set lock_timeout = 3000; set statement_timeout = 60000";
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password} connect_query='${query}'`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1\nlisten_port = ${listenPort}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction`,
      "default_pool_size = 10\nmax_client_conn = 200",
    ].join("\n"),
    { mode: 0o644 },
  );
  spawnSync("chmod", ["755", folder]);
  const asRoot = process.getuid?.() === 0;
  const child = spawn("pgbouncer", [...(asRoot ? ["-u", "nobody"] : []), "-q", join(folder, "pgbouncer.ini")], { stdio: "ignore" });
  await sleep(500);
  const url = new URL(direct);
  url.port = String(listenPort);
  const stop = () => {
    child.kill("SIGINT");
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: url.href, stop };
}

const pooler = await startPooler();
const replica = await startTemporaryReplica(new URL("/postgres", direct).href, { durable: true });
const standIn = await startStandInLlm({ keepRequests: 10, delayMs: 50 });
const products: Awaited<ReturnType<typeof startProduct>>[] = [];
const proxy = await startProxy(() => products.map(({ url }) => url));
const env = {
  DATABASE_URL: direct,
  REDLINE_URL: proxy.url,
  REDLINE_SECRET: process.env.REDLINE_SECRET ?? "",
  REDLINE_READ_URL: replica.url(new URL(direct).pathname.slice(1)),
  ...(pooler && { REDLINE_POOLED_URL: pooler.url }),
};
const start = () => startProduct({ demo: false, env });
for (let n = 0; n < processes; n++) products.push(await start());
try {
  const study = await makeTask(annotators * samplesEach);
  const cookieName = await sessionCookieName(proxy.url);
  const send = sender(proxy.url, new http.Agent({ keepAlive: true }));
  const researcher = await signIn(await member(study.projectId, "researcher"), cookieName);
  const judged = await judgedStudy(standIn.url, drafted, ["Clarity", "Truth"]);
  const judge = await judged.addJudge("stand-in", { parameters: { concurrency: 2 } });
  await judged.start(judge.id);
  /** Units of the run by what became of them, and how many drafts there are. */
  const unitsOf = async (): Promise<{ done: number; failed: number; drafts: number }> =>
    (
      await pool().query(
        `select count(*) filter (where u.status = 'done')::int as done, count(*) filter (where u.status = 'failed')::int as failed,
                (select count(*)::int from drafts d join runs r on r.id = d.run_id where r.judge_id = $1) as drafts
         from run_units u join runs r on r.id = u.run_id where r.judge_id = $1`,
        [judge.id],
      )
    ).rows[0];
  const failed: string[] = [];
  const acknowledged: string[] = [];
  const times: number[] = [];
  let reports = 0;
  let isOver = false;
  const annotate = async () => {
    const actor = await member(study.projectId, "annotator");
    const cookie = await signIn(actor, cookieName);
    for (const { path, body, actionId } of work(await giveOut(study, actor, samplesEach), study)) {
      if (isOver) return;
      const before = performance.now();
      try {
        await send(path, cookie, body);
        if (actionId !== null) acknowledged.push(actionId);
        times.push(performance.now() - before);
      } catch (error) {
        failed.push(String(error));
        return;
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
    failed.push("An annotator ran out of samples.");
  };
  const readReports = async () => {
    for (; !isOver; await sleep(1000)) {
      await send(`/api/v1/projects/${study.projectId}/report?stale=true`, researcher).then(
        () => reports++,
        (error) => failed.push(`report: ${error}`),
      );
    }
  };
  const replaceAll = async () => {
    await sleep(beforeMs);
    for (let n = 0; n < processes; n++) {
      const next = await start();
      const [old] = products.splice(n, 1, next);
      await old?.stop();
      await sleep(betweenMs);
    }
    isOver = true;
  };
  await Promise.all([replaceAll(), readReports(), ...Array.from({ length: annotators }, annotate)]);
  const lost = await countLost(acknowledged);
  const units = await unitsOf();
  await sleep(betweenMs + 2000);
  const after = (await unitsOf()).done - units.done;
  const jobs = await pool().query<{ n: number }>(
    "select count(*)::int as n from graphile_worker._private_jobs where locked_at < now() - interval '1 minute'",
  );
  times.sort((a, b) => a - b);
  console.log(
    `  ${processes} web and ${processes} worker processes, ${pooler ? "PgBouncer" : "no PgBouncer"}, reports from a replica; each process replaced once`,
  );
  console.log(`  ${acknowledged.length} saves answered, ${failed.length} failed, ${lost} lost; ${reports} reports read`);
  console.log(
    `  a save: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, longest ${quantile(times, 1).toFixed(0)} ms`,
  );
  console.log(`  a run: ${units.done} units drafted meanwhile, ${units.failed} failed; ${after} more by the new workers alone`);
  for (const line of failed.slice(0, 5)) console.log(`    ${line.slice(0, 300)}`);
  conclude([
    ...atMost("requests that failed", failed.length, 0),
    ...atMost("saves lost", lost, 0),
    ...atLeast("saves answered", acknowledged.length, least.saves),
    ...atLeast("reports read", reports, least.reports),
    ...atLeast("units drafted meanwhile", units.done, 1),
    ...atMost("units that failed", units.failed, 0),
    ...atMost("units and drafts that are not as many", Math.abs(units.done - units.drafts), 0),
    ...atLeast("units drafted by the new workers", after, 1),
    ...atMost("jobs held by a process that has ended", jobs.rows[0]?.n ?? Number.NaN, 0),
  ]);
} finally {
  await proxy.stop();
  await disconnect();
  for (const product of products) await product.stop();
  await standIn.close();
  pooler?.stop();
  await replica.stop();
}
