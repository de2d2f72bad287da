import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { holdServer } from "@/lib/db/endpoints";
import { endDrainedRuns } from "@/lib/db/run-queue";
import { moveRun, reopenFailedUnits } from "@/lib/db/runs";
import { type Run, startRunBody } from "@/lib/domain/judge";
import type { Actor } from "@/lib/domain/policy";
import type { RetryPolicy } from "@/lib/llm/retry";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { controlRun } from "@/lib/workflows/control-run";
import { getRun } from "@/lib/workflows/get-run";
import { startRun } from "@/lib/workflows/start-run";
import { watchRun } from "@/lib/workflows/watch-run";
import { type StandInLlm, startStandInLlm } from "../../e2e/support/stand-in-llm";
import { draftJudge } from "./draft-judge";
import { type RunningWorker, startWorker } from "./start-worker";
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

describe("a run", () => {
  test("drafts every unit once, in items with kinds, tokens and cost", async () => {
    const judge = await study.addJudge("stand-in", { inputPriceUsd: 2, outputPriceUsd: 8 });
    const run = await study.start(judge.id);
    expect(run).toMatchObject({
      status: "queued",
      units: { total: 12, pending: 12, done: 0, failed: 0 },
      protocol: "step-by-step",
      criteriaSet: { version: 1 },
    });
    expect(run.promptVersion).toMatch(/^[0-9a-f]{8}$/);
    expect(await workOff(judge.id)).toBe(false);
    const after = await getRun(instanceAdmin, { runId: run.id });
    expect(after).toMatchObject({ status: "done", units: { total: 12, done: 12, failed: 0, pending: 0 }, error: null });
    expect(after.costUsd).toBeCloseTo((after.inputTokens * 2 + after.outputTokens * 8) / 1e6, 12);
    expect(after.inputTokens).toBeGreaterThan(0);
    const drafts = await pool().query<{ score: number; items: { kind: string }[]; raw: string }>("select * from drafts where run_id = $1", [
      run.id,
    ]);
    expect(drafts.rows).toHaveLength(12);
    for (const draft of drafts.rows) {
      expect([0, 1, 2, 3]).toContain(draft.score);
      expect(draft.items.map((item) => item.kind)).toEqual(["conclusion", "explanation", "score", "evidence", "evidence"]);
      expect(draft.raw).toContain("The sun is warm");
    }
  });

  test("does the same with plain lines if the endpoint accepts no schema", async () => {
    const judge = await study.addJudge("lines:no-json-schema");
    const run = await study.start(judge.id);
    await workOff(judge.id);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", units: { done: 12 } });
  });

  test("can be processed again, or twice at once, without a second draft", async () => {
    const judge = await study.addJudge("stand-in twice");
    const run = await study.start(judge.id);
    await Promise.all([workOff(judge.id), workOff(judge.id)]);
    await workOff(judge.id);
    expect(await draftsOf(run.id)).toBe(12);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", units: { done: 12, failed: 0 } });
  });

  test("says until when its endpoint wants no requests, while it is in progress", async () => {
    const judge = await study.addJudge("stand-in held");
    const run = await study.start(judge.id);
    const heldUntil = async () => (await getRun(instanceAdmin, { runId: run.id })).heldUntil;
    expect(await heldUntil()).toBeNull();
    await holdServer(standIn.url, 60_000);
    const milliseconds = Date.parse((await heldUntil()) ?? "") - Date.now();
    expect(milliseconds).toBeGreaterThan(30_000);
    expect(milliseconds).toBeLessThanOrEqual(61_000);
    await controlRun(instanceAdmin, { runId: run.id, verb: "cancel" });
    expect(await heldUntil()).toBeNull();
    await pool().query("delete from servers");
  });

  test("that was cancelled retries its failed units only where no others are left, which it would ask too", async () => {
    const run = await study.start((await study.addJudge("stand-in cancelled")).id);
    await pool().query(
      "update run_units set status = 'failed' where run_id = $1 and sample_id = (select min(sample_id::text)::uuid from run_units where run_id = $1)",
      [run.id],
    );
    await controlRun(instanceAdmin, { runId: run.id, verb: "cancel" });
    const retry = () => controlRun(instanceAdmin, { runId: run.id, verb: "retry-failed" });
    await expect(retry()).rejects.toThrow(/cancelled with units left/u);
    expect((await getRun(instanceAdmin, { runId: run.id })).status).toBe("cancelled");
    await pool().query("update run_units set status = 'done' where run_id = $1 and status = 'pending'", [run.id]);
    expect(await retry()).toMatchObject({ status: "queued", units: { failed: 0, pending: 2 } });
    await controlRun(instanceAdmin, { runId: run.id, verb: "cancel" });
  });

  test("respects the judge's concurrency", async () => {
    // Long enough that a busy machine has sent three before the first is answered.
    const slow = await startStandInLlm({ delayMs: 200 });
    const judge = await study.addJudge("stand-in", { baseUrl: slow.url, parameters: { concurrency: 3 } });
    await study.start(judge.id);
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, slow.open());
    }, 1);
    await workOff(judge.id);
    clearInterval(watching);
    await slow.close();
    expect(most).toBe(3);
  });

  test("pauses, resumes where it stopped, and can be cancelled", async () => {
    const judge = await study.addJudge("stand-in pause", { parameters: { concurrency: 1 } });
    const run = await study.start(judge.id);
    const seen = standIn.requests.length;
    const working = workOff(judge.id);
    await vi.waitFor(() => expect(standIn.requests.length).toBeGreaterThan(seen + 2));
    expect((await controlRun(instanceAdmin, { runId: run.id, verb: "pause" })).status).toBe("paused");
    await working;
    const done = await draftsOf(run.id);
    expect(done).toBeLessThan(12);
    expect(await workOff(judge.id)).toBe(false);
    expect(await draftsOf(run.id)).toBe(done);
    expect((await controlRun(instanceAdmin, { runId: run.id, verb: "resume" })).status).toBe("queued");
    await workOff(judge.id);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", units: { done: 12 } });
    await expect(controlRun(instanceAdmin, { runId: run.id, verb: "pause" })).rejects.toThrow(/is done cannot be paused/);
    const second = await study.start(judge.id);
    expect((await controlRun(instanceAdmin, { runId: second.id, verb: "cancel" })).status).toBe("cancelled");
    await workOff(judge.id);
    expect(await draftsOf(second.id)).toBe(0);
  });

  test("whose failed units are tried again while it is about to end does not end with them left", async () => {
    const judge = await study.addJudge("retried-at-its-end");
    const run = await study.start(judge.id);
    await pool().query(
      "update run_units set status = case when criterion_id = (select min(criterion_id::text)::uuid from run_units where run_id = $1) then 'failed' else 'done' end where run_id = $1",
      [run.id],
    );
    await pool().query("update runs set status = 'running' where id = $1", [run.id]);
    let ending: Promise<string[]> = Promise.resolve([]);
    await inTransaction(async (tx) => {
      await moveRun(tx, run.id, ["running"], "queued");
      await reopenFailedUnits(tx, run.id);
      ending = endDrainedRuns(judge.id);
      const waiting = "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await vi.waitUntil(async () => (await count(waiting)) > 0);
    });
    expect(await ending).toEqual([]);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "queued", units: { pending: 6, done: 6 } });
    await workOff(judge.id);
    expect((await getRun(instanceAdmin, { runId: run.id })).status).toBe("done");
  });

  test("that is stopped midway leaves its units on the list, and the next worker finishes them", async () => {
    const judge = await study.addJudge("hangs:hang", { parameters: { concurrency: 4 } });
    const run = await study.start(judge.id);
    const [stopping, ending] = [new AbortController(), new AbortController()];
    const working = workOff(judge.id, { stopping: stopping.signal, ending: ending.signal });
    await vi.waitFor(() => expect(standIn.requests.filter((request) => request.body?.model === "hangs:hang")).toHaveLength(4));
    stopping.abort();
    ending.abort(new Error("the worker ends"));
    expect(await working).toBe(true);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "running", units: { pending: 12, failed: 0 } });
    await pool().query("update runs set model = 'stand-in' where id = $1", [run.id]);
    await workOff(judge.id);
    expect(await getRun(instanceAdmin, { runId: run.id })).toMatchObject({ status: "done", units: { done: 12 } });
  });

  test("stops itself when the endpoint fails unit after unit, and says why", async () => {
    const other = await study.addTask("many", 100);
    const judge = await study.addJudge("key:401");
    const run = await study.start(judge.id, "evaluation", { taskId: other });
    await workOff(judge.id);
    const after = await getRun(instanceAdmin, { runId: run.id });
    expect(after.status).toBe("failed");
    expect(after.error).toMatch(/25 units in a row failed: .*refuses the key/);
    expect(after.units.failed).toBeLessThan(40);
    expect(after.units.pending).toBeGreaterThan(160);
  });

  test("can be watched until it ends", async () => {
    const judge = await study.addJudge("stand-in watched");
    const run = await study.start(judge.id);
    const states: string[] = [];
    const watching = (async () => {
      for await (const state of watchRun(instanceAdmin, { runId: run.id, signal: new AbortController().signal, intervalMs: 5 }))
        states.push(state.status);
    })();
    await vi.waitFor(() => expect(states).toContain("queued"));
    await workOff(judge.id);
    await watching;
    expect(states.at(-1)).toBe("done");
  });

  test("cannot be started without samples, criteria or permission", async () => {
    const judge = await study.addJudge("stand-in rights");
    const empty = await study.addTask("empty", 0);
    const bare = (
      await pool().query<{ id: string }>("insert into tasks (project_id, name) values ($1, 'bare') returning id", [study.projectId])
    ).rows[0];
    const begin = (actor: Actor, task: string) => startRun(actor, { taskId: task, ...startRunBody.parse({ judgeId: judge.id }) });
    await expect(begin(instanceAdmin, bare?.id ?? "")).rejects.toThrow(/no published criteria/);
    await expect(begin(instanceAdmin, empty)).rejects.toThrow(/nothing to draft/);
    const researcher: Actor = { ...instanceAdmin, instanceAdmin: false, memberships: new Map([[study.projectId, "researcher"]]) };
    await expect(begin(researcher, study.taskId)).rejects.toMatchObject({ code: "forbidden" });
    await expect(begin({ ...researcher, memberships: new Map() }, study.taskId)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the worker", () => {
  let worker: RunningWorker | null = null;
  afterEach(async () => {
    await worker?.stop();
    worker = null;
  });

  test("processes runs started before it and new ones, and sends heartbeats", async () => {
    const before = await study.start((await study.addJudge("stand-in before")).id);
    worker = await startWorker();
    const after = await study.start((await study.addJudge("stand-in after")).id);
    for (const run of [before, after]) {
      const states: Run[] = [];
      for await (const state of watchRun(instanceAdmin, { runId: run.id, signal: AbortSignal.timeout(20_000), intervalMs: 20 }))
        states.push(state);
      expect(states.at(-1)).toMatchObject({ status: "done", units: { done: 12 } });
    }
    expect(await count("select count(*) as n from worker_heartbeats where beat_at > now() - interval '10 s'")).toBe(1);
  });

  test("takes over what a dead worker had locked", async () => {
    const judge = await study.addJudge("stand-in orphan");
    const run = await study.start(judge.id);
    await pool().query("insert into worker_heartbeats (id, beat_at) values ('pool-dead', now())");
    await pool().query("update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() where key = 'judge:' || $1", [
      judge.id,
    ]);
    await pool().query(
      "update graphile_worker._private_job_queues set locked_by = 'pool-dead', locked_at = now() where queue_name = 'judge:' || $1",
      [judge.id],
    );
    worker = await startWorker();
    const states: Run[] = [];
    for await (const state of watchRun(instanceAdmin, { runId: run.id, signal: AbortSignal.timeout(20_000), intervalMs: 20 }))
      states.push(state);
    expect(states.at(-1)).toMatchObject({ status: "done", units: { done: 12 } });
  });
});
