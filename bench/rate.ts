/**
 * How much of a rate limit is used: two runs on one server that allows 600 requests a minute and refuses more, drafted by two workers started
 * as `npm start` does (target: 0.95 or more of the allowed rate, none refused), compared with a bare loop at the same rate that shares nothing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { disconnect } from "@/lib/db/client";
import { saveEndpointLimits } from "@/lib/db/endpoints";
import { judgedStudy } from "@/lib/testing/judged-study";
import { typescriptArgs } from "../bin/lib/product.mjs";
import { startStandInLlm } from "../e2e/support/stand-in-llm";
import { atLeast, atMost, conclude } from "./support/conclude";

const seconds = Number(process.argv[2] ?? 60);
const requestsPerMinute = 600;
const workers = 2;
const options = { requestsPerMinute, delayMs: 300 };
const leastShare = 0.95;

interface Used {
  share: number;
  refused: number;
}

/** Accepted requests in the given time as a share of those allowed, and the number refused. */
function used(name: string, times: number[], refused: number): Used {
  const start = times[0] ?? 0;
  const inTime = times.filter((at) => at < start + seconds * 1000).length;
  const allowed = (requestsPerMinute * seconds) / 60;
  const share = inTime / allowed;
  console.log(`${name}: ${inTime} requests in ${seconds} s of ${allowed} allowed: ratio ${share.toFixed(3)}, ${refused} refused`);
  return { share, refused };
}

async function bareLoop(): Promise<void> {
  const standIn = await startStandInLlm(options);
  const body = JSON.stringify({ model: "bare", messages: [{ role: "user", content: "Score this." }] });
  const asked: Promise<number>[] = [];
  const started = performance.now();
  for (let count = 0; count < (requestsPerMinute * seconds) / 60; count++) {
    await sleep(Math.max(0, started + (count * 60_000) / requestsPerMinute - performance.now()));
    asked.push(
      fetch(`${standIn.url}/chat/completions`, { method: "POST", body, headers: { "content-type": "application/json" } }).then(
        ({ status }) => status,
      ),
    );
  }
  const refused = (await Promise.all(asked)).filter((status) => status === 429).length;
  const times = standIn.requests.map(({ at }) => at);
  await standIn.close();
  used("bare loop", times, refused);
}

async function twoWorkers(): Promise<Used> {
  const standIn = await startStandInLlm(options);
  const study = await judgedStudy(standIn.url, Math.ceil((requestsPerMinute * (seconds + 30)) / 60 / workers), ["Clarity", "Truth"]);
  await saveEndpointLimits(study.projectId, standIn.url, { requestsPerMinute, tokensPerMinute: null, concurrency: null });
  for (let run = 0; run < workers; run++) await study.start((await study.addJudge("stand-in", { parameters: { concurrency: 8 } })).id);
  const processes = Array.from({ length: workers }, () =>
    spawn(process.execPath, typescriptArgs("lib/jobs/worker.ts"), {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" },
    }),
  );
  try {
    while (standIn.requests.length === 0) await sleep(50);
    await sleep(seconds * 1000);
  } finally {
    const ended = processes.map((worker) => once(worker, "exit"));
    for (const worker of processes) worker.kill("SIGTERM");
    await Promise.all(ended);
  }
  const times = standIn.requests.map(({ at }) => at);
  const { refused } = standIn;
  await standIn.close();
  return used(`two workers (target: ${leastShare} or more, none refused)`, times, refused());
}

try {
  const { share, refused } = await twoWorkers();
  await bareLoop();
  conclude([...atLeast("share of the rate that two workers use", share, leastShare), ...atMost("requests refused", refused, 0)]);
} finally {
  await disconnect();
}
