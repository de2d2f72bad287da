import { createHmac, randomUUID } from "node:crypto";
import { auth } from "@/lib/auth/auth";
import { authenticate } from "@/lib/auth/authenticate";
import { setPassword } from "@/lib/auth/set-password";
import { createAccount } from "@/lib/db/accounts";
import { db, pool } from "@/lib/db/client";
import { setMembership } from "@/lib/db/people";
import { createApiKeyBody, type NewApiKey } from "@/lib/domain/api-key";
import { AppError } from "@/lib/domain/errors";
import type { Actor, Role } from "@/lib/domain/policy";
import { createApiKey } from "@/lib/workflows/create-api-key";
import { temporaryDatabase } from "./database";

/** A separate database for this test file, with the environment that server files require. Call it at the top of the file. */
export function temporaryInstance(): void {
  process.env.REDLINE_SECRET ??= "a-secret-for-tests-only-0123456789abcdef";
  process.env.REDLINE_URL ??= "http://127.0.0.1:3000";
  temporaryDatabase();
}

/** The password of every account that `makeAccount` makes. */
export const testPassword = "correct horse battery";

export interface TestAccount {
  userId: string;
  email: string;
  actor: Actor;
}

let made = 0;

/** Creates an account with a password: an instance administrator, or a user with one role per project id. */
export async function makeAccount(
  who: { instanceAdmin?: boolean; roles?: Record<string, Role>; password?: string | null } = {},
): Promise<TestAccount> {
  made++;
  const account = await createAccount({
    email: `person${made}@example.org`,
    name: `Person ${made}`,
    instanceAdmin: who.instanceAdmin ?? false,
  });
  const roles = Object.entries(who.roles ?? {});
  for (const [projectId, role] of roles) await setMembership(db(), { projectId, userId: account.userId, role });
  if (who.password !== null) await setPassword({ userId: account.userId, password: who.password ?? testPassword });
  return {
    userId: account.userId,
    email: account.email,
    actor: {
      userId: account.userId,
      name: account.name,
      email: account.email,
      instanceAdmin: account.instanceAdmin,
      memberships: new Map(roles),
    },
  };
}

/** The actor these headers authenticate. Throws unauthenticated if there is none. */
export async function actorBehind(headers: Headers): Promise<Actor> {
  const authenticated = await authenticate(headers);
  if (authenticated === null) throw new AppError("unauthenticated", "Nobody is signed in.");
  return authenticated.actor;
}

/** Headers that authenticate a request as this account, through a new API key. */
export async function keyHeaders(account: TestAccount, content: Partial<NewApiKey> = {}): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await createApiKey(account.actor, createApiKeyBody.parse({ name: "test", ...content }))).key}` };
}

/** Headers that authenticate a request as this account, through a browser's session that has just begun. */
export async function sessionHeaders({ userId }: Pick<Actor, "userId">): Promise<Record<string, string>> {
  const { authCookies, secret } = await auth().$context;
  const token = randomUUID();
  await pool().query(
    "insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1, $1, $2, now() + interval '1 day', now(), now())",
    [token, userId],
  );
  const signed = `${token}.${createHmac("sha256", secret).update(token).digest("base64")}`;
  return { cookie: `${authCookies.sessionToken.name}=${encodeURIComponent(signed)}` };
}
