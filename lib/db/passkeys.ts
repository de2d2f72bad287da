import "server-only";
import { db } from "./client";

/** Whose passkey this is, by the id that the authenticator gave it; null if it is nobody's. */
export async function findPasskeyHolder(credentialID: string): Promise<{ email: string; passwordHash: string | null } | null> {
  const row = await db()
    .selectFrom("passkeys as k")
    .innerJoin("users as u", "u.id", "k.userId")
    .leftJoin("accounts as a", (join) => join.onRef("a.userId", "=", "u.id").on("a.providerId", "=", "credential"))
    .select(["u.email", "a.password as passwordHash"])
    .where("k.credentialId", "=", credentialID)
    .executeTakeFirst();
  return row ?? null;
}
