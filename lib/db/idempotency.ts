import "server-only";
import { randomUUID } from "node:crypto";
import { expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { AppError } from "@/lib/domain/errors";
import { claimHolder, hasEnded } from "./claim-holder";
import { committed, type DoneTransactions, pending, type UnderWay } from "./claimed-request";
import { db, prisma } from "./client";

/** After this long, a request without a reply is presumed dead and its key is free again; at once where its process is known to have ended. */
const abandonedAfterSeconds = 120;
/** A reply is stored right after its work; if it is not there after this long, the process was killed in between. */
const replySeconds = 10;

interface Key {
  userId: string;
  key: string;
  requestHash: string;
}

/** What a request with a key finds: nothing, so that it does the work; the reply; or an attempt that was carried out and lost its reply. */
export type Claimed =
  | { found: "nothing"; attempt: string }
  | { found: "reply"; status: number; body: unknown }
  | { found: "lost"; attempt: string; done: DoneTransactions };

/**
 * Claims an idempotency key for a request. Throws conflict when the key was used for another request, or when the same request is being processed right
 * now.
 */
export async function claimReply({ userId, key, requestHash }: Key): Promise<Claimed> {
  const holder = await claimHolder();
  const attempt = randomUUID();
  const body = JSON.stringify({ holder, attempt, done: {} } satisfies UnderWay);
  const claimed = await db()
    .insertInto("idempotentReplies")
    .values({ userId, key, requestHash, status: pending, body })
    .onConflict((conflict) =>
      conflict
        .columns(["userId", "key"])
        .doUpdateSet({ requestHash, body, createdAt: sql<Date>`now()` })
        .where("idempotentReplies.status", "=", pending)
        .where(isLeft(abandonedAfterSeconds)),
    )
    .returning("key")
    .executeTakeFirst();
  if (claimed !== undefined) return { found: "nothing", attempt };
  const held = await prisma().idempotentReply.findUnique({ where: { userId_key: { userId, key } } });
  if (held && held.requestHash !== requestHash) throw new AppError("conflict", "This Idempotency-Key was used for another request.");
  if (held && held.status !== pending && held.status !== committed) return { found: "reply", status: held.status, body: held.body };
  const done = held?.status === committed ? await takeOver({ userId, key }, { holder, attempt }) : null;
  if (done === null) throw new AppError("conflict", "The same request is being processed. Try again shortly.");
  return { found: "lost", attempt, done };
}

const eb = expressionBuilder<DB, "idempotentReplies">();
const body = eb.ref("idempotentReplies.body");

/** Whether whoever worked on it has ended, or began longer ago than this. By the database's clock; a row from the future is older than it looks. */
const isLeft = (seconds: number) =>
  sql<boolean>`(${hasEnded(sql`(${body} ->> 'holder')`)} or abs(extract(epoch from now() - ${eb.ref("idempotentReplies.createdAt")})) > ${seconds})`;

/** What the lost attempt's transactions returned; null if it, or another repeat, may still be at work. */
async function takeOver(
  { userId, key }: Pick<Key, "userId" | "key">,
  by: { holder: string; attempt: string },
): Promise<DoneTransactions | null> {
  const taken = await db()
    .updateTable("idempotentReplies")
    .set({
      body: sql<string>`(${body}::jsonb || ${JSON.stringify(by)}::jsonb)::json`,
      createdAt: sql<Date>`now()`,
    })
    .where("userId", "=", userId)
    .where("key", "=", key)
    .where("status", "=", committed)
    .where(isLeft(replySeconds))
    .returning("body")
    .executeTakeFirst();
  return taken === undefined ? null : (taken.body as unknown as UnderWay).done;
}

/** Stores the reply to a claimed request so that it can be repeated. */
export async function storeReply({ userId, key }: Key, reply: { status: number; body: unknown }): Promise<void> {
  const row = { status: reply.status, body: JSON.stringify(reply.body) };
  await db().updateTable("idempotentReplies").set(row).where("userId", "=", userId).where("key", "=", key).execute();
}

/**
 * Frees the key of a claimed request that failed, so that it can be tried again. With `keepDone`, only if nothing was committed: otherwise a repeat goes
 * on from there at once. A later attempt keeps the key.
 */
export async function forgetReply({ userId, key }: Key, { attempt, keepDone }: { attempt: string; keepDone: boolean }): Promise<void> {
  const isOurs = sql<boolean>`${body} ->> 'attempt' = ${attempt}`;
  await db()
    .deleteFrom("idempotentReplies")
    .where("userId", "=", userId)
    .where("key", "=", key)
    .where("status", "in", keepDone ? [pending] : [pending, committed])
    .where(isOurs)
    .execute();
  if (!keepDone) return;
  await db()
    .updateTable("idempotentReplies")
    .where(isOurs)
    .set({ createdAt: sql<Date>`now() - make_interval(secs => ${replySeconds + 1})` })
    .where("userId", "=", userId)
    .where("key", "=", key)
    .where("status", "=", committed)
    .execute();
}

/** Deletes replies older than this many days; called by the worker. Returns how many. */
export async function deleteOldReplies(days: number): Promise<number> {
  const before = sql<Date>`now() - make_interval(days => ${days})`;
  const swept = await db().deleteFrom("idempotentReplies").where("createdAt", "<", before).executeTakeFirst();
  return Number(swept.numDeletedRows);
}
