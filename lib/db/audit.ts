import "server-only";
import { sql } from "kysely";
import { AppError } from "@/lib/domain/errors";
import type { AuditEvent, Page } from "@/lib/domain/page";
import { type Db, db } from "./client";

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

/** Records who did what, in the same transaction. */
export async function appendAudit(tx: Db, { details = {}, ...event }: NewAuditEvent): Promise<void> {
  await tx
    .insertInto("auditEvents")
    .values({ ...event, details: JSON.stringify(details) })
    .execute();
}

/** A project's events, newest first; paged by (time, id). */
export async function listAuditEvents(filter: {
  projectId: string;
  cursor?: string | undefined;
  limit: number;
}): Promise<Page<AuditEvent>> {
  const cursor = /^(\d{4}-[\d:. +-]{10,40})_([\da-f-]{36})$/.exec(filter.cursor ?? "");
  if (filter.cursor !== undefined && cursor === null) throw new AppError("bad_request", "This cursor is invalid.");
  const rows = await db()
    .selectFrom("auditEvents as e")
    .leftJoin("users as u", "u.id", "e.userId")
    .select(["e.id", "e.at", "e.verb", "e.targetKind", "e.targetId", "e.details"])
    .select(({ fn, ref }) => [fn.coalesce("u.name", "e.userId").as("who"), sql<string>`${ref("e.at")}::text`.as("cursorTime")])
    .where("e.projectId", "=", filter.projectId)
    .$if(cursor !== null, (events) =>
      events.where(({ ref }) => sql<boolean>`(${ref("e.at")}, ${ref("e.id")}) < (${cursor?.[1]}::timestamptz, ${cursor?.[2]}::uuid)`),
    )
    .orderBy("e.at", "desc")
    .orderBy("e.id", "desc")
    .limit(filter.limit + 1)
    .execute();
  const items = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? items.at(-1) : undefined;
  return {
    items: items.map(({ at, cursorTime: _, ...item }) => ({ ...item, at: at.toISOString() })),
    nextCursor: last ? `${last.cursorTime}_${last.id}` : null,
    total: null,
  };
}
