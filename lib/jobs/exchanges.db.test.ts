import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import type { RetryPolicy } from "@/lib/llm/retry";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { listExchanges } from "@/lib/workflows/list-exchanges";
import { proposeCriteria } from "@/lib/workflows/propose-criteria";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;
let pairsTaskId: string;

/** Characters that JSON can encode in several ways: quotes, slashes, control characters, a line separator, an emoji, a combining accent. */
const awkward = 'Z\u00FCrich \u{1F426} says "hi" \\ / \u0007\t\r\n\u2028 cafe\u0301 <b>&amp;</b> answer';

beforeAll(async () => {
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, 2, ["Clarity", "Overall"]);
  pairsTaskId = await study.addTask("Pairs", 2, ["Preference"]);
  await pool().query("update tasks set kind = 'pairwise' where id = $1", [pairsTaskId]);
  await pool().query("update samples set output = output || $1", [awkward]);
  await pool().query("update samples set output_b = 'The moon is cold, says ' || external_id || '.' where task_id = $1", [pairsTaskId]);
  await pool().query("update criteria_sets set status = 'draft'");
  await pool().query("update criteria set overall = true where name in ('Overall', 'Preference')");
  await pool().query("update criteria set scale = $1 where name = 'Preference'", [JSON.stringify(preferenceScale)]);
  await pool().query("update criteria_sets set status = 'published'");
});
afterEach(() => standIn.setFault(null));
afterAll(async () => {
  await standIn.close();
});

const rows = async <T extends object>(sql: string, values: unknown[] = []) => (await pool().query<T>(sql, values)).rows;
const retry: RetryPolicy = { retries: 1, firstDelayMs: 1, longestDelayMs: 20, jitter: 0, random: () => 0 };

/** Has a judge draft the study; returns the requests that the server received and those stored. */
async function exchangesOf(model: string, judge: Record<string, unknown> = {}, run: Record<string, unknown> = {}) {
  const before = standIn.requests.length;
  const { id: judgeId } = await study.addJudge(model, { apiKey: "sk-very-secret-0123456789", ...judge });
  const { id: runId } = await study.start(judgeId, "evaluation", run);
  await draftJudge(judgeId, {
    stopping: new AbortController().signal,
    ending: new AbortController().signal,
    sliceMs: 60_000,
    work: (piece, given) => workPiece(piece, { ...given, retry, rereads: 1 }),
    giveUp,
  });
  const samples = await rows<{ id: string }>("select distinct sample_id as id from run_units where run_id = $1", [runId]);
  const lists = await Promise.all(samples.map(({ id }) => listExchanges(instanceAdmin, { runId, sampleId: id })));
  return { runId, received: standIn.requests.slice(before), kept: lists.flatMap((list) => list.items) };
}

const textsOf = (received: { text: string }[]) => received.map(({ text }) => text).toSorted();
const requestsOf = (kept: { request: string }[]) => kept.map(({ request }) => request).toSorted();

test.each([
  ["held to a JSON schema", "schema", {}, {}],
  ["asked for plain lines", "lines", { parameters: { structuredOutput: "off" } }, {}],
  ["streamed, with a seed", "streamed", { parameters: { stream: true, seed: 7 } }, {}],
  ["asked again after an unreadable reply", "again:prose*1", {}, {}],
  ["asked again after a claim", "claim", { protocol: "direct" }, { variant: "sycophancy", pairs: true }],
])(
  "the request is stored byte for byte as the server received it: %s",
  async (_, model, judge, { pairs, ...run }: Record<string, unknown>) => {
    const { received, kept } = await exchangesOf(model, judge, { ...run, ...(pairs === true && { taskId: pairsTaskId }) });
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(requestsOf(kept)).toEqual(textsOf(received));
    expect(kept.every(({ requestExact }) => requestExact)).toBe(true);
    expect(kept.some(({ request }) => request.includes(JSON.stringify(awkward).slice(1, -1)))).toBe(true);
    expect(JSON.stringify(kept)).not.toContain("sk-very-secret");
    expect(kept[0]?.reply).not.toBe("");
  },
);

test("a reply with NUL or half a character is quoted unchanged in the next request", async () => {
  const broken = { choices: [{ message: { content: "no score \0 \uD800 here" }, finish_reason: "stop" }] };
  const received: string[] = [];
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push(Buffer.concat(chunks).toString("utf8"));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(broken));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const { kept } = await exchangesOf("nul", { baseUrl: `http://127.0.0.1:${port}/v1` }, { sampleLimit: 1 });
  server.close();
  expect(requestsOf(kept)).toEqual(received.toSorted());
  expect(received.some((text) => text.includes("no score \\u0000 \\ud800 here"))).toBe(true);
  expect(kept[0]?.reply).toBe("no score \uFFFD \uFFFD here");
});

test.each([
  ["a refused parameter is left out", "refuses:no-json-schema"],
  ["a rate limit", "limited:429*1"],
])("the last of several attempts is stored as the server received it: %s", async (_, model) => {
  const { received, kept } = await exchangesOf(model);
  expect(received.length).toBeGreaterThan(kept.length);
  const answered = received.filter(({ body }) => model.startsWith("limited") || !("response_format" in (body ?? {})));
  expect(requestsOf(kept)).toEqual([...new Set(textsOf(answered))]);
});

test("a reused answer stores the request that would have been sent, and its source", async () => {
  const first = await exchangesOf("reused");
  const second = await exchangesOf("reused", {}, { reuseAnswers: true });
  expect(second.received).toEqual([]);
  expect(requestsOf(second.kept)).toEqual(textsOf(first.received));
  expect(second.kept.map(({ cachedFromId }) => cachedFromId).toSorted()).toEqual(first.kept.map(({ id }) => id).toSorted());
});

test("texts sent to an embeddings model are stored as the requests that carried them", async () => {
  const before = standIn.requests.length;
  const vectors = await study.addJudge("vectors");
  const judge = await study.addJudge("proposer", { roles: { embedding: vectors.id } });
  const { id: runId } = await study.start(judge.id, "criteria", { proposal: { samples: 3 } });
  await proposeCriteria({ runId }, { signal: new AbortController().signal, retry, rereads: 0 });
  const kept = await rows<{ request: string }>("select request from exchanges where run_id = $1", [runId]);
  const received = standIn.requests.slice(before);
  expect(received.some(({ path }) => path === "/v1/embeddings")).toBe(true);
  expect(requestsOf(kept)).toEqual(textsOf(received));
});
