import "server-only";
import { db } from "./client";

/** What an account's codes are made from, as it is stored; null while it has no codes. */
export async function findCodeSecret(userId: string): Promise<string | null> {
  const row = await db().selectFrom("twoFactors").select("secret").where("userId", "=", userId).executeTakeFirst();
  return row?.secret ?? null;
}

/** Takes the code of a time step; false if it was taken already, or the code of a later one was. */
export async function claimCodeStep(userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("twoFactors")
    .set({ lastStep: step })
    .where("userId", "=", userId)
    .where((where) => where.or([where("lastStep", "is", null), where("lastStep", "<", step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
