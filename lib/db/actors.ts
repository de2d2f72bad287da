import "server-only";
import type { Actor, Role } from "@/lib/domain/policy";
import { pool } from "./client";

interface ActorRow {
  userId: string;
  name: string;
  email: string;
  instanceAdmin: boolean;
  memberships: Record<string, Role>;
}

const actorColumns = `u.id as "userId", u.name, u.email, coalesce(u.role = 'admin', false) as "instanceAdmin",
  coalesce((select jsonb_object_agg(m.project_id, m.role) from memberships m where m.user_id = u.id), '{}') as memberships`;

const toActor = (row: ActorRow): Actor => ({
  userId: row.userId,
  name: row.name,
  email: row.email,
  instanceAdmin: row.instanceAdmin,
  memberships: new Map(Object.entries(row.memberships)),
});

/** Who holds a session, with memberships, in one query; null when it has ended. `stale`: not renewed for a day. */
export async function findActorBySession(token: string): Promise<{ actor: Actor; stale: boolean } | null> {
  const result = await pool().query<ActorRow & { stale: boolean }>(
    `select ${actorColumns}, s.updated_at < now() - interval '1 day' as stale
     from sessions s join users u on u.id = s.user_id
     where s.token = $1 and s.expires_at > now() and not coalesce(u.banned, false)`,
    [token],
  );
  const row = result.rows[0];
  return row ? { actor: toActor(row), stale: row.stale } : null;
}

/** Who owns an API key, by the key's hash, in one query; null when there is no such key in force. Notes the use, once a minute at most. */
export async function findActorByApiKey(keyHash: string): Promise<Actor | null> {
  const result = await pool().query<ActorRow & { unnoted: boolean }>(
    `select ${actorColumns}, coalesce(k.last_request < now() - interval '1 minute', true) as unnoted
     from api_keys k join users u on u.id = k.reference_id
     where k.key = $1 and coalesce(k.enabled, true) and (k.expires_at is null or k.expires_at > now()) and not coalesce(u.banned, false)`,
    [keyHash],
  );
  const row = result.rows[0];
  if (!row) return null;
  if (row.unnoted)
    await pool().query("update api_keys set last_request = now(), request_count = coalesce(request_count, 0) + 1 where key = $1", [
      keyHash,
    ]);
  return toActor(row);
}
