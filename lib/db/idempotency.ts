import "server-only";
import { AppError } from "@/lib/domain/errors";
import { pool } from "./client";

/** Status of a row whose request is still being worked on. */
const pending = 0;
/** After this a request that never answered is taken for dead, and its key is free again. */
const abandonedAfterSeconds = 120;

interface Key {
  userId: string;
  key: string;
  requestHash: string;
}

/**
 * Takes an idempotency key for a request: null when the caller is to do the work, the stored reply when it was done before.
 * Throws conflict when the key was used for another request, or when the same request is being answered right now.
 */
export async function claimReply(request: Key): Promise<{ status: number; body: unknown } | null> {
  const claimed = await pool().query(
    `insert into idempotent_replies as held (user_id, key, request_hash, status, body) values ($1, $2, $3, ${pending}, 'null')
     on conflict (user_id, key) do update set request_hash = excluded.request_hash, created_at = now()
       where held.status = ${pending} and held.created_at < now() - make_interval(secs => ${abandonedAfterSeconds})
     returning 1`,
    [request.userId, request.key, request.requestHash],
  );
  if (claimed.rows.length > 0) return null;
  const result = await pool().query<{ requestHash: string; status: number; body: unknown }>(
    `select request_hash as "requestHash", status, body from idempotent_replies where user_id = $1 and key = $2`,
    [request.userId, request.key],
  );
  const held = result.rows[0];
  if (held && held.requestHash !== request.requestHash)
    throw new AppError("conflict", "This Idempotency-Key was used for another request.");
  if (!held || held.status === pending)
    throw new AppError("conflict", "The same request is being answered at this moment. Try again shortly.");
  return { status: held.status, body: held.body };
}

/** Keeps the reply to a claimed request, to be given again. */
export async function storeReply(request: Key, reply: { status: number; body: unknown }): Promise<void> {
  await pool().query("update idempotent_replies set status = $3, body = $4 where user_id = $1 and key = $2", [
    request.userId,
    request.key,
    reply.status,
    JSON.stringify(reply.body),
  ]);
}

/** Frees the key of a claimed request that failed, so that it can be tried again. */
export async function forgetReply(request: Key): Promise<void> {
  await pool().query(`delete from idempotent_replies where user_id = $1 and key = $2 and status = ${pending}`, [
    request.userId,
    request.key,
  ]);
}

/** Sweeps replies older than so many days; the worker calls it. Returns how many. */
export async function deleteOldReplies(days: number): Promise<number> {
  const result = await pool().query("delete from idempotent_replies where created_at < now() - make_interval(days => $1)", [days]);
  return result.rowCount ?? 0;
}
