import "server-only";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { AppError } from "@/lib/domain/errors";
import { inTransaction, pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

export interface Account {
  userId: string;
  name: string;
  email: string;
  instanceAdmin: boolean;
  hasPassword: boolean;
}

const selectAccount = `
  select u.id as "userId", u.name, u.email, coalesce(u.role = 'admin', false) as "instanceAdmin",
         exists (select 1 from accounts a where a.user_id = u.id and a.provider_id = 'credential' and a.password is not null) as "hasPassword"
  from users u`;

/** The account of an e-mail address, or null. Addresses are kept in lower case. */
export async function findAccountByEmail(email: string, client: Queryable = pool()): Promise<Account | null> {
  const result = await client.query<Account>(`${selectAccount} where u.email = $1`, [email.trim().toLowerCase()]);
  return result.rows[0] ?? null;
}

/** Everybody with an account, by name. */
export async function listAccounts(): Promise<Account[]> {
  return (await pool().query<Account>(`${selectAccount} order by u.name, u.email`)).rows;
}

/** An administrator of the installation, one with a password first; null while there is none. */
export async function findInstanceAdmin(): Promise<Account | null> {
  const result = await pool().query<Account>(`${selectAccount} where u.role = 'admin' order by "hasPassword" desc, u.created_at limit 1`);
  return result.rows[0] ?? null;
}

/** A new account without a password. Throws already_exists when the address is taken. */
export async function createAccount(
  input: { email: string; name?: string | undefined; instanceAdmin: boolean },
  client: Queryable = pool(),
): Promise<Account> {
  const email = input.email.trim().toLowerCase();
  const name = input.name?.trim() || email.slice(0, email.indexOf("@")) || email;
  const result = await client.query<{ id: string }>(
    `insert into users (id, name, email, email_verified, role, created_at, updated_at) values ($1, $2, $3, false, $4, now(), now())
     on conflict (email) do nothing returning id`,
    [randomUUID(), name, email, input.instanceAdmin ? "admin" : "user"],
  );
  const userId = result.rows[0]?.id;
  if (userId === undefined) throw new AppError("already_exists", `There is already an account for ${email}.`);
  return { userId, name, email, instanceAdmin: input.instanceAdmin, hasPassword: false };
}

/**
 * Sets a user's password (already hashed), ends all their sessions and links. With `token`, only if that link is still good: it is used up in
 * the same transaction, so that of two who hold it one wins. Returns false when it was not.
 */
export async function setPassword(input: {
  userId: string;
  passwordHash: string;
  tokenHash?: string;
  name?: string | undefined;
  email?: string | undefined;
}): Promise<boolean> {
  return inTransaction(async (client) => {
    const links = await client.query<{ identifier: string; live: boolean }>(
      "delete from verifications where value = $1 and identifier like 'set-password/%' returning identifier, expires_at > now() as live",
      [input.userId],
    );
    const { tokenHash } = input;
    if (tokenHash !== undefined && !links.rows.some((link) => link.live && link.identifier.endsWith(`/${tokenHash}`))) return false;
    await client.query("update users set name = coalesce($2, name), email = coalesce($3, email), updated_at = now() where id = $1", [
      input.userId,
      input.name?.trim() || null,
      input.email?.trim().toLowerCase() || null,
    ]);
    const changed = await client.query(
      "update accounts set password = $2, updated_at = now() where user_id = $1 and provider_id = 'credential'",
      [input.userId, input.passwordHash],
    );
    if (changed.rowCount === 0) {
      await client.query(
        `insert into accounts (id, account_id, provider_id, user_id, password, created_at, updated_at)
         values ($1, $2, 'credential', $2, $3, now(), now())`,
        [randomUUID(), input.userId, input.passwordHash],
      );
    }
    await client.query("delete from sessions where user_id = $1", [input.userId]);
    return true;
  });
}
