/**
 * A busy installation: 500 annotators who think 20 seconds between requests while a report is open, an import is written and a run drafts, all on
 * one machine. Targets: 95 % of saves within 50 ms, no error, and every save that was answered is in the database. Then eight annotators who never
 * pause, beside the empty route in alternating rounds, with the same going on (target: 0.33 of its rate). `-- --short`: 20 annotators for seconds,
 * for the tests; no target of time holds there. Annotators go on until a report, an import and a draft were finished meanwhile, for minutes if need be.
 */
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { disconnect, pool } from "@/lib/db/client";
import { judgedStudy } from "@/lib/testing/judged-study";
import { loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { startProduct } from "../e2e/support/server.mjs";
import { startStandInLlm } from "../e2e/support/stand-in-llm";
import { countLost, giveOut, work } from "./support/annotator-work";
import { makeTask, median, quantile, sender, sessionCookieName, signIn } from "./support/annotators";
import { atLeast, atMost, conclude } from "./support/conclude";

const { values: given } = parseArgs({ options: { short: { type: "boolean", default: false } } });
const size = given.short
  ? { thinkers: 20, thinkingSeconds: 1, seconds: 4, busy: 3, samplesOfBusy: 40, rounds: 1, secondsPerRound: 1, imported: 1000, units: 400 }
  : {
      thinkers: 500,
      thinkingSeconds: 20,
      seconds: 60,
      busy: 8,
      samplesOfBusy: 150,
      rounds: 4,
      secondsPerRound: 4,
      imported: 20_000,
      units: 20_000,
    };
const { thinkingSeconds, busy, samplesOfBusy, rounds, secondsPerRound, imported: samplesPerImport } = size;
const thinkers = Number(process.env.ANNOTATORS ?? size.thinkers);
const seconds = Number(process.env.SECONDS ?? size.seconds);
const warmUpMs = given.short ? 500 : 5000;
const mostMs = 50;
const mostWaitMs = 120_000;
const leastShare = 0.33;

const product = await startProduct({
  demo: false,
  env: { DATABASE_URL: process.env.DATABASE_URL ?? "", REDLINE_SECRET: process.env.REDLINE_SECRET ?? "" },
});
const standIn = await startStandInLlm({ keepRequests: 10 });
const errors: string[] = [];
const acknowledged: string[] = [];
const done = { reports: 0, imports: 0 };
let isOver = false;
const shortfalls: string[] = [];

/** What the background does meanwhile, from now on. */
async function during(phase: string) {
  const look = async () => ({
    ...done,
    drafts: (await pool().query<{ n: number }>("select count(*)::int as n from drafts")).rows[0]?.n ?? 0,
  });
  const before = await look();
  const missing = async () => {
    const after = await look();
    return (["reports", "imports", "drafts"] as const).flatMap((name) => atLeast(`${name} ${phase}`, after[name] - before[name], 1));
  };
  return {
    /** Until each piece was done once, for `mostWaitMs` at most. */
    async waitForEach() {
      for (const end = performance.now() + mostWaitMs; performance.now() < end && (await missing()).length > 0; ) await sleep(200);
    },
    async end() {
      shortfalls.push(...(await missing()));
    },
  };
}

/** Repeats a piece of the background until the measurement is over. */
async function repeat(name: keyof typeof done, pauseMs: number, once: () => Promise<unknown>): Promise<void> {
  while (!isOver) {
    try {
      await once();
      done[name]++;
    } catch (error) {
      if (!isOver) errors.push(`${name}: ${error}`);
    }
    await sleep(pauseMs);
  }
}

const sampleFile = Buffer.from(
  [
    "id,input,output,system",
    ...Array.from({ length: samplesPerImport }, (_, n) => `s${n},Question ${n}?,Answer ${n} in a sentence or two.,system-${n % 4}`),
  ].join("\n"),
);

try {
  const study = await makeTask(thinkers * 2 + busy * samplesOfBusy);
  const cookieName = await sessionCookieName(product.url);
  const kept = sender(product.url, new http.Agent({ keepAlive: true }));
  const apart = sender(product.url, new http.Agent({ keepAlive: false }));
  const annotator = async (samples: number) => {
    const actor = await member(study.projectId, "annotator");
    return { requests: work(await giveOut(study, actor, samples), study), cookie: await signIn(actor, cookieName) };
  };
  const many: Awaited<ReturnType<typeof annotator>>[] = [];
  for (let n = 0; n < thinkers; n++) many.push(await annotator(2));
  const eight: typeof many = [];
  for (let n = 0; n < busy; n++) eight.push(await annotator(samplesOfBusy));
  const researcher = await signIn(await member(study.projectId, "researcher"), cookieName);
  const other = await loadSmallStudy({ ...smallBundle(0), criteria: [] });
  const importer = await signIn(await member(other.projectId, "admin"), cookieName);
  const judged = await judgedStudy(standIn.url, size.units, ["Clarity", "Truth"]);
  const judge = await judged.addJudge("stand-in", { parameters: { concurrency: 4 } });
  await judged.start(judge.id);
  const runsLeft = () =>
    pool().query("select id from runs where kind = 'evaluation' and import_id is null and status in ('queued', 'running')");

  const background = [
    repeat("reports", 1000, () => kept(`/api/v1/projects/${study.projectId}/report?stale=true`, researcher)),
    repeat("imports", 500, async () => {
      const query = new URLSearchParams({ fileName: "samples.csv", task: `Import ${done.imports}` });
      const staged = await kept(`/api/v1/projects/${other.projectId}/imports?${query}`, importer, sampleFile);
      await kept(`/api/v1/imports/${JSON.parse(staged).id}/commit`, importer, {});
    }),
  ];
  /** Asks for the next thing in an annotator's work; null when nothing is left. */
  const step = async ({ requests, cookie }: (typeof many)[number], send: typeof kept): Promise<number | null> => {
    const { value } = requests.next();
    if (!value) return null;
    const start = performance.now();
    await send(value.path, cookie, value.body).then(
      () => value.actionId !== null && acknowledged.push(value.actionId),
      (error) => errors.push(String(error)),
    );
    return performance.now() - start;
  };

  await sleep(warmUpMs);
  const meanwhile = await during("while they think");
  const thinking: number[] = [];
  let areThinking = true;
  const think = async () => {
    await sleep(seconds * 1000);
    await meanwhile.waitForEach();
    areThinking = false;
  };
  const pause = (share: number) => sleep(share * thinkingSeconds * 1000);
  await Promise.all([
    think(),
    ...many.map(async (one) => {
      for (await pause(Math.random()); areThinking; await pause(0.5 + Math.random())) {
        const took = await step(one, apart);
        if (took !== null) thinking.push(took);
      }
    }),
  ]);
  thinking.sort((a, b) => a - b);
  await meanwhile.end();

  const besideBusy = await during("while they do not pause");
  const lanes = async (ask: (one: (typeof eight)[number]) => Promise<number | null>) => {
    let count = 0;
    const start = performance.now();
    await Promise.all(
      eight.map(async (one) => {
        while (performance.now() - start < secondsPerRound * 1000) if ((await ask(one)) !== null) count++;
      }),
    );
    return (count * 1000) / (performance.now() - start);
  };
  const shares: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const empty = await lanes(async () => (await kept("/api/live", "")).length);
    shares.push((await lanes((one) => step(one, kept))) / empty);
  }
  if (!given.short) {
    await besideBusy.end();
    shortfalls.push(...atLeast("runs still drafting at the end", (await runsLeft()).rows.length, 1));
  }
  isOver = true;
  await Promise.all(background);

  const p95 = quantile(thinking, 0.95);
  const share = median(shares);
  console.log(
    `  ${thinkers} annotators thinking ${thinkingSeconds} s, with ${done.reports} reports read, ${done.imports} imports of ${samplesPerImport} samples and a run:`,
  );
  console.log(
    `  ${thinking.length} requests, p50 ${quantile(thinking, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (target ${mostMs}), ${errors.length} errors`,
  );
  console.log(`  ${busy} without a pause: ${share.toFixed(2)} of the empty route's rate (target ${leastShare})`);
  for (const line of errors.slice(0, 5)) console.log(`    ${line.slice(0, 300)}`);
  const times = [
    ...atMost("ms within which 95 % of requests are answered", p95, mostMs),
    ...atLeast("share of the empty route's rate", share, leastShare),
  ];
  const lost = await countLost(acknowledged);
  console.log(`  ${acknowledged.length} saves answered, ${lost} lost`);
  conclude([
    ...shortfalls,
    ...(given.short ? [] : times),
    ...atMost("errors", errors.length, 0),
    ...atMost("saves lost", lost, 0),
    ...atLeast("saves answered", acknowledged.length, thinkers),
  ]);
} finally {
  isOver = true;
  await standIn.close();
  await disconnect();
  await product.stop();
}
