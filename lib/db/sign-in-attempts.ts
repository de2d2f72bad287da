import "server-only";
import { createHash } from "node:crypto";
import { pool } from "./client";

/** Hashed, because what people type into the field for the address is at times their password. */
const keyOf = (email: string) => `sign-in|${createHash("sha256").update(email.trim().toLowerCase()).digest("hex")}`;

/** Counts one more attempt to sign in to an account, whether it exists or not; how many there were in the running window. */
export async function countSignInAttempt(email: string, windowSeconds: number): Promise<number> {
  const result = await pool().query<{ count: number }>(
    `insert into rate_limits as held (id, key, count, last_request) values (gen_random_uuid()::text, $1, 1, $2)
     on conflict (key) do update set
       count = case when held.last_request <= $2 - $3 then 1 else held.count + 1 end,
       last_request = case when held.last_request <= $2 - $3 then $2 else held.last_request end
     returning count`,
    [keyOf(email), Date.now(), windowSeconds * 1000],
  );
  return result.rows[0]?.count ?? 0;
}

/** Forgets the attempts, after a success. */
export async function clearSignInAttempts(email: string): Promise<void> {
  await pool().query("delete from rate_limits where key = $1", [keyOf(email)]);
}
