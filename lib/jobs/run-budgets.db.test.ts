import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { controlRun } from "@/lib/workflows/control-run";
import { getRun } from "@/lib/workflows/get-run";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;

beforeAll(async () => {
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, 4, ["Clarity", "Truth", "Overall"]);
});
afterAll(() => standIn.close());

const quick = { retries: 1, firstDelayMs: 1, longestDelayMs: 20, jitter: 0, random: () => 0 };

const workOff = (judgeId: string, sliceMs = 60_000) =>
  draftJudge(judgeId, {
    stopping: new AbortController().signal,
    ending: new AbortController().signal,
    sliceMs,
    work: (piece, given) => workPiece(piece, { ...given, retry: quick, rereads: 0 }),
    giveUp,
  });

async function runOf(judgeId: string, more: Record<string, unknown> = {}) {
  const run = await study.start(judgeId, "evaluation", more);
  await workOff(judgeId);
  return getRun(instanceAdmin, { runId: run.id });
}

const requestsSince = (before: number) => standIn.requests.length - before;

describe("a budget", () => {
  test("pauses the run before it is exceeded; once raised, the run finishes", async () => {
    const judge = await study.addJudge("budget", { inputPriceUsd: 1, outputPriceUsd: 2, parameters: { concurrency: 4, maxTokens: 300 } });
    const whole = await runOf(judge.id);
    const tokens = whole.inputTokens + whole.outputTokens;
    const budgetTokens = Math.round(tokens * 0.6) + 3000;
    const run = await runOf(judge.id, { budgetTokens });
    expect(run).toMatchObject({ status: "paused", error: expect.stringMatching(/budget/), units: { failed: 0 } });
    expect(run.inputTokens + run.outputTokens).toBeLessThanOrEqual(budgetTokens);
    expect(run.units.pending).toBeGreaterThan(0);
    await controlRun(instanceAdmin, { runId: run.id, verb: "resume", budgetTokens: null });
    await workOff(judge.id);
    const after = await getRun(instanceAdmin, { runId: run.id });
    expect(after).toMatchObject({ status: "done", units: { done: 12 }, error: null, budgetTokens: null });
  });

  test("in dollars holds too", async () => {
    const judge = await study.addJudge("dollars", {
      inputPriceUsd: 100,
      outputPriceUsd: 100,
      parameters: { concurrency: 2, maxTokens: 300 },
    });
    const run = await runOf(judge.id, { budgetUsd: 0.4 });
    expect(run.status).toBe("paused");
    expect(run.costUsd ?? 1).toBeLessThanOrEqual(0.4);
    expect(run.units.done).toBeGreaterThan(0);
  });

  test("counts what nobody reported at its most, whichever process asks next", async () => {
    const judge = await study.addJudge("unreported:no-usage", {
      inputPriceUsd: 100,
      outputPriceUsd: 100,
      parameters: { concurrency: 2, maxTokens: 300 },
    });
    const run = await study.start(judge.id, "evaluation", { budgetUsd: 1 });
    const before = standIn.requests.length;
    const now = () => getRun(instanceAdmin, { runId: run.id });
    for (let slice = 0; slice < 100 && (await now()).status !== "paused"; slice++) await workOff(judge.id, 5);
    expect(await now()).toMatchObject({ status: "paused", error: expect.stringMatching(/budget/) });
    const asked = standIn.requests.slice(before).map(({ body }) => Buffer.byteLength(JSON.stringify(body?.messages)) + 300);
    // The bytes as sent are a little more than those of the texts: JSON has its marks.
    expect(asked.reduce((sum, tokens) => sum + tokens, 0) / 10_000).toBeLessThanOrEqual(1.1);
    expect(asked.length).toBeGreaterThan(1);
  });

  test("counts what a process that died had under way", async () => {
    const judge = await study.addJudge("died", { parameters: { maxTokens: 300 } });
    const run = await study.start(judge.id, "evaluation", { budgetTokens: 50_000 });
    await pool().query("insert into budget_entries (run_id, usd, tokens) values ($1, 0, 49999)", [run.id]);
    const before = standIn.requests.length;
    await workOff(judge.id);
    expect(requestsSince(before)).toBe(0);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({
      status: "paused",
      error: expect.stringMatching(/49999 of 50000/),
    });
  });

  test("that is set later counts what was spent without one", async () => {
    const judge = await study.addJudge("late-budget");
    const run = await runOf(judge.id, { sampleLimit: 1 });
    const spent = run.inputTokens + run.outputTokens;
    const { rows } = await pool().query("select sum(tokens)::int as tokens from budget_entries where run_id = $1", [run.id]);
    expect(rows).toEqual([{ tokens: spent }]);
  });

  test("holds for proposals of criteria too", async () => {
    const judge = await study.addJudge("frugal");
    const run = await study.start(judge.id, "criteria", { budgetTokens: 1 });
    const before = standIn.requests.length;
    await workOff(judge.id);
    expect(requestsSince(before)).toBe(0);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "paused", error: expect.stringMatching(/budget/) });
    await controlRun(instanceAdmin, { runId: run.id, verb: "resume", budgetTokens: null });
    await workOff(judge.id);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", error: null });
  });
});
