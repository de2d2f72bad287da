import "server-only";
import { type Expression, sql } from "kysely";
import type { ProjectStorage, SlowStatement } from "@/lib/domain/instance";
import { db } from "./client";

const tenMinutesMs = 600_000;
let held: { at: number; projects: Promise<ProjectStorage[] | null> } | null = null;

/** What each project takes, largest first; null: measuring took longer than a statement may. Measured at most every ten minutes, or as often as asked. */
export function readProjectStorage(maxAgeMs = tenMinutesMs): Promise<ProjectStorage[] | null> {
  const now = performance.now();
  if (held === null || now - held.at >= maxAgeMs) held = { at: now, projects: measure().catch(onTrouble) };
  return held.projects;
}

const cancelled = "57014";

function onTrouble(error: unknown): null {
  held = null;
  if ((error as { code?: string }).code === cancelled) return null;
  throw error;
}

type Part = "samples" | "drafts" | "exchanges" | "work" | "files";
const part = (name: Part) => sql.lit<Part>(name).as("part");
const bytes = (...sizes: Expression<unknown>[]) => sql<number>`sum(${sql.join(sizes, sql` + `)})`.as("bytes");
const sizeOf = (of: Expression<unknown>) => sql`coalesce(pg_column_size(${of}), 0)`;

function parts() {
  const ofRuns = db().selectFrom("runs as r").innerJoin("tasks as t", "t.id", "r.taskId").groupBy("t.projectId");
  const samples = db()
    .selectFrom("samples as s")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .groupBy("t.projectId")
    .select(({ ref }) => {
      const held = (["s.input", "s.output", "s.outputB", "s.reference", "s.metadata"] as const).map((column) => sizeOf(ref(column)));
      return ["t.projectId", part("samples"), bytes(...held)];
    });
  const drafts = ofRuns
    .innerJoin("drafts as d", "d.runId", "r.id")
    .select(({ ref }) => ["t.projectId", part("drafts"), bytes(sizeOf(ref("d.items")), sizeOf(ref("d.raw")), sizeOf(ref("d.details")))]);
  const exchanges = ofRuns
    .innerJoin("exchanges as e", "e.runId", "r.id")
    .select(({ ref }) => ["t.projectId", part("exchanges"), bytes(sizeOf(ref("e.request")), sizeOf(ref("e.reply")))]);
  const work = db()
    .selectFrom("actions as a")
    .innerJoin("evaluations as v", "v.id", "a.evaluationId")
    .innerJoin("assignments as g", "g.id", "v.assignmentId")
    .innerJoin("tasks as t", "t.id", "g.taskId")
    .groupBy("t.projectId")
    .select(["t.projectId", part("work"), bytes(sizeOf(sql`a.*`))]);
  const images = db()
    .selectFrom("images as i")
    .innerJoin("imports as m", "m.id", "i.importId")
    .groupBy("m.projectId")
    .select(({ ref }) => ["m.projectId", part("files"), bytes(sql`octet_length(${ref("i.bytes")})`)]);
  const reports = db()
    .selectFrom("frozenReports as f")
    .groupBy("f.projectId")
    .select(({ ref }) => ["f.projectId", part("files"), bytes(sizeOf(ref("f.bundle")), sizeOf(ref("f.body")))]);
  const exports = db()
    .selectFrom("preparedExports as x")
    .where("x.status", "=", "done")
    .groupBy("x.projectId")
    .select(({ ref }) => ["x.projectId", part("files"), bytes(ref("x.size"))]);
  return samples.unionAll(drafts).unionAll(exchanges).unionAll(work).unionAll(images).unionAll(reports).unionAll(exports);
}

const measure = (): Promise<ProjectStorage[]> =>
  db()
    .selectFrom("projects as p")
    .leftJoin(parts().as("x"), "x.projectId", "p.id")
    .select(["p.id as projectId", "p.name"])
    .select(({ ref }) => {
      const sum = (name: Part) =>
        sql<number>`coalesce(sum(${ref("x.bytes")}) filter (where ${ref("x.part")} = ${sql.lit(name)}), 0)::float8`.as(`${name}Bytes`);
      return [sum("samples"), sum("drafts"), sum("exchanges"), sum("work"), sum("files")];
    })
    .where("p.deletedAt", "is", null)
    .groupBy(["p.id", "p.name"])
    .orderBy(
      ({ fn }) => fn.sum("x.bytes"),
      (order) => order.desc().nullsLast(),
    )
    .orderBy("p.name")
    .execute();

/** No such view, not loaded by the server, or not ours to read. */
const notCollected = ["42P01", "55000", "42501", "42703"];
const mostSlow = 10;

/**
 * The statements on which the database spent most time, where pg_stat_statements collects them; null where not. Statements other than reads and writes
 * are left out: their values are not replaced by places.
 */
export async function listSlowStatements(): Promise<SlowStatement[] | null> {
  try {
    const { rows } = await sql<SlowStatement>`
      select left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as statement, calls::float8 as calls, mean_exec_time as "meanMs", total_exec_time as "totalMs"
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query ~* '^\\s*(select|insert|update|delete|with)\\M'
      order by total_exec_time desc limit ${mostSlow}`.execute(db());
    return rows;
  } catch (error) {
    if (notCollected.includes((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}
