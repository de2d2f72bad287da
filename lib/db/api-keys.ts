import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ApiKey, KeyScope } from "@/lib/domain/api-key";
import { type Db, db } from "./client";
import { demandOrdinaryAccount } from "./participants";

/** Stores a key's hash; returns its id. */
export async function createApiKeyRow(
  tx: Db,
  {
    expiresInDays,
    ...key
  }: { userId: string; name: string; start: string; keyHash: string; scopes: KeyScope[]; expiresInDays: number | null },
): Promise<string> {
  await demandOrdinaryAccount(tx, key.userId);
  const expiresAt = expiresInDays === null ? null : sql<Date>`now() + make_interval(days => ${expiresInDays})`;
  const row = { id: randomUUID(), ...key, expiresAt };
  return (await tx.insertInto("apiKeys").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Keys with their owners, newest first: one person's, a project's members', or one by id; without a filter, all of them. */
export async function listApiKeyRows(filter: { userId?: string; projectId?: string; id?: string }, on: Db = db()): Promise<ApiKey[]> {
  const { userId, projectId, id } = filter;
  const rows = await on
    .selectFrom("apiKeys as k")
    .innerJoin("users as u", "u.id", "k.userId")
    .select([
      "k.id",
      "k.name",
      "k.start",
      "k.scopes",
      "k.createdAt",
      "k.lastUsedAt",
      "k.expiresAt",
      "k.userId",
      "u.email",
      "u.name as ownerName",
    ])
    .$if(userId !== undefined, (keys) => keys.where("k.userId", "=", userId ?? ""))
    .$if(id !== undefined, (keys) => keys.where("k.id", "=", id ?? ""))
    .$if(projectId !== undefined, (keys) =>
      keys.where("k.userId", "in", (eb) =>
        eb
          .selectFrom("memberships")
          .select("userId")
          .where("projectId", "=", projectId ?? ""),
      ),
    )
    .orderBy("k.createdAt", "desc")
    .orderBy("k.id")
    .execute();
  return rows.map(({ userId: ownerId, ownerName, email, createdAt, lastUsedAt, expiresAt, ...key }) => ({
    ...key,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    owner: { userId: ownerId, name: ownerName, email },
  }));
}

/** Ends a key. */
export async function deleteApiKeyRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom("apiKeys").where("id", "=", id).execute();
}
