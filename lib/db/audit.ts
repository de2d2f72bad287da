import "server-only";
import type { PoolClient } from "pg";
import { AppError } from "@/lib/domain/errors";
import type { AuditEvent, Page } from "@/lib/domain/page";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

export interface NewAuditEvent {
  projectId: string | null;
  /** Null: the command line or the product itself. */
  userId: string | null;
  /** "import.undo", "assignment.release" … */
  verb: string;
  targetKind?: string | null;
  targetId?: string | null;
  details?: Record<string, unknown>;
}

/** Notes who did what, in the transaction that does it. */
export async function appendAudit(client: Queryable, event: NewAuditEvent): Promise<void> {
  await client.query(
    "insert into audit_events (project_id, user_id, verb, target_kind, target_id, details) values ($1, $2, $3, $4, $5, $6)",
    [event.projectId, event.userId, event.verb, event.targetKind ?? null, event.targetId ?? null, JSON.stringify(event.details ?? {})],
  );
}

/** A project's events, newest first; paged by (time, id). */
export async function listAuditEvents(filter: {
  projectId: string;
  cursor?: string | undefined;
  limit: number;
}): Promise<Page<AuditEvent>> {
  const cursor = /^(\d{4}-[\d:. +-]{10,40})_([\da-f-]{36})$/.exec(filter.cursor ?? "");
  if (filter.cursor !== undefined && cursor === null) throw new AppError("bad_request", "This cursor is not one of ours.");
  const result = await pool().query<Omit<AuditEvent, "at"> & { at: Date; cursorTime: string }>(
    `select e.id, e.at, e.at::text as "cursorTime", coalesce(u.name, e.user_id) as who, e.verb, e.target_kind as "targetKind", e.target_id as "targetId", e.details
     from audit_events e left join users u on u.id = e.user_id
     where e.project_id = $1 and ($2::timestamptz is null or (e.at, e.id) < ($2::timestamptz, $3::uuid))
     order by e.at desc, e.id desc limit $4`,
    [filter.projectId, cursor?.[1] ?? null, cursor?.[2] ?? null, filter.limit + 1],
  );
  const rows = result.rows.slice(0, filter.limit);
  const last = result.rows.length > filter.limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(({ at, cursorTime: _, ...row }) => ({ ...row, at: at.toISOString() })),
    nextCursor: last ? `${last.cursorTime}_${last.id}` : null,
    total: null,
  };
}
