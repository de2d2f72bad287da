/**
 * Annotators at work through the whole product (HTTP, session, reducer, database): each accepts the lines of a 7-line draft one by one, sets the
 * score and submits. Compared, in alternating rounds of the same run, with the empty route of the same server (target: 0.33 of its rate with eight).
 * Then 500 annotators who think 20 seconds between saves (target: 95 % within 50 ms).
 */
import http from "node:http";
import { disconnect, pool } from "@/lib/db/client";
import { member } from "@/lib/testing/small-study";
import { startProduct } from "../e2e/support/server.mjs";
import { giveOut, type Step, workOn } from "./support/annotator-work";
import { makeTask, median, quantile, type Send, sender, sessionCookieName, signIn } from "./support/annotators";
import { atLeast, atMost, conclude } from "./support/conclude";

const rounds = 5;
const secondsPerRound = 4;
const warmUpSeconds = 10;
const thinkers = 500;
const thinkingSeconds = 20;
const thinkersRunSeconds = 60;
const leastRatio = 0.33;
const mostMs = 50;

interface Measured {
  perSecond: number;
  times: number[];
}

/** Keeps the lanes busy for the given time. Only saves and empty requests are counted; submissions are extra work. */
async function measure(lanes: Step[], seconds: number): Promise<Measured> {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    lanes.map(async (step) => {
      while (performance.now() - start < seconds * 1000) {
        const before = performance.now();
        if ((await step()) === "save") times.push(performance.now() - before);
      }
    }),
  );
  return { perSecond: (times.length * 1000) / (performance.now() - start), times };
}

/** Alternates saves and the empty route; prints medians over the rounds, and returns that of the ratios. */
async function compare(name: string, steps: Step[], empty: Step): Promise<number> {
  const saves: Measured[] = [];
  const empties: Measured[] = [];
  const lanes = steps.map(() => empty);
  for (let round = 0; round < rounds; round++) {
    empties.push(await measure(lanes, secondsPerRound));
    saves.push(await measure(steps, secondsPerRound));
  }
  const times = saves.flatMap((one) => one.times).sort((a, b) => a - b);
  const [rate, emptyRate] = [median(saves.map((one) => one.perSecond)), median(empties.map((one) => one.perSecond))];
  const ratio = median(saves.map((one, round) => one.perSecond / (empties[round]?.perSecond ?? Number.NaN)));
  console.log(
    `  ${name.padEnd(14)} saves ${rate.toFixed(0)}/s  empty route ${emptyRate.toFixed(0)}/s  ratio ${ratio.toFixed(2)}  a save: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
  );
  return ratio;
}

/** Many annotators who think between saves, each with their own connection. Returns the time within which 95 % of saves are answered. */
async function think(steps: Step[]): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + thinkersRunSeconds * 1000;
  const pause = (share: number) => new Promise((resolve) => setTimeout(resolve, share * thinkingSeconds * 1000));
  await Promise.all(
    steps.map(async (step) => {
      // They start at different times, and think for 10 to 30 seconds.
      for (await pause(Math.random()); performance.now() < end; await pause(0.5 + Math.random())) {
        const before = performance.now();
        await step();
        times.push(performance.now() - before);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const p95 = quantile(times, 0.95);
  console.log(
    `  ${steps.length} annotators thinking ${thinkingSeconds} s: ${(times.length / thinkersRunSeconds).toFixed(0)} saves/s  p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
  );
  return p95;
}

const product = await startProduct({
  demo: false,
  env: { DATABASE_URL: process.env.DATABASE_URL ?? "", REDLINE_SECRET: process.env.REDLINE_SECRET ?? "" },
});
try {
  const ahead = [1800, ...Array<number>(8).fill(600)];
  const study = await makeTask(ahead.reduce((sum, samples) => sum + samples, thinkers));
  const cookieName = await sessionCookieName(product.url);
  const busy = sender(product.url, new http.Agent({ keepAlive: true }));
  const annotator = async (samples: number, send: Send): Promise<Step> => {
    const actor = await member(study.projectId, "annotator");
    return workOn(await giveOut(study, actor, samples), study, send, await signIn(actor, cookieName));
  };
  const [alone, ...eight] = await Promise.all(ahead.map((samples) => annotator(samples, busy)));
  const many: Step[] = [];
  const apart = sender(product.url, new http.Agent({ keepAlive: false }));
  for (let n = 0; n < thinkers; n++) many.push(await annotator(1, apart));
  const empty: Step = () => busy("/api/live", "").then(() => "save");

  // Long enough for the server to compile its hot code. PostgreSQL keeps plans made for empty tables until statistics are collected, which it does
  // by itself within a minute.
  await measure([empty, ...eight], warmUpSeconds);
  await pool().query("analyze");
  if (alone) await compare("one annotator", [alone], empty);
  const ratio = await compare("8 annotators", eight, empty);
  const p95 = await think(many);
  conclude([
    ...atLeast("8 annotators, share of the empty route's rate", ratio, leastRatio),
    ...atMost(`${thinkers} annotators, ms within which 95 % of saves are answered`, p95, mostMs),
  ]);
} finally {
  await disconnect();
  await product.stop();
}
