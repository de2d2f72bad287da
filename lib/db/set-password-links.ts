import "server-only";
import { pool } from "./client";

/** Why a link was made. `first-admin`: whoever holds it names themselves; the account is only a placeholder until then. */
export type LinkPurpose = "invitation" | "reset" | "first-admin";
const purposes: LinkPurpose[] = ["invitation", "reset", "first-admin"];

const identifierOf = (purpose: LinkPurpose, tokenHash: string) => `set-password/${purpose}/${tokenHash}`;

export interface LinkHolder {
  userId: string;
  name: string;
  email: string;
  purpose: LinkPurpose;
}

/** Stores a link's hashed token. Earlier links of the user end, but for the first administrator's, which may still be on a screen. */
export async function createSetPasswordToken(input: {
  userId: string;
  purpose: LinkPurpose;
  tokenHash: string;
  days: number;
}): Promise<void> {
  if (input.purpose !== "first-admin") await deleteSetPasswordTokens(input.userId);
  await pool().query(
    `insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, now() + make_interval(days => $3), now(), now())`,
    [identifierOf(input.purpose, input.tokenHash), input.userId, input.days],
  );
}

async function deleteSetPasswordTokens(userId: string): Promise<void> {
  await pool().query("delete from verifications where value = $1 and identifier like 'set-password/%'", [userId]);
}

/** Whom a link is for; null when it was used, has expired or never was. */
export async function findSetPasswordToken(tokenHash: string): Promise<LinkHolder | null> {
  const result = await pool().query<Omit<LinkHolder, "purpose"> & { identifier: string }>(
    `select u.id as "userId", u.name, u.email, v.identifier from verifications v join users u on u.id = v.value
     where v.identifier = any($1) and v.expires_at > now()`,
    [purposes.map((purpose) => identifierOf(purpose, tokenHash))],
  );
  const row = result.rows[0];
  const purpose = purposes.find((candidate) => row?.identifier === identifierOf(candidate, tokenHash));
  return row && purpose ? { userId: row.userId, name: row.name, email: row.email, purpose } : null;
}
