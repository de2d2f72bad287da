import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { createJudgeBody } from "@/lib/domain/judge";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import type { RetryPolicy } from "@/lib/llm/retry";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { controlRun } from "@/lib/workflows/control-run";
import { createJudge } from "@/lib/workflows/create-judge";
import { getRun } from "@/lib/workflows/get-run";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;
let pairsTaskId: string;
const samples = 4;

beforeAll(async () => {
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, samples, ["Clarity", "Truth", "Overall"]);
  pairsTaskId = await study.addTask("Pairs", samples, ["Preference"]);
  await pool().query("update tasks set kind = 'pairwise' where id = $1", [pairsTaskId]);
  await pool().query(
    "update samples set output_b = 'The moon is cold, says ' || external_id || '.', reference = 'The sun.', gold_label = 'A' where task_id = $1",
    [pairsTaskId],
  );
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
const quick: RetryPolicy = { retries: 1, firstDelayMs: 1, longestDelayMs: 20, jitter: 0, random: () => 0 };

const workOff = (judgeId: string) =>
  draftJudge(judgeId, {
    stopping: new AbortController().signal,
    ending: new AbortController().signal,
    sliceMs: 60_000,
    work: (piece, given) => workPiece(piece, { ...given, retry: quick, rereads: 0 }),
    giveUp,
  });

async function runOf(judgeId: string, more: Record<string, unknown> & { taskId?: string } = {}) {
  const run = await study.start(judgeId, "evaluation", more);
  await workOff(judgeId);
  return getRun(instanceAdmin, { runId: run.id });
}

const requestsSince = (before: number) => standIn.requests.length - before;

describe("step by step", () => {
  test("gives the overall score last, in a conversation that holds the evaluations of the other criteria", async () => {
    const judge = await study.addJudge("in-view", { parameters: { concurrency: 8 } });
    const run = await runOf(judge.id);
    expect(run.units).toMatchObject({ total: 12, done: 12, failed: 0 });
    const overall = standIn.requests.filter(
      (request) => request.body?.model === "in-view" && (request.body.messages as unknown[]).length > 2,
    );
    expect(overall).toHaveLength(samples);
    const drafts = await rows<{ raw: string }>(
      "select d.raw from drafts d join criteria c on c.id = d.criterion_id join samples s on s.id = d.sample_id where d.run_id = $1 and s.external_id = 's0' and not c.overall order by c.position",
      [run.id],
    );
    const messages = (overall[0]?.body?.messages ?? []) as { role: string; content: string }[];
    const said = messages.filter((message) => message.role === "assistant");
    expect(said.map((message) => message.content)).toHaveLength(2);
    expect(
      overall.some((request) =>
        drafts.every((draft) => JSON.stringify(request.body?.messages).includes(JSON.stringify(draft.raw).slice(1, -1))),
      ),
    ).toBe(true);
  });

  test("gives no overall score while other criteria are missing, but does after a retry", async () => {
    const judge = await study.addJudge("holes", { parameters: { concurrency: 1 } });
    standIn.setFault("prose", 1);
    const run = await runOf(judge.id, { sampleLimit: 1 });
    expect(run.units).toMatchObject({ total: 3, done: 1, failed: 2 });
    expect(run.failures.map((failure) => failure.code)).toEqual(["history_incomplete", "model_reply_unreadable"]);
    await controlRun(instanceAdmin, { runId: run.id, verb: "retry-failed" });
    await workOff(judge.id);
    expect((await getRun(instanceAdmin, { runId: run.id })).units).toMatchObject({ done: 3, failed: 0 });
  });
});

describe("a protocol that judges a sample as a whole", () => {
  test("drafts all criteria of the rubric in one request", async () => {
    const judge = await study.addJudge("rubric", { protocol: "rubric" });
    const before = standIn.requests.length;
    const run = await runOf(judge.id);
    expect(run.units).toMatchObject({ total: 12, done: 12 });
    expect(requestsSince(before)).toBe(samples);
    // One request is counted once.
    const tokens = await rows<{ counted: number }>("select count(input_tokens)::int as counted from drafts where run_id = $1", [run.id]);
    expect(tokens[0]?.counted).toBe(samples);
  });

  test("derives dimensions for each sample, which belong to the sample and the run, not to the task's criteria", async () => {
    const weak = await study.addJudge("weak");
    const judge = await study.addJudge("camieval", { protocol: "camieval-pointwise", roles: { weak: weak.id } });
    const run = await runOf(judge.id);
    expect(run).toMatchObject({ status: "done", units: { total: samples, done: samples } });
    expect(run.roles).toEqual({ weak: { judgeId: weak.id, model: "weak" } });
    const made = await rows<{ status: string; sample: string; drafts: number; run: string }>(
      `select cs.status, c.sample_id as sample, cs.derived_by_run_id as run, (select count(*)::int from drafts d where d.criterion_id = c.id and d.run_id = $1) as drafts
       from criteria c join criteria_sets cs on cs.id = c.criteria_set_id where cs.derived_by_run_id = $1`,
      [run.id],
    );
    expect(made.length).toBeGreaterThanOrEqual(2 * samples);
    expect(made.every((one) => one.status === "derived" && one.drafts === 1 && one.sample !== null)).toBe(true);
    expect(standIn.requests.some((request) => request.body?.model === "weak")).toBe(true);
    const again = await runOf(judge.id);
    expect(again.units).toMatchObject({ done: samples, failed: 0 });
  });
});

describe("pairs", () => {
  test.each(["direct", "camieval-pairwise", "critique"])("%s stores a swapped run's drafts in the sample's own order", async (protocol) => {
    const judge = await study.addJudge(`pairs ${protocol}`, { protocol });
    const plain = await runOf(judge.id, { taskId: pairsTaskId });
    expect(plain).toMatchObject({ status: "done", variant: "plain", units: { total: samples, done: samples } });
    const before = standIn.requests.length;
    const swapped = await runOf(judge.id, { taskId: pairsTaskId, variant: "swapped" });
    expect(swapped).toMatchObject({ status: "done", variant: "swapped", units: { done: samples } });
    const asked = JSON.stringify(standIn.requests.slice(before).map((request) => request.body?.messages));
    expect(asked.indexOf("The moon is cold")).toBeLessThan(asked.indexOf("The sun is warm"));
    const drafts = await rows<{ score: number; items: { kind: string; text: string }[]; details: { order: string } }>(
      "select score, items, details from drafts where run_id = $1",
      [swapped.id],
    );
    for (const { score, items, details } of drafts) {
      expect(details.order).toBe("BA");
      const verdict = items.find((item) => item.kind === "score")?.text ?? "";
      expect(verdict).toContain(score > 0 ? "[A]" : score < 0 ? "[B]" : "ie");
    }
  });

  test("an interference run stores both the first verdict and the second", async () => {
    const judge = await study.addJudge("objection", { protocol: "direct" });
    const run = await runOf(judge.id, { taskId: pairsTaskId, variant: "interference" });
    const drafts = await rows<{ details: { first: number } }>("select details from drafts where run_id = $1", [run.id]);
    expect(drafts).toHaveLength(samples);
    for (const { details } of drafts) expect([-1, 0, 1]).toContain(details.first);
  });
});

describe("a run that cannot work is refused at the start, with what to do", () => {
  test("protocol, task and variant must fit", async () => {
    const pairs = await study.addJudge("misfit", { protocol: "camieval-pairwise" });
    await expect(study.start(pairs.id)).rejects.toThrow(/not for pointwise tasks/);
    const steps = await study.addJudge("misfit too");
    await expect(study.start(steps.id, "evaluation", { taskId: pairsTaskId })).rejects.toThrow(/not for pairwise tasks/);
    await expect(study.start(steps.id, "evaluation", { variant: "swapped" })).rejects.toThrow(/no variant/);
  });

  test("a budget in dollars needs prices", async () => {
    const judge = await study.addJudge("unpriced");
    await expect(study.start(judge.id, "evaluation", { budgetUsd: 1 })).rejects.toThrow(/needs prices/);
  });

  test("an overall score needs an overall criterion", async () => {
    const taskId = await study.addTask("No overall", 1, ["Clarity"]);
    const judge = await study.addJudge("overall", { protocol: "direct" });
    await expect(study.start(judge.id, "evaluation", { taskId })).rejects.toThrow(/no overall criterion/);
  });
});

describe("earlier answers", () => {
  test("are reused on request, and the drafts say so", async () => {
    const judge = await study.addJudge("again");
    const first = await runOf(judge.id);
    const before = standIn.requests.length;
    const second = await runOf(judge.id, { reuseAnswers: true });
    expect(requestsSince(before)).toBe(0);
    expect(second.units).toMatchObject({ done: 12, cached: 12 });
    expect(second.costUsd ?? 0).toBe(0);
    const third = await runOf(judge.id);
    expect(requestsSince(before)).toBe(12);
    expect(third.units).toMatchObject({ done: 12, cached: 0 });
    const scores = (id: string) => rows("select sample_id, criterion_id, score from drafts where run_id = $1 order by 1, 2", [id]);
    expect(await scores(second.id)).toEqual(await scores(first.id));
  });

  test("failed requests are stored too, with the reply received instead of an answer", async () => {
    const judge = await study.addJudge("vain:refusal");
    const run = await runOf(judge.id, { sampleLimit: 1 });
    expect(run.units.failed).toBe(3);
    const kept = await rows<{ reply: string; problem: string; tokens: number | null }>(
      "select reply, problem, input_tokens as tokens from exchanges where run_id = $1",
      [run.id],
    );
    // The overall score is not asked for if the other criteria have no evaluation.
    expect(kept).toHaveLength(2);
    for (const { reply, problem, tokens } of kept) {
      expect(reply).toContain("refusal");
      expect(problem).toMatch(/The model refused/);
      expect(tokens).toBeGreaterThan(0);
    }
    expect(run.inputTokens).toBeGreaterThan(0);
  });

  test("from another project are never reused, even for the same question", async () => {
    const taskId = await study.addTask("Moved", 2, ["Clarity"]);
    const twinId = await study.addTask("Twin", 2, ["Clarity"]);
    const judge = await study.addJudge("elsewhere");
    await runOf(judge.id, { taskId });
    const before = standIn.requests.length;
    expect((await runOf(judge.id, { taskId: twinId, reuseAnswers: true })).units).toMatchObject({ done: 2, cached: 2 });
    expect(requestsSince(before)).toBe(0);
    const [other] = await rows<{ id: string }>("insert into projects (name) values ('Other') returning id");
    await pool().query("update tasks set project_id = $1 where id = any($2)", [other?.id, [taskId, twinId]]);
    const third = await study.addTask("Third", 2, ["Clarity"]);
    expect((await runOf(judge.id, { taskId: third, reuseAnswers: true })).units).toMatchObject({ done: 2, cached: 0 });
    expect(requestsSince(before)).toBe(2);
  });

  test("are matched one to one with several samples that ask the same question", async () => {
    const judge = await study.addJudge("samples", { protocol: "critique", options: { samples: 3 } });
    const first = await runOf(judge.id, { sampleLimit: 1 });
    expect(first.units).toMatchObject({ done: 1 });
    const hashes =
      "select count(distinct request_hash)::int as hashes, count(distinct cached_from_id)::int as sources, count(*)::int as n from exchanges";
    expect(await rows(`${hashes} where run_id = $1`, [first.id])).toEqual([{ hashes: 3, sources: 0, n: 3 }]);
    const second = await runOf(judge.id, { sampleLimit: 1, reuseAnswers: true });
    expect(await rows(`${hashes} where run_id = $1`, [second.id])).toEqual([{ hashes: 3, sources: 3, n: 3 }]);
  });
});

describe("judges without a model", () => {
  const add = async (body: Record<string, unknown>) =>
    createJudge(instanceAdmin, { projectId: study.projectId, ...createJudgeBody.parse(body) });

  test("a metric scores every sample on its own scale", async () => {
    const judge = await add({ kind: "metric", name: "Length", options: { metric: "length" } });
    const run = await runOf(judge.id);
    expect(run).toMatchObject({ status: "done", units: { total: samples, done: samples } });
    const drafts = await rows<{ score: number; name: string; status: string }>(
      "select d.score, c.name, cs.status from drafts d join criteria c on c.id = d.criterion_id join criteria_sets cs on cs.id = c.criteria_set_id where d.run_id = $1",
      [run.id],
    );
    expect(drafts).toEqual(Array(samples).fill({ score: 11, name: "Length", status: "derived" }));
  });

  test("a metric on pairs says which output it prefers", async () => {
    const judge = await add({ kind: "metric", name: "Longer", options: { metric: "length" } });
    const run = await runOf(judge.id, { taskId: pairsTaskId });
    expect(run.units).toMatchObject({ done: samples });
    const drafts = await rows<{ score: number }>("select score from drafts where run_id = $1", [run.id]);
    expect(drafts.map((draft) => draft.score)).toEqual([1, 1, 1, 1]);
  });

  test("a panel takes the mean of its members", async () => {
    const members = [await study.addJudge("member 1"), await study.addJudge("member 2")];
    for (const member of members) await runOf(member.id);
    const judge = await add({ kind: "panel", name: "Panel", options: { members: members.map((member) => member.id), aggregate: "mean" } });
    const run = await runOf(judge.id);
    expect(run).toMatchObject({ status: "done", units: { total: 12, done: 12 } });
    const drafts = await rows<{ score: number; mean: number }>(
      `select d.score, (select avg(m.score) from drafts m join runs r on r.id = m.run_id where r.judge_id = any($2) and m.sample_id = d.sample_id and m.criterion_id = d.criterion_id)::float8 as mean
       from drafts d where d.run_id = $1`,
      [run.id, members.map((member) => member.id)],
    );
    for (const draft of drafts) expect(draft.score).toBe(draft.mean);
  });
});
