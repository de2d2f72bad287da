import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { judgeParameters } from "@/lib/domain/judge";
import { carriedTrace } from "@/lib/telemetry/tracing";
import type { RunUnitStatus } from "@/prisma/column-types";
import { db, inTransaction } from "./client";
import { hasStatus } from "./unit-walk";

/**
 * One piece of a judge's work: one unit, a sample's remaining units, a whole run that needs no model (metrics and panels), or a criteria proposal.
 */
export type WorkPiece =
  | { kind: "unit"; runId: string; sampleId: string; criterionId: string }
  | { kind: "sample"; runId: string; sampleId: string; criterionId: null }
  | { kind: "batch" | "criteria"; runId: string; sampleId: null; criterionId: null };

/** The name under which a judge's work is queued. */
export const draftJobName = "draft-judge";

/**
 * Queues a judge's work. Each judge has its own queue, which the library lets only one worker hold at a time, so one process enforces the judge's
 * concurrency, however many workers there are. Waiting jobs are merged by their key.
 * If no worker has ever started there is no queue yet; the first one to start looks for work itself.
 */
export async function wakeJudge(judgeId: string, afterMs = 0): Promise<void> {
  try {
    const queue = `judge:${judgeId}`;
    const start = sql`now() + make_interval(secs => ${afterMs / 1000}::float8)`;
    await sql`select graphile_worker.add_job(${draftJobName}, ${JSON.stringify({ judgeId, ...carriedTrace() })}::json, queue_name := ${queue}, job_key := ${queue},
                                             max_attempts := 1000, run_at := ${start})`.execute(db());
  } catch (error) {
    const isQueueMissing = ["3F000", "42883"].includes((error as { code?: string }).code ?? "");
    if (!isQueueMissing) throw error;
  }
}

/** Judges with unfinished runs and no waiting job, as a crash between two statements may leave them. */
export async function listForgottenJudges(): Promise<string[]> {
  const forgotten = await db()
    .selectFrom("runs as r")
    .select("r.judgeId")
    .distinct()
    .where("r.status", "in", ["queued", "running"])
    .where("r.importId", "is", null)
    .where(({ ref }) => sql<SqlBool>`not exists (select from graphile_worker.jobs j where j.queue_name = 'judge:' || ${ref("r.judgeId")})`)
    .execute();
  return forgotten.map(({ judgeId }) => judgeId);
}

/** For each run, the position of the first sample that had work at the last look: nothing is left before it unless units were retried. */
export type WorkPlaces = Map<string, number>;

/** Up to this many pending units are fetched and sorted at once; beyond that, the samples are walked in order. */
const fewUnits = 2000;

/**
 * The next pieces of a judge's work, oldest run first, in sample order. Paused and ended runs have none. A sample's overall criterion comes after its
 * other criteria, since it is judged in view of them.
 * Nothing is marked: only the holder of the judge's queue asks, and it skips what it has under way. With the same `places` passed each time, a look
 * does not start at the first sample again, so its cost does not depend on the run's length or progress.
 */
export async function listNextWork(judgeId: string, limit: number, places: WorkPlaces = new Map()): Promise<WorkPiece[]> {
  const active = await listActiveRuns(judgeId);
  const whole: WorkPiece[] = active
    .filter((run) => run.kind === "criteria" || (run.scope === "batch" && run.pending > 0))
    .map((run) => ({ kind: run.kind === "criteria" ? "criteria" : "batch", runId: run.id, sampleId: null, criterionId: null }));
  const parts: WorkPiece[] = [];
  for (const run of active.filter(({ kind, scope, pending }) => kind === "evaluation" && scope !== "batch" && pending > 0)) {
    if (parts.length >= limit) break;
    for (const { position: _, ...piece } of await listPieces(run, limit - parts.length, places)) parts.push(piece);
  }
  return [...whole, ...parts];
}

const pendingOf = (runId: string | Expression<string>, limit: number) =>
  db()
    .selectFrom("runUnits")
    .select(["runId", "sampleId", "criterionId"])
    .where("runId", "=", runId)
    .where("status", "=", "pending")
    .limit(limit);

/** A judge's runs, oldest first, each with its number of pending units, counted only up to one more than few. */
function listActiveRuns(judgeId: string) {
  return db()
    .selectFrom("runs as r")
    .crossJoinLateral((eb) =>
      eb
        .selectFrom(pendingOf(eb.ref("r.id"), fewUnits + 1).as("first"))
        .select(({ fn }) => fn.countAll<number>().as("pending"))
        .as("u"),
    )
    .select(["r.id", "r.kind", "r.scope", "r.taskId", "u.pending"])
    .where("r.judgeId", "=", judgeId)
    .where("r.status", "in", ["queued", "running"])
    .where("r.importId", "is", null)
    .orderBy("r.createdAt")
    .orderBy("r.id")
    .execute();
}

type ActiveRun = Awaited<ReturnType<typeof listActiveRuns>>[number];
type PlacedPiece = Extract<WorkPiece, { kind: "unit" | "sample" }> & { position: number };

async function listPieces(run: ActiveRun, limit: number, places: WorkPlaces): Promise<PlacedPiece[]> {
  const asPieces = (found: { sampleId: string; criterionId: string | null; position: number }[]): PlacedPiece[] =>
    found.map(({ criterionId, ...place }) =>
      criterionId === null
        ? { kind: "sample", runId: run.id, criterionId, ...place }
        : { kind: "unit", runId: run.id, criterionId, ...place },
    );
  if (run.pending <= fewUnits) return asPieces(await (run.scope === "unit" ? sortUnits : sortSamples)(run.id, limit));
  const walk = run.scope === "unit" ? walkUnits : walkSamples;
  const from = places.get(run.id) ?? 0;
  const found = await walk(run, limit, from);
  // Retried units may be before the place.
  const pieces = found.length < limit && from > 0 ? await walk(run, limit, 0) : found;
  places.set(run.id, pieces[0]?.position ?? 0);
  return asPieces(pieces);
}

// In the next two, the inner limits tell the planner how few rows there are, whatever its statistics say.
const sortUnits = (runId: string, limit: number) =>
  db()
    .selectFrom(pendingOf(runId, fewUnits).as("u"))
    .innerJoin("samples as s", "s.id", "u.sampleId")
    .innerJoin("criteria as c", "c.id", "u.criterionId")
    .select(["u.sampleId", "u.criterionId", "s.position"])
    .where((eb) => {
      const others = eb
        .selectFrom("runUnits as o")
        .select("o.sampleId")
        .whereRef("o.runId", "=", "u.runId")
        .whereRef("o.sampleId", "=", "u.sampleId")
        .where("o.status", "=", "pending")
        .whereRef("o.criterionId", "<>", "u.criterionId");
      return eb.not(eb.and([eb("c.overall", "=", true), eb.exists(others)]));
    })
    .orderBy("s.position")
    .orderBy("s.id")
    .orderBy("c.position")
    .limit(limit)
    .execute();

const sortSamples = (runId: string, limit: number) =>
  db()
    .selectFrom((eb) => eb.selectFrom(pendingOf(runId, fewUnits).as("u")).select("u.sampleId").distinct().as("u"))
    .innerJoin("samples as s", "s.id", "u.sampleId")
    .select(({ lit }) => ["s.id as sampleId", lit(null).as("criterionId"), "s.position"])
    .orderBy("s.position")
    .orderBy("s.id")
    .limit(limit)
    .execute();

/** The samples of a run's task from a position on, in order. */
const samplesOf = ({ taskId }: ActiveRun, from: number, limit: number) =>
  db()
    .selectFrom("samples as s")
    .where("s.taskId", "=", taskId)
    .where("s.position", ">=", from)
    .orderBy("s.position")
    .orderBy("s.id")
    .limit(limit);

/** A sample's pending units, looked up by their key. */
const pendingIn = (runId: string, sampleId: Expression<string>) =>
  db()
    .selectFrom("runUnits as u")
    .where("u.runId", "=", runId)
    .where("u.sampleId", "=", sampleId)
    .where(({ ref }) => hasStatus(ref("u.status"), "pending"));

const walkUnits = (run: ActiveRun, limit: number, from: number) =>
  samplesOf(run, from, limit)
    .crossJoinLateral(({ ref }) =>
      pendingIn(run.id, ref("s.id"))
        .innerJoin("criteria as c", "c.id", "u.criterionId")
        .select(({ fn }) => ["u.criterionId", "c.position", "c.overall", fn.countAll<number>().over().as("together")])
        .orderBy("c.position")
        .as("u"),
    )
    .select(["s.id as sampleId", "u.criterionId", "s.position"])
    .where((eb) => eb.not(eb.and([eb("u.overall", "=", true), eb("u.together", ">", 1)])))
    .orderBy("u.position")
    .execute();

const walkSamples = (run: ActiveRun, limit: number, from: number) =>
  samplesOf(run, from, limit)
    .crossJoinLateral(({ ref }) => pendingIn(run.id, ref("s.id")).select("u.criterionId").limit(1).as("u"))
    .select(({ lit }) => ["s.id as sampleId", lit(null).as("criterionId"), "s.position"])
    .execute();

/** Marks runs as begun. */
export async function markRunning(runIds: string[]): Promise<void> {
  await db()
    .updateTable("runs")
    .set(({ fn }) => ({ status: "running", startedAt: fn.coalesce("startedAt", fn<Date>("now")) }))
    .where("id", "=", ({ fn, val }) => fn.any(val(runIds)))
    .where("status", "=", "queued")
    .execute();
}

/** Ends the judge's runs that have nothing left to do: done, or failed if no unit succeeded. Returns their ids. */
export async function endDrainedRuns(judgeId: string): Promise<string[]> {
  const drained = await db().selectFrom("runs as r").select("r.id").where(isDrained(judgeId)).execute();
  if (drained.length === 0) return [];
  const ids = drained.map(({ id }) => id);
  return inTransaction(async (tx) => {
    // What puts units back on the list holds the run, and only a statement that begins after them sees those units.
    await tx.selectFrom("runs").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
    const ended = await tx
      .updateTable("runs as r")
      .set((eb) => {
        const hasFailedOnly = eb.and([hasUnits(eb.ref("r.id"), ["failed"]), eb.not(hasUnits(eb.ref("r.id"), ["done", "dropped"]))]);
        return {
          endedAt: eb.fn<Date>("now"),
          status: eb.case().when(hasFailedOnly).then<"failed" | "done">("failed").else<"failed" | "done">("done").end(),
          error: eb.case().when(hasFailedOnly).then("Every unit failed.").end(),
        };
      })
      .where("r.id", "in", ids)
      .where(isDrained(judgeId))
      .returning("r.id")
      .execute();
    return ended.map(({ id }) => id);
  });
}

/** Of runs `r`: those of a judge that are under way and have no pending unit. */
function isDrained(judgeId: string) {
  const eb = expressionBuilder<{ r: DB["runs"] }, "r">();
  return eb.and([
    eb("r.judgeId", "=", judgeId),
    eb("r.kind", "=", "evaluation"),
    eb("r.status", "in", ["queued", "running"]),
    eb("r.importId", "is", null),
    eb.not(hasUnits(eb.ref("r.id"), ["pending"])),
  ]);
}

/** The order makes PostgreSQL go to the run's first unit by the index; for `exists` it may read other runs' units until it meets one of this run. */
function hasUnits(runId: Expression<string>, statuses: RunUnitStatus[]) {
  const { or, eb } = expressionBuilder();
  const first = (status: RunUnitStatus) =>
    db()
      .selectFrom("runUnits as u")
      .select("u.status")
      .where("u.runId", "=", runId)
      .where("u.status", "=", status)
      .orderBy("u.updatedAt")
      .limit(1);
  return or(statuses.map((status) => eb(first(status), "is not", null)));
}

/** The judge's current limit on concurrent requests. Null: the judge no longer exists. */
export async function findJudgeConcurrency(judgeId: string): Promise<number | null> {
  const judge = await db().selectFrom("judges").select("parameters").where("id", "=", judgeId).executeTakeFirst();
  return judge === undefined ? null : judgeParameters.parse(judge.parameters).concurrency;
}
