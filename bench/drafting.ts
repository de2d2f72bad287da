/**
 * A run of many units by a worker started as `npm start` does, against a stand-in model without delay: its peak memory (target: under 300 MB
 * for 10,000 units) and its rate, compared with the same number of bare requests to the same stand-in from this process.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { disconnect, pool } from "@/lib/db/client";
import { judgedStudy } from "@/lib/testing/judged-study";
import { typescriptArgs } from "../bin/lib/product.mjs";
import { startStandInLlm } from "../e2e/support/stand-in-llm";
import { atMost, conclude } from "./support/conclude";

const units = Number(process.argv[2] ?? 10_000);
const concurrency = 16;
const mostMb = 300;

/** A process's peak resident memory in MB on Linux; null elsewhere. */
function peakMemoryMb(pid: number): number | null {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    // not Linux, or the process has ended
    return null;
  }
}

async function bareRate(url: string, requests: number): Promise<number> {
  const body = JSON.stringify({ model: "bare", messages: [{ role: "user", content: "Score this. ".repeat(80) }] });
  let left = requests;
  const started = performance.now();
  const lane = async () => {
    while (left-- > 0)
      await (await fetch(`${url}/chat/completions`, { method: "POST", headers: { "content-type": "application/json" }, body })).text();
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return requests / ((performance.now() - started) / 1000);
}

const standIn = await startStandInLlm({ keepRequests: 10 });
const study = await judgedStudy(standIn.url, units / 2, ["Clarity", "Truth"]);
const judge = await study.addJudge("stand-in", { parameters: { concurrency } });
const run = await study.start(judge.id);
const done = async () =>
  Number((await pool().query("select count(*) as n from run_units where run_id = $1 and status = 'done'", [run.id])).rows[0]?.n);

const worker = spawn(process.execPath, typescriptArgs("lib/jobs/worker.ts"), {
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, NODE_OPTIONS: "" },
});
try {
  while ((await done()) === 0) await sleep(50);
  const started = performance.now();
  while ((await done()) < units) await sleep(200);
  const seconds = (performance.now() - started) / 1000;
  const peak = worker.pid === undefined ? null : peakMemoryMb(worker.pid);
  const rate = units / seconds;
  const bare = await bareRate(standIn.url, Math.min(units, 2000));
  console.log(
    `${units} units drafted at ${rate.toFixed(0)} a second; ${bare.toFixed(0)} bare requests a second; share ${(rate / bare).toFixed(2)}`,
  );
  console.log(`peak memory of the worker ${peak === null ? "unknown" : `${peak.toFixed(0)} MB`} (target: under ${mostMb} MB)`);
  conclude(atMost("peak memory of the worker, MB", peak ?? Number.NaN, mostMb));
} finally {
  const ended = once(worker, "exit");
  worker.kill("SIGTERM");
  await ended;
  await standIn.close();
  await disconnect();
}
