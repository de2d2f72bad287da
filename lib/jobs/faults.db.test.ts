import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { disconnect, pool } from "@/lib/db/client";
import { saveUnitDraft } from "@/lib/db/drafts";
import type { RetryPolicy } from "@/lib/llm/complete";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { controlRun } from "@/lib/workflows/control-run";
import { getRun } from "@/lib/workflows/get-run";
import { listFailedUnits } from "@/lib/workflows/list-failed-units";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { type Fault, faults } from "../../e2e/support/stand-in-replies";
import { draftJudge } from "./draft-judge";
import { giveUp, workPiece } from "./work";

temporaryDatabase();
let standIn: StandInLlm;
let study: JudgedStudy;
beforeAll(async () => {
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, 6);
});
afterEach(() => standIn.setFault(null));
afterAll(async () => {
  await standIn.close();
  await disconnect();
  vi.unstubAllEnvs();
});

const count = async (sql: string, values: unknown[] = []) => Number((await pool().query<{ n: string }>(sql, values)).rows[0]?.n);
const quick: RetryPolicy = { retries: 2, firstDelayMs: 1, longestDelayMs: 20, jitter: 0, random: () => 0 };

/** Works off a judge's runs in this process, as the worker does, with short pauses. */
const workOff = (judgeId: string, options: { stopping?: AbortSignal; ending?: AbortSignal; rereads?: number } = {}) =>
  draftJudge(judgeId, {
    stopping: options.stopping ?? new AbortController().signal,
    ending: options.ending ?? new AbortController().signal,
    sliceMs: 60_000,
    work: (piece, given) => workPiece(piece, { ...given, retry: quick, rereads: options.rereads ?? 1 }),
    giveUp,
  });
const draftsOf = (runId: string) => count("select count(*) as n from drafts where run_id = $1", [runId]);

/** What each fault must come to when it does not pass: the code of the failure, or null where the draft can be read all the same. */
const expected: Record<Fault, string | null> = {
  "401": "model_refused_key",
  "404-model": "model_unreachable",
  "429": "model_rate_limited",
  "429-retry-after": "model_rate_limited",
  "500": "model_unreachable",
  "503": "model_unreachable",
  hang: "model_timeout",
  reset: "model_unreachable",
  slow: "model_timeout",
  "empty-body": "model_reply_unreadable",
  "html-body": "model_reply_unreadable",
  "no-json-schema": null,
  "no-usage": null,
  think: null,
  "truncated-json": "model_reply_unreadable",
  "fenced-json": null,
  prose: "model_reply_unreadable",
  refusal: "model_reply_unreadable",
  empty: "model_reply_unreadable",
  "off-scale": "model_reply_unreadable",
  "score-word": "model_reply_unreadable",
  "two-scores": "model_reply_unreadable",
  "non-latin-digits": null,
  "wrong-language": null,
  huge: "model_reply_unreadable",
};

describe("whatever the endpoint does, nothing wrong becomes a score", () => {
  test.each([...faults])("%s", async (fault) => {
    const judge = await study.addJudge(`all:${fault}`, { parameters: { timeoutMs: 1000, concurrency: 12 } });
    await pool().query("update judges set parameters = parameters || '{\"timeoutMs\": 1000}' where id = $1", [judge.id]);
    const run = await study.start(judge.id);
    await workOff(judge.id);
    const after = await getRun(instanceAdmin, { runId: run.id });
    const code = expected[fault];
    if (code === null) {
      expect(after).toMatchObject({ status: "done", units: { done: 12, failed: 0 } });
      expect(await count("select count(*) as n from drafts where run_id = $1 and score in (0, 1, 2, 3)", [run.id])).toBe(12);
      return;
    }
    expect(after).toMatchObject({ status: "failed", units: { done: 0, failed: 12, pending: 0 }, failures: [{ code, count: 12 }] });
    expect(after.failures[0]?.message).not.toBe("");
    expect(await draftsOf(run.id)).toBe(0);
    const { items, nextCursor } = await listFailedUnits(instanceAdmin, { runId: run.id, limit: 5 });
    expect(items).toHaveLength(5);
    expect(items[0]).toMatchObject({ code, sample: { externalId: "s0" }, criterion: { name: "Clarity" } });
    expect(items[0]?.attempts).toBeGreaterThan(0);
    if (code === "model_reply_unreadable" && fault !== "empty" && fault !== "empty-body") expect(items[0]?.rawReply).toBeTruthy();
    const rest = await listFailedUnits(instanceAdmin, { runId: run.id, limit: 100, cursor: nextCursor ?? undefined });
    expect(rest.items).toHaveLength(7);
  });

  test("a fault that passes is asked again, and failed units can be retried", async () => {
    const judge = await study.addJudge("stand-in flaky");
    standIn.setFault("prose", 6);
    const run = await study.start(judge.id);
    await workOff(judge.id, { rereads: 0 });
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", units: { done: 6, failed: 6 } });
    expect((await controlRun(instanceAdmin, { runId: run.id, verb: "retry-failed" })).units).toMatchObject({ failed: 0, pending: 6 });
    await workOff(judge.id);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", units: { done: 12, failed: 0 } });
    await expect(controlRun(instanceAdmin, { runId: run.id, verb: "retry-failed" })).rejects.toThrow(/No unit/);
  });

  test("a reply with NUL, half a surrogate pair or a backslash before a code is kept as far as it can be", async () => {
    const judge = await study.addJudge("stand-in odd");
    const run = await study.start(judge.id);
    const unit = await pool().query<{ sampleId: string; criterionId: string }>(
      'select sample_id as "sampleId", criterion_id as "criterionId" from run_units where run_id = $1 limit 1',
      [run.id],
    );
    const { sampleId = "", criterionId = "" } = unit.rows[0] ?? {};
    const text = "a\0b\ud800c\\u0000d";
    const content = { score: 2, items: [{ kind: "conclusion" as const, text }], raw: text };
    await saveUnitDraft(
      { runId: run.id, sampleId, criterionId },
      { content, inputTokens: null, outputTokens: null, costUsd: null, latencyMs: 1 },
      1,
    );
    const kept = await pool().query("select items, raw from drafts where run_id = $1", [run.id]);
    const expectedText = "a\uFFFDb\uFFFDc\\u0000d";
    expect(kept.rows[0]).toEqual({ items: [{ kind: "conclusion", text: expectedText }], raw: expectedText });
    await controlRun(instanceAdmin, { runId: run.id, verb: "cancel" });
  });

  test("an unreadable reply is answered with the reason and asked for again", async () => {
    const judge = await study.addJudge("again:off-scale*1", { parameters: { concurrency: 1 } });
    const run = await study.start(judge.id);
    await workOff(judge.id);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", units: { done: 12 } });
    const second = standIn.requests.filter((request) => request.body?.model === "again:off-scale*1")[1];
    expect(JSON.stringify(second?.body?.messages)).toMatch(/could not be used: The score 5 is not on the scale, 0 to 3/);
  });
});

describe("a proposal of criteria", () => {
  test("is kept as the run's draft, one item per criterion", async () => {
    const judge = await study.addJudge("stand-in proposes");
    const run = await study.start(judge.id, "criteria");
    expect(run).toMatchObject({ kind: "criteria", protocol: "criteria-proposal", units: { total: 1, pending: 1 } });
    await workOff(judge.id);
    const after = await getRun(instanceAdmin, { runId: run.id });
    expect(after).toMatchObject({ status: "done", units: { done: 1, pending: 0 } });
    expect(after.proposalDraftId).not.toBeNull();
    const draft = await pool().query<{ items: { kind: string; text: string }[] }>("select items from drafts where id = $1", [
      after.proposalDraftId,
    ]);
    expect(draft.rows[0]?.items).toHaveLength(5);
    expect(draft.rows[0]?.items[0]).toMatchObject({ kind: "criterion", text: expect.stringContaining("Clarity") });
  });

  test("that cannot be read ends the run with the reason and what the model said", async () => {
    const judge = await study.addJudge("none:prose");
    const run = await study.start(judge.id, "criteria");
    await workOff(judge.id);
    const after = await getRun(instanceAdmin, { runId: run.id });
    expect(after).toMatchObject({ status: "failed", proposalDraftId: null, units: { failed: 1 } });
    expect(after.error).toMatch(/no list of criteria.*quite good/s);
  });
});
