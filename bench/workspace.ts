/**
 * The workspace through HTTP on the production build: open a sample, act on it, submit it and get the next. For 1 and 50 annotators who never
 * pause, then for 500 who think 20 seconds before each request (target: 95 % of saves within 50 ms). An empty route is asked in between, as the
 * measure of the server itself.
 * Each annotator goes through: empty route, open, four saves (per criterion six lines, then the score), prepare after the first, submit-and-next.
 */
import { randomUUID } from "node:crypto";
import http from "node:http";
import { disconnect, pool } from "@/lib/db/client";
import { member } from "@/lib/testing/small-study";
import { startProduct } from "../e2e/support/server.mjs";
import { makeTask, quantile, type Send, sender, sessionCookieName, signIn } from "./support/annotators";
import { atMost, conclude } from "./support/conclude";

const thinkingSeconds = 20;
const loads = [
  { annotators: 1, seconds: 15, thinking: 0 },
  { annotators: 50, seconds: 20, thinking: 0 },
  { annotators: 500, seconds: 90, thinking: thinkingSeconds },
];
const warmUpSeconds = 10;
const samples = 6000;
const requestsPerSample = 8;
const mostMs = 50;
const verbs = ["empty", "open", "act", "prepare", "next"] as const;
type Verb = (typeof verbs)[number];
type Times = Record<Verb, number[]>;

interface Task {
  taskId: string;
  criteria: string[];
}

interface Annotator {
  cookie: string;
  send: Send;
  assignmentId: string;
}

const idIn = (reply: string): string => {
  const { assignmentId, next }: { assignmentId?: string | null; next?: { id: string } | null } = JSON.parse(reply);
  const id = assignmentId ?? next?.id;
  if (id === undefined) throw new Error(`No sample is left; the benchmark needs more than ${samples}. ${reply}`);
  return id;
};

/** Requests of one annotator's work on sample after sample; what `next` replies is the sample of those after it. */
async function* requestsOf(annotator: Annotator, { taskId, criteria }: Task): AsyncGenerator<{ verb: Verb; ask: () => Promise<void> }> {
  const { send, cookie } = annotator;
  const plain = (verb: Verb, path: string, body?: object) => ({ verb, ask: async () => void (await send(path, cookie, body)) });
  for (;;) {
    const at = `/api/v1/assignments/${annotator.assignmentId}`;
    yield plain("empty", "/api/live");
    yield plain("open", at);
    for (const [index, criterionId] of criteria.entries()) {
      let parentId: string | null = null;
      const made = (fields: object) => {
        const action = { id: randomUUID(), parentId, at: new Date().toISOString(), ...fields };
        parentId = action.id;
        return action;
      };
      const lines = ["0", "1", "2", "4", "5", "6"].map((itemId) => made({ kind: "accept", itemId }));
      yield plain("act", `${at}/actions`, { criterionId, actions: lines, activeMs: 20_000 });
      if (index === 0) yield plain("prepare", `/api/v1/tasks/${taskId}/assignments/prepare`, { after: annotator.assignmentId });
      yield plain("act", `${at}/actions`, { criterionId, actions: [made({ kind: "set-score", score: 3 })], activeMs: 25_000 });
    }
    yield {
      verb: "next",
      ask: async () => {
        annotator.assignmentId = idIn(await send(`${at}/submit-and-next`, cookie, {}));
      },
    };
  }
}

async function work(annotators: Annotator[], task: Task, seconds: number, thinking: number): Promise<Times> {
  const times: Times = { empty: [], open: [], act: [], prepare: [], next: [] };
  const end = performance.now() + seconds * 1000;
  const pause = (share: number) => (thinking === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, share * thinking * 1000)));
  await Promise.all(
    annotators.map(async (annotator, index) => {
      await pause(Math.random());
      // Those who think do not get round their work in the time there is, so they begin at different points of it.
      let ahead = thinking === 0 ? 0 : index % requestsPerSample;
      for await (const { verb, ask } of requestsOf(annotator, task)) {
        const before = performance.now();
        if (before > end) return;
        await ask();
        if (ahead-- > 0) continue;
        times[verb].push(performance.now() - before);
        await pause(0.5 + Math.random());
      }
    }),
  );
  return times;
}

function report(name: string, times: Times, seconds: number): void {
  const all = verbs.reduce((sum, verb) => sum + times[verb].length, 0);
  const figures = verbs.map((verb) => {
    const sorted = times[verb].toSorted((a, b) => a - b);
    return `${verb} ${quantile(sorted, 0.5).toFixed(1)} / ${quantile(sorted, 0.95).toFixed(1)} (n ${sorted.length})`;
  });
  console.log(`  ${name.padEnd(34)} ${(all / seconds).toFixed(0).padStart(4)} requests/s   ms, median / p95:  ${figures.join("   ")}`);
}

const product = await startProduct({
  demo: false,
  env: { DATABASE_URL: process.env.DATABASE_URL ?? "", REDLINE_SECRET: process.env.REDLINE_SECRET ?? "" },
});
try {
  const study = await makeTask(samples);
  const cookieName = await sessionCookieName(product.url);
  const newAnnotator = async (agent: http.Agent): Promise<Annotator> => {
    const send = sender(product.url, agent);
    const cookie = await signIn(await member(study.projectId, "annotator"), cookieName);
    const assignmentId = idIn(await send(`/api/v1/tasks/${study.taskId}/assignments/next`, cookie, {}));
    return { cookie, send, assignmentId };
  };
  const busy = new http.Agent({ keepAlive: true });
  const apart = new http.Agent({ keepAlive: false });
  const crew = async (size: number, agent: http.Agent) => {
    const people: Annotator[] = [];
    for (let n = 0; n < size; n++) people.push(await newAnnotator(agent));
    return people;
  };
  // Long enough for the server to compile its hot code. PostgreSQL keeps plans made for empty tables until statistics are collected.
  await work(await crew(8, busy), study, warmUpSeconds, 0);
  await pool().query("analyze");
  const shortfalls: string[] = [];
  for (const { annotators, seconds, thinking } of loads) {
    const people = await crew(annotators, thinking === 0 ? busy : apart);
    const times = await work(people, study, seconds, thinking);
    const name = `${annotators} annotator${annotators === 1 ? "" : "s"}${thinking === 0 ? "" : `, thinking ${thinking} s`}`;
    report(name, times, seconds);
    const p95 = quantile(
      times.act.toSorted((a, b) => a - b),
      0.95,
    );
    if (thinking > 0) shortfalls.push(...atMost(`${name}, ms within which 95 % of saves are answered`, p95, mostMs));
  }
  conclude(shortfalls);
} finally {
  await disconnect();
  await product.stop();
}
