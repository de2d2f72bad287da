/**
 * The whole product under fire: people annotate, files are imported and exported, a judge drafts and a panel agrees on criteria, while web, worker,
 * PostgreSQL and supervisor are killed at random. Afterwards everything that was acknowledged must be there once, the report must equal a recount, and
 * nothing may be stuck. `npm run torture [-- --kills N --seed N --long]`; fails if anything falls short.
 */
import { parseArgs } from "node:util";
import { disconnect, pool } from "@/lib/db/client";
import { seededRandom } from "@/lib/stats";
import { countStuck } from "@/lib/testing/nothing-stuck";
import { pause, until } from "../bin/lib/processes.mjs";
import { startStandInLlm } from "../e2e/support/stand-in-llm";
import { nothingYet } from "./support/acknowledged";
import { equal } from "./support/checked";
import { atLeast, conclude } from "./support/conclude";
import { checkWork } from "./support/judge-exports";
import { longestWaitMs, seen, stubbornly } from "./support/stubborn-client";
import { checkAcknowledged, checkStatistics } from "./support/torture-checks";
import { annotate, exportAll, type Going, holdRounds, importFiles, prepareExports, startRuns } from "./support/torture-clients";
import { makeScene } from "./support/torture-scene";
import { TorturedProduct, type Victim, victims } from "./support/tortured-product";

const { values } = parseArgs({
  options: { kills: { type: "string" }, seed: { type: "string" }, long: { type: "boolean", default: false } },
});
const kills = Number(values.kills ?? (values.long ? 1000 : 200));
const seed = Number(values.seed ?? Date.now() % 100_000);
const random = seededRandom(seed);
const draw = (n: number) => Math.floor(random.next() * n);
const size = { annotators: 6, samples: 40 * kills + 100, units: 100, rounds: kills + 2 };
const longestCalmMs = 1500;
/** A request that has waited this long is answered before the next kill, unless nothing ever answers: on a busy machine an answer may take longer than the pause between two kills. */
const longEnoughMs = 20_000;
const rescueMs = 120_000;

console.log(`${kills} kills, seed ${seed}`);
const standIn = await startStandInLlm({ delayMs: 30, keepRequests: 1000 });
const product = await TorturedProduct.start();
const confirmed = nothingYet();
const going: Going = { on: true };
const begun = performance.now();

/** This process's own connections lead to wherever the database is now. */
async function reconnect(): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = product.databaseUrl();
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const seconds = (ms: number) => (ms / 1000).toFixed(1);

try {
  process.env.REDLINE_SECRET = product.secret;
  await reconnect();
  const scene = await makeScene(product.url, { ...size, modelUrl: standIn.url });
  const { admin, projectId } = scene;
  const withKey = (headers: Record<string, string>) => (text: string) =>
    stubbornly(product.url, { ...headers, "idempotency-key": text.replaceAll(" ", "-") });
  const roundOf = async (taskId: string) => {
    await reconnect();
    return (await pool().query<{ id: string }>("select id from criteria_rounds where task_id = $1", [taskId])).rows[0]?.id ?? "";
  };
  const atWork = [
    ...scene.annotators.map(({ call, headers }, person) =>
      annotate(call, { person, taskId: scene.annotated, going, confirmed, random: () => random.next(), commentAs: withKey(headers) }),
    ),
    importFiles(admin.call, { projectId, going, confirmed }),
    exportAll({ url: product.url, headers: admin.headers, projectId, going, confirmed }),
    prepareExports(admin.call, { projectId, going, confirmed }),
    startRuns(admin.call, { taskId: scene.drafted, judgeId: scene.judgeId, going, confirmed }),
    holdRounds(admin.call, { experts: scene.experts, tasks: scene.rounds, going, confirmed, roundOf }),
  ];
  // A client that fails ends the torture at once.
  const failed = Promise.race(atWork.map((one) => one.then(() => new Promise<never>(() => undefined))));
  failed.catch(() => undefined);
  const recovered: Record<Victim, number[]> = { web: [], worker: [], PostgreSQL: [], supervisor: [] };
  let rescued = 0;
  for (let kill = 1; kill <= kills; kill++) {
    await Promise.race([pause(draw(longestCalmMs)), failed]);
    if (longestWaitMs() > longEnoughMs) {
      rescued++;
      await Promise.race([until(() => longestWaitMs() < longEnoughMs, rescueMs, 50), failed]);
    }
    const victim = victims[draw(victims.length)] ?? "web";
    const { recoveredMs } = await Promise.race([product.kill(victim), failed]);
    recovered[victim].push(recoveredMs);
    if (kill % 10 === 0)
      console.log(`${kill} kills after ${seconds(performance.now() - begun)} s, ${confirmed.scores.length} scores acknowledged`);
  }
  going.on = false;
  await Promise.all(atWork);
  await reconnect();
  const took = seconds(performance.now() - begun);
  console.log(
    `\n${kills} kills in ${took} s. Without an answer: ${seen.lost}; refused for the moment: ${seen.unavailable}; repeated: ${seen.repeated}. Kills that waited for an answer: ${rescued}.`,
  );
  const { scores, submitted, comments, imports, exports, prepared, runs, rounds } = confirmed;
  console.log(
    `Acknowledged: ${scores.length} scores, ${submitted.length} submissions, ${comments.length} comments, ${imports.length} imports, ${exports.length} whole exports, ${prepared.length} prepared exports, ${runs.length} runs, ${rounds.length} panel rounds.`,
  );
  for (const victim of victims) {
    const sorted = recovered[victim].toSorted((a, b) => a - b);
    if (sorted.length > 0)
      console.log(
        `${victim}: killed ${sorted.length} times, well again after ${seconds(quantile(sorted, 0.5))} s (median), ${seconds(sorted.at(-1) ?? 0)} s (longest)`,
      );
  }
  const checks = [
    ...(await checkAcknowledged(confirmed)),
    ...(await checkStatistics(admin.call, confirmed, projectId, scene.annotated)),
    ...(await countStuck()).map(({ what, count }) => equal(what, count, 0)),
    ...checkWork(confirmed),
  ];
  for (const { what, ok, found } of checks) console.log(`${ok ? "ok     " : "FAILED "} ${what}: ${found}`);
  const acknowledged = Object.entries({ scores, imports, prepared, runs, rounds });
  conclude([
    ...checks.filter(({ ok }) => !ok).map(({ what }) => what),
    ...acknowledged.flatMap(([name, { length }]) => atLeast(`acknowledged ${name}`, length, 1)),
  ]);
} finally {
  going.on = false;
  await disconnect();
  await product.stop();
  await standIn.close();
}
process.exit();
