import "server-only";
import { sql } from "kysely";
import { AppError } from "@/lib/domain/errors";
import { committed } from "./claimed-request";
import { db, prisma } from "./client";

/** Status of a row whose request is still being worked on. */
const pending = 0;
/** After this long, a request without a reply is presumed dead and its key is free again. */
const abandonedAfterSeconds = 120;
/** A reply is stored right after its work; if it is not there after this long, the process was killed in between. */
const replySeconds = 10;

interface Key {
  userId: string;
  key: string;
  requestHash: string;
}

/**
 * Claims an idempotency key for a request. Returns null when the caller should do the work, or the stored reply when it was done before.
 * Throws conflict when the key was used for another request, or when the same request is being processed right now.
 */
export async function claimReply({ userId, key, requestHash }: Key): Promise<{ status: number; body: unknown } | null> {
  const claimed = await db()
    .insertInto("idempotentReplies")
    .values({ userId, key, requestHash, status: pending, body: "null" })
    .onConflict((conflict) =>
      conflict
        .columns(["userId", "key"])
        .doUpdateSet({ requestHash, createdAt: sql<Date>`now()` })
        .where("idempotentReplies.status", "=", pending)
        .where("idempotentReplies.createdAt", "<", sql<Date>`now() - make_interval(secs => ${abandonedAfterSeconds})`),
    )
    .returning("key")
    .executeTakeFirst();
  if (claimed !== undefined) return null;
  const held = await prisma().idempotentReply.findUnique({ where: { userId_key: { userId, key } } });
  if (held && held.requestHash !== requestHash) throw new AppError("conflict", "This Idempotency-Key was used for another request.");
  if (held?.status === committed && Date.now() - held.createdAt.getTime() > replySeconds * 1000) {
    const message =
      "This request was carried out, but the server was stopped before its reply was kept. Read what it made; do not repeat it.";
    throw new AppError("conflict", message, { details: { carriedOut: true } });
  }
  if (!held || held.status === pending || held.status === committed)
    throw new AppError("conflict", "The same request is being processed. Try again shortly.");
  return { status: held.status, body: held.body };
}

/** Stores the reply to a claimed request so that it can be repeated. */
export async function storeReply({ userId, key }: Key, reply: { status: number; body: unknown }): Promise<void> {
  const row = { status: reply.status, body: JSON.stringify(reply.body) };
  await db().updateTable("idempotentReplies").set(row).where("userId", "=", userId).where("key", "=", key).execute();
}

/** Frees the key of a claimed request that failed, so that it can be tried again. */
export async function forgetReply({ userId, key }: Key): Promise<void> {
  await prisma().idempotentReply.deleteMany({ where: { userId, key, status: { in: [pending, committed] } } });
}

/** Deletes replies older than this many days; called by the worker. Returns how many. */
export async function deleteOldReplies(days: number): Promise<number> {
  const before = sql<Date>`now() - make_interval(days => ${days})`;
  const swept = await db().deleteFrom("idempotentReplies").where("createdAt", "<", before).executeTakeFirst();
  return Number(swept.numDeletedRows);
}
