import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { createJudgeBody, startRunBody } from "@/lib/domain/judge";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { createJudge } from "@/lib/workflows/create-judge";
import { estimateRun } from "@/lib/workflows/estimate-run";
import { limitEndpoint } from "@/lib/workflows/limit-endpoint";
import { saveModelPrice } from "@/lib/workflows/save-model-price";

temporaryDatabase();
const baseUrl = "http://127.0.0.1:9/v1";
let study: JudgedStudy;
beforeAll(async () => {
  study = await judgedStudy(baseUrl, 45);
});

const estimate = async (judgeId: string, more: Record<string, unknown> = {}, taskId = study.taskId) =>
  estimateRun(instanceAdmin, { taskId, ...startRunBody.parse({ judgeId, ...more }) });
const rows = async (table: string) => Number((await pool().query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

test("a dry run counts units and requests and writes nothing", async () => {
  const judge = await study.addJudge("m");
  const before = [await rows("runs"), await rows("exchanges"), await rows("audit_events")];
  const made = await estimate(judge.id);
  expect(made).toMatchObject({ units: 90, samples: 45, samplesLookedAt: 30, requests: 90, seconds: null });
  expect(made.inputTokens.most).toBeGreaterThan(made.inputTokens.expected);
  expect(made.outputTokens).toMatchObject({ most: 90 * 800 });
  expect(made.notes.join(" ")).toContain("Estimated from 30 samples spread over all 45.");
  expect([await rows("runs"), await rows("exchanges"), await rows("audit_events")]).toEqual(before);
});

test("a trial of the first samples costs its share", async () => {
  const judge = await study.addJudge("m");
  const [all, some] = [await estimate(judge.id), await estimate(judge.id, { sampleLimit: 5 })];
  expect(some).toMatchObject({ units: 10, samples: 5, samplesLookedAt: 5, requests: 10 });
  expect(some.inputTokens.expected / all.inputTokens.expected).toBeCloseTo(5 / 45, 2);
});

test("the cost uses the judge's own price, else the table's, and is unknown without either", async () => {
  const [own, listed] = [await study.addJudge("m", { inputPriceUsd: 2, outputPriceUsd: 8 }), await study.addJudge("priced-model-2")];
  const unknown = await estimate(listed.id);
  expect(unknown).toMatchObject({ costUsd: null, costWhy: 'No price is known for "priced-model-2".' });
  await saveModelPrice(instanceAdmin, { model: "priced-model", inputPriceUsd: 2, outputPriceUsd: 8 });
  const priced = await estimate(listed.id);
  const byHand = (priced.inputTokens.expected * 2 + priced.outputTokens.expected * 8) / 1_000_000;
  expect(priced.costUsd?.expected).toBeCloseTo(byHand, 6);
  expect((await estimate(own.id)).costUsd).toEqual(priced.costUsd);
});

test("the server's limits give the minimum duration", async () => {
  const judge = await study.addJudge("m");
  await limitEndpoint(instanceAdmin, {
    projectId: study.projectId,
    baseUrl,
    requestsPerMinute: 45,
    tokensPerMinute: null,
    concurrency: null,
  });
  expect((await estimate(judge.id)).seconds).toBeCloseTo(120, 6);
  await limitEndpoint(instanceAdmin, {
    projectId: study.projectId,
    baseUrl,
    requestsPerMinute: null,
    tokensPerMinute: null,
    concurrency: 2,
  });
  expect((await estimate(judge.id)).seconds).toBeNull();
});

test("the overall criterion is estimated with the conversation that precedes it", async () => {
  const [plainId, taskId] = [await study.addTask("Three criteria", 4, ["Clarity", "Truth", "Use"]), await study.addTask("Two and all", 4)];
  await pool().query(
    `insert into criteria (criteria_set_id, position, name, definition, scale, overall)
     select criteria_set_id, 2, 'All', definition, scale, true from criteria c join criteria_sets s on s.id = c.criteria_set_id
     where s.task_id = $1 and c.position = 0`,
    [taskId],
  );
  const judge = await study.addJudge("m");
  const alone = await estimate(judge.id, {}, plainId);
  const inView = await estimate(judge.id, {}, taskId);
  expect(inView.requests).toBe(alone.requests);
  expect(inView.inputTokens.expected).toBeGreaterThan(alone.inputTokens.expected * 1.3);
});

test("a metric and a panel make no requests and cost nothing", async () => {
  const make = async (body: unknown) => createJudge(instanceAdmin, { projectId: study.projectId, ...createJudgeBody.parse(body) });
  const metric = await make({ kind: "metric", name: "Length", options: { metric: "length" } });
  expect(await estimate(metric.id)).toMatchObject({ units: 45, requests: 0, costUsd: { expected: 0, most: 0 } });
  const members = [(await study.addJudge("m")).id, (await study.addJudge("m")).id];
  const panel = await make({ kind: "panel", name: "Both", options: { members, aggregate: "mean" } });
  expect(await estimate(panel.id)).toMatchObject({ units: 90, requests: 0 });
});

test("a criteria proposal is one list plus those sampled", async () => {
  const vectors = await study.addJudge("vectors");
  const judge = await study.addJudge("m", { roles: { embedding: vectors.id } });
  expect(await estimate(judge.id, { kind: "criteria" })).toMatchObject({ units: 1, requests: 1, samplesLookedAt: 2 });
  // Four lists, and the vectors of all their criteria.
  expect(await estimate(judge.id, { kind: "criteria", proposal: { samples: 3 } })).toMatchObject({ units: 1, requests: 5, costUsd: null });
});

test("a run that could not be started is not estimated either", async () => {
  const judge = await study.addJudge("m");
  await expect(estimate(judge.id, { variant: "swapped" })).rejects.toMatchObject({ code: "conflict" });
  await expect(estimate(judge.id, {}, await study.addTask("Empty", 0))).rejects.toMatchObject({ code: "conflict" });
  const researcher = await member(study.projectId, "researcher");
  const asked = estimateRun(researcher, { taskId: study.taskId, ...startRunBody.parse({ judgeId: judge.id }) });
  await expect(asked).rejects.toMatchObject({ code: "forbidden" });
});
