import "server-only";
import { type Expression, sql } from "kysely";
import type { AuditEvent, AuditFilter, AuditPage } from "@/lib/domain/audit";
import type { AuditVerb } from "@/lib/domain/audit-words";
import { cutPage, type Page, readCursor } from "@/lib/domain/page";
import { type Db, db } from "./client";

export interface NewAuditEvent {
  projectId: string | null;
  /** Null: the command line or the product itself. */
  userId: string | null;
  verb: AuditVerb;
  targetKind?: string | null;
  targetId?: string | null;
  /** Ids and codes in place of annotators' names, which may have to be forgotten; what changed as `before` and `after`; never a secret. */
  details?: Record<string, unknown>;
}

/** Records who did what, in the same transaction. */
export async function appendAudit(tx: Db, { details = {}, ...event }: NewAuditEvent): Promise<void> {
  await tx
    .insertInto("auditEvents")
    .values({ ...event, details: JSON.stringify(details) })
    .execute();
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);

/** A project's events that match. */
const selectEvents = (projectId: string, { who, verb, kind, target, from, to }: AuditFilter) => {
  let events = db().selectFrom("auditEvents as e").where("e.projectId", "=", projectId);
  if (who !== undefined) events = events.where("e.userId", "=", who);
  if (verb !== undefined) events = events.where("e.verb", "=", verb);
  if (kind !== undefined) events = events.where("e.targetKind", "=", kind);
  if (target !== undefined) events = events.where("e.targetId", "=", target);
  if (from !== undefined) events = events.where("e.at", ">=", new Date(`${from}T00:00:00Z`));
  if (to !== undefined) events = events.where("e.at", "<", dayAfter(to));
  return events;
};

/** A project's events that match, newest first; paged by (time, id). */
export async function listAuditEvents(input: {
  projectId: string;
  filter: AuditFilter;
  cursor?: string | undefined;
  limit: number;
}): Promise<Page<AuditEvent>> {
  const cursor = readCursor(input.cursor, "time and id");
  const rows = await selectEvents(input.projectId, input.filter)
    .leftJoin("users as u", "u.id", "e.userId")
    .select(["e.id", "e.at", "e.verb", "e.targetKind", "e.targetId", "e.details"])
    .select(({ ref }) => [
      // The command line has no account; an id without one is of an account that was deleted.
      sql<string | null>`coalesce(${ref("u.name")}, case when ${ref("e.userId")} = 'command-line' then 'the command line' end)`.as("who"),
      sql<string>`${ref("e.at")}::text`.as("cursorTime"),
    ])
    .select((eb) => {
      const id = eb.ref("e.targetId");
      const isId = (own: Expression<string>) => sql<boolean>`${own}::text = ${id}`;
      return eb
        .case("e.targetKind")
        .when("annotator")
        .then(
          eb
            .selectFrom("annotators as n")
            .select("n.code")
            .where(({ ref }) => isId(ref("n.id")))
            .where("n.projectId", "=", input.projectId)
            .$asScalar(),
        )
        .when("task")
        .then(
          eb
            .selectFrom("tasks as t")
            .select("t.name")
            .where(({ ref }) => isId(ref("t.id")))
            .where("t.projectId", "=", input.projectId)
            .$asScalar(),
        )
        .when("judge")
        .then(
          eb
            .selectFrom("judges as j")
            .select("j.name")
            .where(({ ref }) => isId(ref("j.id")))
            .where("j.projectId", "=", input.projectId)
            .$asScalar(),
        )
        .when("person")
        .then(eb.selectFrom("users as p").select("p.name").where("p.id", "=", id).$asScalar())
        .else(null)
        .end()
        .as("target");
    })
    .$if(cursor !== null, (events) =>
      events.where(({ ref }) => sql<boolean>`(${ref("e.at")}, ${ref("e.id")}) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy("e.at", "desc")
    .orderBy("e.id", "desc")
    .limit(input.limit + 1)
    .execute();
  const page = cutPage(rows, input.limit, ({ cursorTime, id }) => `${cursorTime}_${id}`);
  return {
    items: page.rows.map(({ at, cursorTime: _, ...item }) => ({ ...item, at: at.toISOString() })),
    nextCursor: page.nextCursor,
    total: null,
  };
}

/** Who and what appears in a project's log. */
export async function listAuditChoices(projectId: string): Promise<Pick<AuditPage, "people" | "verbs" | "kinds">> {
  const rows = await db()
    .selectFrom("auditEvents as e")
    .leftJoin("users as u", "u.id", "e.userId")
    .select(["e.userId", "u.name", "e.verb", "e.targetKind"])
    .where("e.projectId", "=", projectId)
    .groupBy(["e.userId", "u.name", "e.verb", "e.targetKind"])
    .execute();
  const names = new Map(rows.flatMap(({ userId, name }) => (userId !== null && name !== null ? [[userId, name] as const] : [])));
  const sorted = (values: Iterable<string>) => [...new Set(values)].sort();
  return {
    people: [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, "en")),
    verbs: sorted(rows.map(({ verb }) => verb)),
    kinds: sorted(rows.flatMap(({ targetKind }) => targetKind ?? [])),
  };
}
