import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { deserialize, serialize } from "node:v8";
import { type Kysely, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { AppError } from "@/lib/domain/errors";

/** What the transactions of an earlier attempt returned, packed, by their number within the request; null: it could not be kept. */
export type DoneTransactions = Readonly<Record<string, string | null>>;

/** What a row says until it has the reply: who works on it, and what is done. */
export interface UnderWay {
  /** Null in rows of earlier versions. */
  holder: string | null;
  /** Tells this attempt from later ones of the same process. Rows of earlier versions have none. */
  attempt?: string;
  done: DoneTransactions;
}

/** The Idempotency-Key of the request that this code works for. */
export interface ClaimedRequest {
  userId: string;
  key: string;
  done: DoneTransactions;
  /** How many transactions this attempt has begun. */
  begun: number;
}

/** Status of a row whose request is still being worked on. */
export const pending = 0;
/** Status of a row whose work is committed while its reply is not stored yet. */
export const committed = 1;

/** A result is kept only until the reply is; one that is larger than this is not worth it. */
const mostPackedBytes = 1_000_000;

// On globalThis: Next bundles each route with its own module state.
const held = globalThis as unknown as { redlineClaimed?: AsyncLocalStorage<ClaimedRequest> };
held.redlineClaimed ??= new AsyncLocalStorage();
const claimed = held.redlineClaimed;

/**
 * Runs the work of a request that claimed an Idempotency-Key. Each of its transactions keeps what it returned with its own commit. If the process is
 * killed before the reply is stored, a repeat passes `done`: those transactions are not run again but return what they did, and the work goes on from
 * there to the same reply.
 */
export const withClaim = <T>(
  { userId, key, done = {} }: { userId: string; key: string; done?: DoneTransactions | undefined },
  work: () => Promise<T>,
): Promise<T> => claimed.run({ userId, key, done, begun: 0 }, work);

/** The request that this code works for, if it claimed a key: for work in another process, which goes on with it (`goOnWith`). */
export const claimedRequest = (): ClaimedRequest | undefined => claimed.getStore();

/** Runs a part of a request's work in another process than the request's own. */
export const goOnWith = <T>(request: ClaimedRequest | undefined, work: () => Promise<T>): Promise<T> =>
  request === undefined ? work() : claimed.run(request, work);

export const carriedOut = () =>
  new AppError(
    "conflict",
    "This request was carried out, but the server was stopped before its reply was kept. Read what it made; do not repeat it.",
    { details: { carriedOut: true } },
  );

/** Runs one transaction, or returns what it returned to an earlier attempt. `run` calls `note` last, in the transaction, with its result. */
export async function onceClaimed<T>(run: (note: (tx: Kysely<DB>, result: T) => Promise<void>) => Promise<T>): Promise<T> {
  const request = claimed.getStore();
  if (request === undefined) return run(async () => undefined);
  const number = String(request.begun++);
  const packed = request.done[number];
  if (packed === undefined) return run((tx, result) => noteCommit(tx, { ...request, number, packed: pack(result) }));
  if (packed === null) throw carriedOut();
  return deserialize(Buffer.from(packed, "base64")) as T;
}

function pack(result: unknown): string | null {
  try {
    const bytes = serialize(result);
    return bytes.length > mostPackedBytes ? null : bytes.toString("base64");
  } catch {
    // A result with functions in it cannot be kept; a repeat is then told that the work was done.
    return null;
  }
}

/** Keeps a transaction's result with its commit. Throws, so that nothing is committed, if another attempt has committed the same one meanwhile. */
async function noteCommit(tx: Kysely<DB>, { userId, key, number, packed }: ClaimedRequest & { number: string; packed: string | null }) {
  const { numUpdatedRows } = await tx
    .updateTable("idempotentReplies")
    .set(({ ref }) => ({
      status: committed,
      body: sql<string>`jsonb_set(${ref("body")}::jsonb, array['done', ${number}::text], coalesce(to_jsonb(${packed}::text), 'null'))::json`,
    }))
    .where("userId", "=", userId)
    .where("key", "=", key)
    .where("status", "in", [pending, committed])
    .where(({ ref }) => sql<boolean>`not jsonb_exists(${ref("body")}::jsonb -> 'done', ${number})`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw carriedOut();
}
