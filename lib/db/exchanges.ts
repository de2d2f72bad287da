import "server-only";
import type { Exchange, NewExchange } from "@/lib/domain/exchange";
import { db } from "./client";
import { storable } from "./storable";

/** Which piece of a run an exchange belongs to; both null for a criteria proposal. */
export interface ExchangePlace {
  runId: string;
  sampleId: string | null;
  criterionId: string | null;
}

/** Stores an exchange, which is never changed afterwards. */
export async function appendExchange({ runId, sampleId, criterionId }: ExchangePlace, exchange: NewExchange): Promise<void> {
  // The request is stored as it is: in JSON text, NUL and unpaired surrogates are escaped.
  const { reply, problem, servedBy, ...rest } = exchange;
  const data = {
    ...rest,
    servedBy: servedBy === null ? null : storable(servedBy),
    runId,
    sampleId,
    criterionId,
    reply: storable(reply),
    problem: problem === null ? null : storable(problem),
  };
  await db().insertInto("exchanges").values(data).execute();
}

export interface EarlierAnswer {
  exchangeId: string;
  text: string;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Asked for this very piece of work before it was interrupted: reusing the answer does not count as a saving, it only avoids paying twice. */
  own: boolean;
}

/**
 * A readable answer to the same question: from the same piece of the same run (interrupted before its draft was stored) or, with `reuse`, from any
 * run of the project. Null: none.
 */
export async function findAnswer(place: ExchangePlace, requestHash: string, reuse: boolean): Promise<EarlierAnswer | null> {
  const { runId, sampleId, criterionId } = place;
  const answers = db()
    .selectFrom("exchanges as e")
    .where("e.requestHash", "=", requestHash)
    .where("e.problem", "is", null)
    .where("e.cachedFromId", "is", null)
    .select(["e.id as exchangeId", "e.reply as text", "e.inputTokens", "e.outputTokens"])
    .orderBy("e.createdAt", "desc")
    .limit(1);
  const own = await answers
    .where("e.runId", "=", runId)
    .where("e.sampleId", "is not distinct from", sampleId)
    .where("e.criterionId", "is not distinct from", criterionId)
    .executeTakeFirst();
  if (own !== undefined) return { ...own, own: true };
  if (!reuse) return null;
  const shared = await answers
    .innerJoin("runs as r", "r.id", "e.runId")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .where("t.projectId", "=", (query) =>
      query
        .selectFrom("runs as own")
        .innerJoin("tasks as ownTask", "ownTask.id", "own.taskId")
        .where("own.id", "=", runId)
        .select("ownTask.projectId"),
    )
    .executeTakeFirst();
  return shared === undefined ? null : { ...shared, own: false };
}

/** Everything a run asked about a sample, in order. */
export async function listExchanges(runId: string, sampleId: string): Promise<Exchange[]> {
  const rows = await db()
    .selectFrom("exchanges")
    .select(["id", "step", "role", "request", "requestExact", "reply", "problem", "cachedFromId", "servedBy"])
    .select(["inputTokens", "outputTokens", "costUsd", "latencyMs", "createdAt"])
    .where("runId", "=", runId)
    .where("sampleId", "=", sampleId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
