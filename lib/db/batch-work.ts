import "server-only";
import { sql } from "kysely";
import type { DraftContent } from "@/lib/domain/draft";
import type { JudgeKind } from "@/lib/domain/judge-kind";
import { type Db, db, inTransaction } from "./client";
import { given } from "./given";
import { storable, storableJson } from "./storable";
import { hasStatus } from "./unit-walk";

/** Units per batch. */
export const batchSize = 500;

export interface UnitKey {
  sampleId: string;
  criterionId: string;
}

const beforeAll = "00000000-0000-0000-0000-000000000000";

/** One batch of a run's pending units, in key order, starting after the unit where the last batch ended. */
export const pendingAfter = (runId: string, after: UnitKey | null) =>
  db()
    .selectFrom("runUnits")
    .select(["sampleId", "criterionId"])
    .where("runId", "=", runId)
    .where((eb) => eb(eb.refTuple("sampleId", "criterionId"), ">", eb.tuple(after?.sampleId ?? beforeAll, after?.criterionId ?? beforeAll)))
    .where(({ ref }) => hasStatus(ref("status"), "pending"))
    .orderBy("runId")
    .orderBy("sampleId")
    .orderBy("criterionId")
    .limit(batchSize);

/** A unit's outcome: a draft with a score, or why there is none. */
export type UnitResult = UnitKey & ({ content: DraftContent & { score: number } } | { code: string; message: string });

/** The frozen settings of a run that needs no model, if its judge is of this kind. */
export async function findBatchRun(runId: string, kind: JudgeKind) {
  const run = db()
    .selectFrom("runs as r")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .select(["r.options", "t.kind as taskKind", "r.criteriaSetId"])
    .where("r.id", "=", runId)
    .where("r.kind", "=", "evaluation")
    .where("j.kind", "=", kind);
  return (await run.executeTakeFirst()) ?? null;
}

/** How a run's pending units are fetched and processed. `list` returns those after a unit, in key order. */
export interface Batches<Unit extends UnitKey> {
  list: (after: UnitKey | null) => Promise<Unit[]>;
  work: (unit: Unit) => UnitResult;
}

/** Checked before each batch. */
export type Stop = Pick<AbortSignal, "throwIfAborted">;

/**
 * Processes a run's pending units batch by batch until none is left or the run is no longer under way. Units unfinished when the process dies stay
 * pending. Throws when `signal` aborts. Resolves to the number of units processed.
 */
export async function workInBatches<Unit extends UnitKey>(runId: string, signal: Stop, batches: Batches<Unit>): Promise<number> {
  let worked = 0;
  let after: UnitKey | null = null;
  while (true) {
    signal.throwIfAborted();
    const units: Unit[] = await batches.list(after);
    const last = units.at(-1);
    // Units before the last one seen may have become pending again: only a search from the start that finds nothing ends the work.
    if (last === undefined && after === null) return worked;
    after = last ?? null;
    const saved = units.length === 0 ? 0 : await saveResults(runId, units.map(batches.work));
    if (saved === null) return worked;
    worked += saved;
  }
}

/** Stores the drafts and marks the units finished, all or nothing; units that are no longer pending are left alone. Null: the run is not under way. */
async function saveResults(runId: string, results: readonly UnitResult[]): Promise<number | null> {
  return inTransaction(async (tx) => {
    // Locked until the transaction ends: once a run is paused or cancelled, no more drafts appear in it.
    const run = await tx.selectFrom("runs").select("status").where("id", "=", runId).forShare().executeTakeFirst();
    if (run?.status !== "queued" && run?.status !== "running") return null;
    // Units are looked up by key. The planner has no statistics on a run just started and would read the whole work list for each batch.
    await sql`set local enable_hashjoin = off`.execute(tx);
    await sql`set local enable_mergejoin = off`.execute(tx);
    const pending = await lockPending(tx, runId, results);
    const open = results.filter((result) => pending.has(keyOf(result)));
    await insertDrafts(tx, runId, open);
    await crossOff(tx, runId, open);
    return open.length;
  });
}

const keyOf = (unit: UnitKey) => `${unit.sampleId}/${unit.criterionId}`;
const keyColumns = { sampleId: "uuid", criterionId: "uuid" } as const;

async function lockPending(tx: Db, runId: string, units: readonly UnitKey[]): Promise<Set<string>> {
  const locked = await tx
    .selectFrom(given<UnitKey>(units, keyColumns))
    .innerJoin("runUnits as u", (join) => join.onRef("u.sampleId", "=", "given.sampleId").onRef("u.criterionId", "=", "given.criterionId"))
    .select(["u.sampleId", "u.criterionId", "u.status"])
    .where("u.runId", "=", runId)
    .orderBy("u.sampleId")
    .orderBy("u.criterionId")
    .forUpdate("u")
    .execute();
  return new Set(locked.filter((row) => row.status === "pending").map(keyOf));
}

/** Drafts made without a model cost nothing. */
async function insertDrafts(tx: Db, runId: string, results: readonly UnitResult[]): Promise<void> {
  const rows = results.flatMap((result) => {
    if (!("content" in result)) return [];
    const { score, items, raw, details } = result.content;
    const texts = { items: storableJson(items), raw: storable(raw), details: details === undefined ? null : storableJson(details) };
    return [{ sampleId: result.sampleId, criterionId: result.criterionId, score, ...texts }];
  });
  const columns = { ...keyColumns, score: "float8", items: "jsonb", raw: "text", details: "jsonb" } as const;
  await tx
    .insertInto("drafts")
    .columns(["runId", "sampleId", "criterionId", "score", "items", "raw", "details", "inputTokens", "outputTokens", "costUsd"])
    .expression(
      tx
        .selectFrom(given(rows, columns))
        .select(({ cast, val, lit }) => [
          cast<string>(val(runId), "uuid").as("runId"),
          "given.sampleId",
          "given.criterionId",
          "given.score",
          "given.items",
          "given.raw",
          "given.details",
          lit(0).as("inputTokens"),
          lit(0).as("outputTokens"),
          lit(0).as("costUsd"),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function crossOff(tx: Db, runId: string, results: readonly UnitResult[]): Promise<void> {
  const outcomes = results.map((result) => {
    const failure = "content" in result ? null : result;
    const reason = { code: failure?.code ?? null, message: failure === null ? null : storable(failure.message) };
    return { sampleId: result.sampleId, criterionId: result.criterionId, ...reason };
  });
  await tx
    .updateTable("runUnits as u")
    .from(given(outcomes, { ...keyColumns, code: "text", message: "text" }))
    .set((eb) => ({
      status: eb.case().when("given.code", "is", null).then<"done" | "failed">("done").else<"done" | "failed">("failed").end(),
      attempts: eb("u.attempts", "+", 1),
      errorCode: eb.ref("given.code"),
      errorMessage: eb.ref("given.message"),
      rawReply: null,
      updatedAt: eb.fn<Date>("now"),
    }))
    .where("u.runId", "=", runId)
    .whereRef("u.sampleId", "=", "given.sampleId")
    .whereRef("u.criterionId", "=", "given.criterionId")
    .execute();
}
