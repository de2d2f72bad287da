import "server-only";
import { randomUUID } from "node:crypto";
import { db, prisma } from "./client";

/** Counts one more attempt under each key; returns the attempts in its current window and when that window ends. */
export async function countAttempts(keys: string[], windowSeconds: number): Promise<{ key: string; count: number; secondsLeft: number }[]> {
  const now = Date.now();
  const windowMs = windowSeconds * 1000;
  // Always in the same order, so that two requests cannot deadlock.
  const rows = [...keys].sort().map((key) => ({ id: randomUUID(), key, count: 1, lastRequest: String(now) }));
  const held = await db()
    .insertInto("rateLimits")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => {
        const over = eb("rateLimits.lastRequest", "<=", String(now - windowMs));
        return {
          count: eb
            .case()
            .when(over)
            .then(1)
            .else(eb("rateLimits.count", "+", 1))
            .end(),
          lastRequest: eb.case().when(over).then(eb.ref("excluded.lastRequest")).else(eb.ref("rateLimits.lastRequest")).end(),
        };
      }),
    )
    .returning(["key", "count", "lastRequest"])
    .execute();
  return held.map(({ key, count, lastRequest }) => ({
    key,
    count,
    secondsLeft: Math.ceil((Number(lastRequest) + windowMs - now) / 1000),
  }));
}

/** Forgets the attempts under a key, after a success. */
export async function forgetAttempts(key: string): Promise<void> {
  await prisma().rateLimit.deleteMany({ where: { key } });
}

/** Uncounts one attempt. */
export async function takeBackAttempt(key: string): Promise<void> {
  await prisma().rateLimit.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } });
}

/** Deletes counts whose window began more days ago than any window lasts: their keys have network addresses. */
export async function deleteOldAttempts(days: number): Promise<void> {
  await prisma().rateLimit.deleteMany({ where: { lastRequest: { lt: Date.now() - days * 86_400_000 } } });
}
