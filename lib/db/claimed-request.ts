import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely } from "kysely";
import type { DB } from "@/generated/kysely/types";

/** The Idempotency-Key of the request that this code works for. */
interface ClaimedRequest {
  userId: string;
  key: string;
  /** Whether a transaction has said that it holds the request's work. */
  noted: boolean;
}

/** Status of a row whose work is committed while its reply is not stored yet. */
export const committed = 1;

// On globalThis: Next bundles each route with its own module state.
const held = globalThis as unknown as { redlineClaimed?: AsyncLocalStorage<ClaimedRequest> };
held.redlineClaimed ??= new AsyncLocalStorage();
const claimed = held.redlineClaimed;

/** Runs the work of a request that claimed an Idempotency-Key: its first transaction notes with its own commit that the work is done. */
export const withClaim = <T>({ userId, key }: { userId: string; key: string }, work: () => Promise<T>): Promise<T> =>
  claimed.run({ userId, key, noted: false }, work);

/**
 * Called in a transaction that is about to commit. If the process is killed after the commit and before the reply is stored, a repeat must not do the
 * work again.
 */
export async function noteCommit(tx: Kysely<DB>): Promise<void> {
  const request = claimed.getStore();
  if (request === undefined || request.noted) return;
  request.noted = true;
  try {
    await tx
      .updateTable("idempotentReplies")
      .set({ status: committed })
      .where("userId", "=", request.userId)
      .where("key", "=", request.key)
      .where("status", "=", 0)
      .execute();
  } catch (error) {
    request.noted = false;
    throw error;
  }
}
