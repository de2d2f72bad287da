/**
 * The report from the HTTP request to the last byte, at 10^4, 10^5 and (with `REDLINE_BENCH_LARGE=1`) 10^6 ratings: the verdict's values, its intervals and
 * all chapters computed for the first time, values narrowed by a filter, unchanged, and old but shown at once. While one is being computed, how long others wait
 * for a small page and for a save, beside the same requests on an idle server, in turn and several times for 10^6; the memory of the process that
 * computes; and the verdict once more in a process that has computed nothing large before. The targets are those for 10^6 ratings; fewer must meet them too, but take too short a time to say how far saves wait longer.
 * Then a study of as many ratings by more people, half of them given beside drafts, with what was done to each line and why: the same targets hold its
 * verdict, and the memory with both.
 */
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { disconnect, pool } from "@/lib/db/client";
import { childrenOf, computersOf, contentOf } from "@/lib/testing/child-processes";
import { instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { importFile } from "@/lib/workflows/import-file";
import { adminAccount, startProduct } from "../e2e/support/server.mjs";
import { hugeSentences } from "../prisma/seed/huge";
import { insertGeneratedStudy } from "../prisma/seed/insert-generated-study";
import { giveOut, workOn } from "./support/annotator-work";
import { makeTask, quantile, sender, sessionCookieName, signIn as signInAs } from "./support/annotators";
import { atMost, conclude } from "./support/conclude";

const sizes = [10_000, 100_000, ...(process.env.REDLINE_BENCH_LARGE ? [1_000_000] : [])];
const raters = ["Ann", "Ben", "Cem", "Dia"];
const criteria = ["Clear", "True", "Kind", "Brief", "Apt"];
// 25 saves a second, as of 500 annotators who think 20 seconds, each in their own time.
const savers = 5;
const savePauseMs = 200;
const samplesOfSaver = 200;
const idleMs = 20_000;
/** How often those who wait beside the largest report are compared with those on an idle server: 95 % of 500 saves is not known well. */
const comparisons = 3;
const pollMs = 100;
const perSample = (raters.length + 1) * criteria.length;

const at = (values: number[], share: number) =>
  quantile(
    values.toSorted((a, b) => a - b),
    share,
  );

async function* inPieces(header: string, rows: number, row: (index: number) => string): AsyncGenerator<Buffer> {
  let held = [header];
  for (let index = 0; index < rows; index++) {
    if (held.push(row(index)) < 5000) continue;
    yield Buffer.from(`${held.join("\n")}\n`);
    held = [];
  }
  yield Buffer.from(`${held.join("\n")}\n`);
}

/**
 * A task that four people, blind, and a judge have rated by five criteria; people agree with each other more than by chance. Of blind ratings there are
 * the most figures.
 */
async function importRatings(ratings: number) {
  const study = await loadSmallStudy({ ...smallBundle(0), criteria: [] });
  const scale = { min: 1, max: 5, step: 1, levels: [] };
  const load = (fileName: string, body: AsyncGenerator<Buffer>) =>
    importFile(instanceAdmin, {
      ...{ projectId: study.projectId, fileName, taskName: "Answers", format: "csv" as const, scale, skipBadRows: false },
      body,
    });
  await load(
    "samples.csv",
    inPieces("id,input,output,system", ratings / perSample, (n) => `s${n},Question ${n >> 2}?,Answer ${n},system-${n % 4}`),
  );
  const row = (n: number) => {
    const [sample, rest] = [Math.floor(n / perSample), n % perSample];
    const [criterion, rater] = [rest % criteria.length, Math.floor(rest / criteria.length)];
    const score = 1 + ((((sample * 7 + criterion * 3) % 5) + (((n * 2_654_435_761) >>> 16) % 10 < 3 ? 1 : 0)) % 5);
    const [name, kind, arm] = rater < raters.length ? [raters[rater], "annotator", "blind"] : ["judge", "judge", ""];
    return `s${sample},${criteria[criterion]},${name},${kind},${arm},${score}`;
  };
  await load("ratings.csv", inPieces("sample_id,criterion,rater,rater_kind,arm,score", ratings, row));
  return study;
}

/** As many ratings, half of people's beside drafts. */
const draftedStudy = (ratings: number) =>
  insertGeneratedStudy(
    `${ratings} ratings beside drafts`,
    { samples: ratings / perSample, criteria: criteria.length, annotators: 20, ratersPerSample: raters.length },
    hugeSentences(),
  );

const targets = {
  valuesMs: 1500,
  intervalsMs: 4000,
  unchangedMs: 50,
  filterValuesMs: 300,
  filterIntervalsMs: 1500,
  aboveIdleMb: 300,
  waitMs: 200,
  moved: 1.2,
};
const ratingsForSaves = 1_000_000;

/** The processes that compute for pages of a process's offspring. */
const computersBelow = (parent: number): string[] => [
  ...computersOf(parent),
  ...childrenOf(parent).flatMap((pid) => computersBelow(Number(pid))),
];

/** The most memory that the process which computes reports has used, in megabytes. */
function peakOfReporter(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(contentOf(`${computersBelow(process.pid)[0]}/status`)) ?? [];
  return Number(kilobytes) / 1024;
}

/** Until the web process knows that it has ended. */
async function endReporter(): Promise<void> {
  for (const pid of computersBelow(process.pid)) {
    process.kill(Number(pid), "SIGKILL");
    while (contentOf(`${pid}/stat`) !== "") await sleep(pollMs);
  }
}

const product = await startProduct({
  demo: false,
  env: { DATABASE_URL: process.env.DATABASE_URL ?? "", REDLINE_SECRET: process.env.REDLINE_SECRET ?? "" },
});

try {
  const signIn = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify(adminAccount),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const get = async (path: string) => {
    const start = performance.now();
    const response = await fetch(`${product.url}/api/v1${path}`, { headers: { cookie } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return { ms: performance.now() - start, bytes: text.length, text };
  };
  /**
   * What a reader of the verdict waits for, asking as an open page does: its values, then its intervals, in milliseconds from the start; and the whole
   * report.
   */
  const readVerdict = async (path: string) => {
    const started = performance.now();
    const passed = () => performance.now() - started;
    await get(`${path}&stale=true&chapter=verdict`);
    const valuesMs = passed();
    const whole = get(path);
    while ((await get(`${path}&stale=true&chapter=verdict`)).text.includes('"intervalWhy":"being-computed"')) await sleep(pollMs);
    const intervalsMs = passed();
    return { valuesMs, intervalsMs, bytes: (await whole).bytes, wholeMs: passed() };
  };
  const study = await makeTask(savers * samplesOfSaver);
  const cookieName = await sessionCookieName(product.url);
  const send = sender(product.url, new http.Agent({ keepAlive: true }));
  const saving: (() => Promise<number>)[] = [];
  for (let n = 0; n < savers; n++) {
    const actor = await member(study.projectId, "annotator");
    const step = workOn(await giveOut(study, actor, samplesOfSaver), study, send, await signInAs(actor, cookieName));
    saving.push(async () => {
      const start = performance.now();
      await step();
      return performance.now() - start;
    });
  }
  /** Waiting times of small requests and of saves, each one after the other, until `end` settles. */
  const askMeanwhile = async (path: string, end: Promise<unknown>) => {
    let ended = false;
    const settled = end.finally(() => {
      ended = true;
    });
    const again = async (ask: () => Promise<number>, pause: () => number) => {
      const times: number[] = [];
      for (await sleep(pause()); !ended; await sleep(pause())) times.push(await ask());
      return times;
    };
    const [pages, ...saves] = await Promise.all([
      again(
        async () => (await get(path)).ms,
        () => 10,
      ),
      ...saving.map((save) => again(save, () => savePauseMs * (0.5 + Math.random()))),
    ]);
    await settled;
    return { pages, saves: saves.flat() };
  };
  const countChange = (taskId: string) => pool().query("select count_task_changes(array[$1::uuid])", [taskId]);
  /** Computes next to nothing, in a process that is started for it if there is none. */
  const computeLittle = async () => {
    await countChange(study.taskId);
    await get(`/projects/${study.projectId}/report?task=${study.taskId}`);
  };
  await computeLittle();
  const idleMb = peakOfReporter();
  const shortfalls: string[] = [];
  for (const ratings of sizes) {
    const { projectId, taskId } = await importRatings(ratings);
    const path = `/projects/${projectId}/report?task=${taskId}`;
    // The annotators' task: counting that of the report would itself keep PostgreSQL busy all the time.
    const page = `/tasks/${study.taskId}`;
    await get(page);
    const idle = await askMeanwhile(page, sleep(idleMs));
    const cold = readVerdict(path);
    const meanwhile = await askMeanwhile(page, cold);
    const add = (to: typeof idle, { pages, saves }: typeof idle) => {
      to.pages.push(...pages);
      to.saves.push(...saves);
    };
    const { valuesMs, intervalsMs, wholeMs, bytes } = await cold;
    const unchanged = [];
    for (let n = 0; n < 20; n++) unchanged.push((await get(path)).ms);
    // Another filter each time, of the table in memory.
    const filtered: Awaited<ReturnType<typeof readVerdict>>[] = [];
    for (const system of [1, 2, 3]) filtered.push(await readVerdict(`${path}&system=system-${system}`));
    const ofFilter = (which: "valuesMs" | "intervalsMs" | "wholeMs") =>
      at(
        filtered.map((one) => one[which]),
        0.5,
      );
    await countChange(taskId);
    const stale = await get(`${path}&stale=true`);
    const newest = await get(path);
    for (let n = 1; ratings >= ratingsForSaves && n < comparisons; n++) {
      add(idle, await askMeanwhile(page, sleep(idleMs)));
      await countChange(taskId);
      add(meanwhile, await askMeanwhile(page, get(path)));
    }
    const peakMb = peakOfReporter();
    const { projectId: draftedIn, taskId: drafted } = await draftedStudy(ratings);
    const besideDrafts = await readVerdict(`/projects/${draftedIn}/report?task=${drafted}`);
    const draftedMb = peakOfReporter();
    await endReporter();
    await pool().query("delete from stored_reports where task_id = $1", [taskId]);
    await computeLittle();
    const first = await readVerdict(path);
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    console.log(
      `  ${ratings} ratings: the verdict's values ${seconds(valuesMs)}, its intervals ${seconds(intervalsMs)}, all chapters ${seconds(wholeMs)} (${(bytes / 1024).toFixed(0)} KB); of a filter ${ofFilter("valuesMs").toFixed(0)} ms, ${seconds(ofFilter("intervalsMs"))} and ${seconds(ofFilter("wholeMs"))}; unchanged ${at(unchanged, 0.5).toFixed(0)} ms, old at once ${stale.ms.toFixed(0)} ms and new ${seconds(newest.ms)} later, ${peakMb.toFixed(0)} MB (idle ${idleMb.toFixed(0)})`,
    );
    console.log(
      `    in a process just started, while nobody else asks: ${seconds(first.valuesMs)}, ${seconds(first.intervalsMs)} and ${seconds(first.wholeMs)}`,
    );
    console.log(
      `    of a study of as many, half beside drafts, read after it: ${seconds(besideDrafts.valuesMs)}, ${seconds(besideDrafts.intervalsMs)} and ${seconds(besideDrafts.wholeMs)}; ${draftedMb.toFixed(0)} MB`,
    );
    const line = (name: string, times: number[]) =>
      `${name} p50 ${at(times, 0.5).toFixed(1)} p95 ${at(times, 0.95).toFixed(1)} most ${at(times, 1).toFixed(1)} ms (${times.length} requests)`;
    console.log(`    a small request ${line("idle", idle.pages)}; ${line("while it computes", meanwhile.pages)}`);
    console.log(`    a save ${line("idle", idle.saves)}; ${line("while it computes", meanwhile.saves)}`);
    const of = (what: string) => `${ratings} ratings, ${what}`;
    shortfalls.push(
      ...atMost(of("the verdict's values, ms"), valuesMs, targets.valuesMs),
      ...atMost(of("the verdict's intervals, ms"), intervalsMs, targets.intervalsMs),
      ...atMost(of("values in a process just started, ms"), first.valuesMs, targets.valuesMs),
      ...atMost(of("intervals in a process just started, ms"), first.intervalsMs, targets.intervalsMs),
      ...atMost(of("unchanged, ms"), at(unchanged, 0.5), targets.unchangedMs),
      ...atMost(of("values of a filter, ms"), ofFilter("valuesMs"), targets.filterValuesMs),
      ...atMost(of("intervals of a filter, ms"), ofFilter("intervalsMs"), targets.filterIntervalsMs),
      ...atMost(of("MB above idle"), peakMb - idleMb, targets.aboveIdleMb),
      ...atMost(of("values beside drafts, ms"), besideDrafts.valuesMs, targets.valuesMs),
      ...atMost(of("intervals beside drafts, ms"), besideDrafts.intervalsMs, targets.intervalsMs),
      ...atMost(of("MB above idle, drafts read too"), draftedMb - idleMb, targets.aboveIdleMb),
      ...atMost(of("longest wait of others, ms"), Math.max(...meanwhile.pages, ...meanwhile.saves), targets.waitMs),
    );
    const moved = at(meanwhile.saves, 0.95) / at(idle.saves, 0.95);
    if (ratings >= ratingsForSaves) shortfalls.push(...atMost(of("95 % of saves, times as long as idle"), moved, targets.moved));
  }
  conclude(shortfalls);
} finally {
  await disconnect();
  await product.stop();
}
