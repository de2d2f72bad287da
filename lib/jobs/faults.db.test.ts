import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, pool } from "@/lib/db/client";
import { addDerivedCriteria, createDerivedSet } from "@/lib/db/derived-sets";
import { saveDrafts } from "@/lib/db/drafts";
import type { RetryPolicy } from "@/lib/llm/retry";
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
  standIn = await startStandInLlm({ retryAfterSeconds: 0.01 });
  study = await judgedStudy(standIn.url, 6);
});
afterEach(() => standIn.setFault(null));
afterAll(async () => {
  await standIn.close();
});

const count = async (sql: string, values: unknown[] = []) => Number((await pool().query<{ n: string }>(sql, values)).rows[0]?.n);
const quick: RetryPolicy = { retries: 2, firstDelayMs: 1, longestDelayMs: 20, jitter: 0, random: () => 0 };

/** Processes a judge's runs in this process, as the worker does, with short pauses. */
const workOff = (judgeId: string, options: { stopping?: AbortSignal; ending?: AbortSignal; rereads?: number } = {}) =>
  draftJudge(judgeId, {
    stopping: options.stopping ?? new AbortController().signal,
    ending: options.ending ?? new AbortController().signal,
    sliceMs: 60_000,
    work: (piece, given) => workPiece(piece, { ...given, retry: quick, rereads: options.rereads ?? 1 }),
    giveUp,
  });
const draftsOf = (runId: string) => count("select count(*) as n from drafts where run_id = $1", [runId]);

/** The outcome of each fault that does not pass: the failure's code, or null if the draft is readable anyway. */
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
  "no-temperature": null,
  "no-seed": null,
  "max-completion-tokens-only": null,
  "reasoning-field": null,
  "stream-cut": "model_unreachable",
  "content-filter": "model_reply_unreadable",
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

  test("a transient fault is retried, and failed units can be retried later", async () => {
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

  test("a reply with NUL, half a surrogate pair or a backslash before a code is stored as completely as possible", async () => {
    const judge = await study.addJudge("stand-in odd");
    const run = await study.start(judge.id);
    const unit = await pool().query<{ sampleId: string; criterionId: string }>(
      'select sample_id as "sampleId", criterion_id as "criterionId" from run_units where run_id = $1 limit 1',
      [run.id],
    );
    const { sampleId = "", criterionId = "" } = unit.rows[0] ?? {};
    const text = "a\0b\ud800c\\u0000d";
    const content = { score: 2, items: [{ kind: "conclusion" as const, text }], raw: text };
    const draft = { content, inputTokens: null, outputTokens: null, costUsd: null, latencyMs: 1, cached: false };
    await saveDrafts({ runId: run.id, sampleId }, [{ criterion: { id: criterionId }, draft, dropped: null }], 1);
    const kept = await pool().query("select items, raw from drafts where run_id = $1", [run.id]);
    const expectedText = "a\uFFFDb\uFFFDc\\u0000d";
    expect(kept.rows[0]).toEqual({ items: [{ kind: "conclusion", text: expectedText }], raw: expectedText });
    await controlRun(instanceAdmin, { runId: run.id, verb: "cancel" });
  });

  test("after an unreadable reply, the judge is asked again with the reason", async () => {
    const judge = await study.addJudge("again:off-scale*1", { parameters: { concurrency: 1 } });
    const run = await study.start(judge.id);
    await workOff(judge.id);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", units: { done: 12 } });
    const second = standIn.requests.filter((request) => request.body?.model === "again:off-scale*1")[1];
    expect(JSON.stringify(second?.body?.messages)).toMatch(/could not be used: The score 5 is not on the scale, 0 to 3/);
  });
});

describe("a proposal of criteria", () => {
  test("is stored as the run's draft, one item per criterion", async () => {
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
    const criteria = draft.rows[0]?.items.filter((item) => item.kind === "criterion") ?? [];
    expect(criteria).toHaveLength(5);
    expect(criteria[0]?.text).toContain("Clarity");
  });

  test("with further lists includes their agreement", async () => {
    const vectors = await study.addJudge("vectors");
    const judge = await study.addJudge("stand-in proposes often", { roles: { embedding: vectors.id } });
    const run = await study.start(judge.id, "criteria", { proposal: { samples: 3 } });
    await workOff(judge.id);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done" });
    const draft = await pool().query("select details->'consistency' as consistency from drafts where run_id = $1", [run.id]);
    expect(draft.rows[0].consistency).toMatchObject({ basis: "embeddings", cc: { n: 3, why: null }, icc: { n: 3, why: null } });
  });

  test("that is unreadable ends the run with the reason and the model's reply", async () => {
    const judge = await study.addJudge("none:prose");
    const run = await study.start(judge.id, "criteria");
    await workOff(judge.id);
    const after = await getRun(instanceAdmin, { runId: run.id });
    expect(after).toMatchObject({ status: "failed", proposalDraftId: null, units: { failed: 1 } });
    expect(after.error).toMatch(/no list of criteria.*quite good/s);
  });
});

describe("a unit that breaks every time", () => {
  test("fails with the reason and does not hold up the judge's other runs", async () => {
    const judge = await study.addJudge("stand-in broken");
    const [broken, whole] = [await study.start(judge.id), await study.start(judge.id)];
    // A run of an older version may have such a protocol.
    await pool().query("update runs set protocol = 'of-another-age' where id = $1", [broken.id]);
    expect(await workOff(judge.id)).toBe(false);
    expect(await getRun(instanceAdmin, { runId: whole.id })).toMatchObject({ status: "done", units: { done: 12 } });
    expect(await getRun(instanceAdmin, { runId: broken.id })).toMatchObject({
      status: "failed",
      failures: [{ code: "internal", count: 12, message: expect.stringContaining("of-another-age") }],
    });
  });

  test("the run is also stopped if the endpoint's errors contain NUL", async () => {
    const other = await study.addTask("many with NUL", 30);
    const judge = await study.addJudge("stand-in NUL");
    const run = await study.start(judge.id, "evaluation", { taskId: other });
    await giveUp(run.id, "Stopped: a\0b.");
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "failed", error: "Stopped: a\uFFFDb." });
  });

  test("criteria whose names contain NUL can be stored", async () => {
    const run = await study.start((await study.addJudge("stand-in odd names")).id);
    await createDerivedSet(db(), { id: run.id, taskId: study.taskId });
    const scale = { min: 0, max: 3, step: 1, levels: [{ value: 3, label: "a\0", description: "b\ud800" }] };
    const [id] = await addDerivedCriteria(db(), run.id, null, [{ name: "a\0b", definition: "c\0", scale, overall: false }]);
    const kept = await pool().query("select name, definition, scale->'levels'->0->>'label' as label from criteria where id = $1", [id]);
    expect(kept.rows[0]).toEqual({ name: "a\uFFFDb", definition: "c\uFFFD", label: "a\uFFFD" });
    await controlRun(instanceAdmin, { runId: run.id, verb: "cancel" });
  });
});
