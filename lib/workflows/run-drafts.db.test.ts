import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { appendExchange } from "@/lib/db/exchanges";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedScale, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { listExchanges } from "@/lib/workflows/list-exchanges";
import { listRunDrafts } from "@/lib/workflows/list-run-drafts";

temporaryDatabase();
let study: JudgedStudy;
let runId = "";
let samples: string[] = [];

const ids = async (sql: string, values: unknown[]) => (await pool().query<{ id: string }>(sql, values)).rows.map(({ id }) => id);

beforeAll(async () => {
  study = await judgedStudy("http://127.0.0.1:9/v1", 3);
  runId = (await study.start((await study.addJudge("m")).id)).id;
  samples = await ids("select id from samples where task_id = $1 order by position", [study.taskId]);
  await pool().query(
    `insert into drafts (run_id, sample_id, criterion_id, score, items, raw)
     select run_id, sample_id, criterion_id, 2, '[{"kind":"heading","text":"Evaluation"},{"kind":"conclusion","text":"It is clear."}]', 'raw'
     from run_units where run_id = $1`,
    [runId],
  );
  await pool().query("update run_units set status = 'done' where run_id = $1", [runId]);
});

const place = {
  get runId() {
    return runId;
  },
  get sampleId() {
    return samples[0] ?? "";
  },
  criterionId: null,
};
const exchange = {
  step: "criterion",
  role: "judge" as const,
  requestHash: "h",
  request: '{"model":"m","temperature":0,"messages":[{"role":"user","content":"Score \\u0000 it, caf\u00e9."}]}',
  reply: '{"score": 2}',
  problem: null,
  cachedFromId: null,
  inputTokens: 12,
  outputTokens: 3,
  costUsd: null,
  servedBy: null,
  latencyMs: 40,
};

test("drafts come in the order of samples and criteria, page by page, each once", async () => {
  const first = await listRunDrafts(instanceAdmin, { runId, limit: 4 });
  expect(first.items.map(({ sample, criterion }) => `${sample.externalId} ${criterion.name}`)).toEqual([
    "s0 Clarity",
    "s0 Truth",
    "s1 Clarity",
    "s1 Truth",
  ]);
  expect(first.items[0]).toMatchObject({
    score: 2,
    text: "It is clear.",
    dropped: null,
    asked: false,
    criterion: { ownToSample: false, min: 0, max: 3 },
  });
  const second = await listRunDrafts(instanceAdmin, { runId, limit: 4, cursor: first.nextCursor ?? undefined });
  expect(second.items.map(({ sample }) => sample.externalId)).toEqual(["s2", "s2"]);
  expect(second.nextCursor).toBeNull();
  await expect(listRunDrafts(instanceAdmin, { runId, limit: 4, cursor: "elsewhere" })).rejects.toMatchObject({ code: "bad_request" });
});

test("a discarded draft says why, and a dimension of one sample is labelled as such", async () => {
  await pool().query(
    "update run_units set status = 'dropped', error_message = 'The chains disagree.' where run_id = $1 and sample_id = $2",
    [runId, samples[1]],
  );
  const [setId] = await ids(
    "insert into criteria_sets (task_id, version, status, derived_by_run_id) values ($1, -1, 'derived', $2) returning id",
    [study.taskId, runId],
  );
  const [criterionId] = await ids(
    "insert into criteria (criteria_set_id, position, name, scale, sample_id) values ($1, 7, 'Names the star', $2, $3) returning id",
    [setId, JSON.stringify(judgedScale), samples[2]],
  );
  await pool().query("insert into drafts (run_id, sample_id, criterion_id, score, items, raw) values ($1, $2, $3, 1, '[]', 'as it came')", [
    runId,
    samples[2],
    criterionId,
  ]);
  const { items } = await listRunDrafts(instanceAdmin, { runId, limit: 50 });
  expect(items.filter(({ dropped }) => dropped === "The chains disagree.").map(({ sample }) => sample.externalId)).toEqual(["s1", "s1"]);
  expect(items.at(-1)).toMatchObject({ criterion: { name: "Names the star", ownToSample: true }, text: "as it came" });
});

test("a draft includes the protocol's intermediate results, in the sample's own order", async () => {
  const taskId = await study.addTask("Further answers", 2, ["Overall"]);
  const run = (await study.start((await study.addJudge("m")).id, "evaluation", { taskId })).id;
  const free = (text: string, score: number) => ({ name: text, free: { text, score } });
  const stored = [
    {
      critiques: { pointwise: { referenced: {}, free: {} }, pairwise: {} },
      chains: [free("[A] wins.", 1), free("[B] wins.", -1)],
      sampleScores: [1, 1, 0],
      order: "BA",
    },
    null,
  ];
  await pool().query(
    `insert into drafts (run_id, sample_id, criterion_id, score, items, raw, details)
     select u.run_id, u.sample_id, u.criterion_id, 1, '[]', 'raw', $2::jsonb->s.position
     from run_units u join samples s on s.id = u.sample_id where u.run_id = $1`,
    [run, JSON.stringify(stored)],
  );
  const [first, second] = (await listRunDrafts(instanceAdmin, { runId: run, limit: 10 })).items;
  expect(first?.details).toMatchObject({
    sampleScores: [-1, -1, 0],
    chains: [
      { text: "[B] wins.", score: -1 },
      { text: "[A] wins.", score: 1 },
    ],
    feedback: null,
  });
  expect(second?.details).toBeNull();
});

test("requests that follow each other closely are listed in the order in which they were made", async () => {
  const sampleId = samples[2] ?? "";
  const steps = Array.from({ length: 20 }, (_, at) => `step ${at}`);
  for (const step of steps) await appendExchange({ ...place, sampleId }, { ...exchange, step });
  const researcher = await member(study.projectId, "researcher");
  expect((await listExchanges(researcher, { runId, sampleId })).items.map(({ step }) => step)).toEqual(steps);
  await pool().query("delete from exchanges where sample_id = $1", [sampleId]);
});

test("requests about a sample are stored byte for byte with their replies and shown only to researchers", async () => {
  await appendExchange(place, exchange);
  await appendExchange(place, { ...exchange, step: "overall", reply: "no", problem: "The reply holds no score." });
  const researcher = await member(study.projectId, "researcher");
  const { items } = await listExchanges(researcher, place);
  expect(items.map(({ step, problem }) => [step, problem])).toEqual([
    ["criterion", null],
    ["overall", "The reply holds no score."],
  ]);
  expect(items[0]).toMatchObject({ request: exchange.request, requestExact: true, reply: exchange.reply, inputTokens: 12, latencyMs: 40 });
  expect((await listExchanges(researcher, { runId, sampleId: samples[2] ?? "" })).items).toEqual([]);
  expect((await listRunDrafts(researcher, { runId, limit: 1 })).items[0]?.asked).toBe(true);
  const annotator = await member(study.projectId, "annotator");
  await expect(listExchanges(annotator, place)).rejects.toMatchObject({ code: "forbidden" });
  await expect(listRunDrafts(annotator, { runId, limit: 1 })).rejects.toMatchObject({ code: "forbidden" });
});
