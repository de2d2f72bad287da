import "server-only";
import { sql } from "kysely";
import type { PoolClient } from "pg";
import type { Scale } from "@/lib/domain/criterion";
import { AppError, found } from "@/lib/domain/errors";
import type { ImportCounts, ImportProblem, ImportSummary, ImportWarning } from "@/lib/domain/import";
import { db, pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

export interface ImportRow extends Omit<ImportSummary, "createdAt" | "finishedAt" | "undoable"> {
  projectId: string;
  scale: Scale | null;
  createdAt: Date;
  finishedAt: Date | null;
}

const selectImport = `
  select id, project_id as "projectId", task_name as "taskName", format, file_name as "fileName", status, counts, problems,
         problem_count as "problemCount", warnings, preview, progress, scale, error, created_at as "createdAt", finished_at as "finishedAt"
  from imports`;

/** Throws not_found. */
export async function getImport(id: string, client: Queryable = pool()): Promise<ImportRow> {
  return found((await client.query<ImportRow>(`${selectImport} where id = $1`, [id])).rows[0], "import");
}

/** Newest first. */
export async function listImports(projectId: string): Promise<ImportRow[]> {
  return (await pool().query<ImportRow>(`${selectImport} where project_id = $1 order by created_at desc limit 200`, [projectId])).rows;
}

/** A new import. `staging`: its file is coming in; `running`: it is written by the very transaction of `client`. */
export async function createImport(
  client: Queryable,
  row: {
    projectId: string;
    status: "staging" | "running";
    taskName?: string | null;
    format: string;
    fileName: string;
    scale?: Scale | null;
    createdById: string;
  },
): Promise<string> {
  const made = await client.query<{ id: string }>(
    "insert into imports (project_id, task_name, format, file_name, status, scale, created_by_id, progress) values ($1, $2, $3, $4, $5, $6, $7, 0) returning id",
    [
      row.projectId,
      row.taskName ?? null,
      row.format,
      row.fileName,
      row.status,
      row.scale ? JSON.stringify(row.scale) : null,
      row.createdById,
    ],
  );
  return found(made.rows[0], "import").id;
}

export interface ImportResult {
  status: "staged" | "running" | "done" | "failed" | "undone";
  counts?: ImportCounts;
  problems?: ImportProblem[];
  problemCount?: number;
  warnings?: ImportWarning[];
  preview?: Record<string, string>[];
  error?: string | null;
  format?: string;
}

/** Writes what is known of an import now, given that it is still in the state `from`; fields left out keep their value. */
export async function updateImport(client: Queryable, id: string, result: ImportResult, from?: ImportResult["status"]): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await client.query(
    `update imports set status = $2, counts = coalesce($3, counts), problems = coalesce($4, problems), problem_count = coalesce($5, problem_count),
       warnings = coalesce($6, warnings), preview = coalesce($7, preview), error = $8, format = coalesce($9, format),
       progress = case when $2 = 'running' then 0 end, finished_at = case when $2 in ('done', 'failed', 'undone') then now() else finished_at end
     where id = $1 and ($10::text is null or status = $10)`,
    [
      id,
      result.status,
      json(result.counts),
      json(result.problems),
      result.problemCount ?? null,
      json(result.warnings),
      json(result.preview),
      result.error ?? null,
      result.format ?? null,
      from ?? null,
    ],
  );
}

/** Puts an import whose writing failed back to staged, unless another writer has finished it since. */
export const failRunningImport = (id: string, result: Omit<ImportResult, "status">): Promise<void> =>
  updateImport(pool(), id, { ...result, status: "staged" }, "running");

/** Progress is written outside the import's transaction, so that others see it. */
export async function reportProgress(id: string, progress: number): Promise<void> {
  await pool().query("update imports set progress = $2 where id = $1 and status in ('staging', 'running')", [id, progress]);
}

export async function deleteImport(id: string, client: Queryable = pool()): Promise<void> {
  await client.query("delete from imports where id = $1", [id]);
}

/** An uploaded file is over the limit. */
export const fileTooLarge = (limitBytes: number): AppError =>
  new AppError(
    "payload_too_large",
    `The file is larger than the ${(limitBytes / 1e6).toLocaleString("en")} MB that may be uploaded. Import it in parts, or on the server with "redline import", which has no limit.`,
  );

/**
 * Deletes what nobody will come back for: uploads that broke off with their process a day ago, and checked files that nobody has imported for a
 * week. An import that is being written is left. Returns how many were deleted.
 */
export async function sweepImports(): Promise<number> {
  const olderThan = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
  const deleted = await db()
    .deleteFrom("imports")
    .where((eb) =>
      eb.or([
        eb("status", "=", "staging").and("createdAt", "<", olderThan(1)),
        eb("status", "in", ["staged", "running"]).and("createdAt", "<", olderThan(7)),
      ]),
    )
    .where((eb) => sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${eb.ref("id")}::text, 7))`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

const chunkBytes = 1 << 20;

/** Stores a file's bytes as they come in, in pieces of one megabyte; returns the size. Refuses more than `limitBytes`. */
export async function storeChunks(importId: string, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<number> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let size = 0;
  let seq = 0;
  const flush = async () => {
    if (held === 0) return;
    await pool().query("insert into import_chunks (import_id, seq, bytes) values ($1, $2, $3)", [importId, seq++, Buffer.concat(parts)]);
    parts = [];
    held = 0;
  };
  for await (const part of source) {
    size += part.byteLength;
    if (size > limitBytes) throw fileTooLarge(limitBytes);
    parts.push(part);
    held += part.byteLength;
    if (held >= chunkBytes) await flush();
  }
  await flush();
  return size;
}

/** A staged file's bytes, one piece in memory at a time. */
export async function* readChunks(importId: string, onProgress?: (share: number) => Promise<void>): AsyncGenerator<Uint8Array> {
  const count = await pool().query<{ n: number }>("select count(*)::int as n from import_chunks where import_id = $1", [importId]);
  const total = count.rows[0]?.n ?? 0;
  for (let seq = 0; seq < total; seq++) {
    const piece = await pool().query<{ bytes: Buffer }>("select bytes from import_chunks where import_id = $1 and seq = $2", [
      importId,
      seq,
    ]);
    yield found(piece.rows[0], "staged file").bytes;
    await onProgress?.((seq + 1) / total);
  }
}

export async function deleteChunks(client: Queryable, importId: string): Promise<void> {
  await client.query("delete from import_chunks where import_id = $1", [importId]);
}

/** Held by the transaction that writes an import: whoever gets it knows that nobody is writing. */
export async function tryLockImport(client: Queryable, id: string): Promise<boolean> {
  const result = await client.query<{ locked: boolean }>("select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as locked", [id]);
  return result.rows[0]?.locked ?? false;
}

/** What has been built on an import since, in words; empty when it can be taken back without loss. */
export async function listUndoObstacles(client: Queryable, importId: string): Promise<string[]> {
  // Locked first, so that nobody is given one of these samples between this look and what the caller does next.
  await client.query("select 1 from samples where import_id = $1 for update", [importId]);
  const result = await client.query<{ work: number; drafts: number; sets: number }>(
    `select
       (select count(*) from assignments a where a.import_id is distinct from $1 and (
          exists (select 1 from samples s where s.id = a.sample_id and s.import_id = $1)
          or exists (select 1 from criteria_sets cs where cs.id = a.criteria_set_id and cs.created_by_import_id = $1)
          or exists (select 1 from runs r where r.id = a.run_id and r.import_id = $1)))::int as work,
       (select count(*) from drafts d join runs r on r.id = d.run_id where r.import_id is distinct from $1 and (
          exists (select 1 from samples s where s.id = d.sample_id and s.import_id = $1)
          or exists (select 1 from criteria_sets cs where cs.id = r.criteria_set_id and cs.created_by_import_id = $1)))::int as drafts,
       (select count(*) from evaluations e join assignments a on a.id = e.assignment_id
        where a.import_id = $1 and e.import_id is distinct from $1)::int as sets`,
    [importId],
  );
  const row = found(result.rows[0], "import");
  return [
    ...(row.work > 0 ? [`${row.work} assignments that annotators or later imports have on its samples`] : []),
    ...(row.drafts > 0 ? [`${row.drafts} drafts of its samples made since`] : []),
    ...(row.sets > 0 ? [`${row.sets} ratings that later imports added to its assignments`] : []),
  ];
}

/** Takes everything an import brought out again, tasks and criteria it made included if nothing else is in them. */
export async function deleteImported(client: Queryable, importId: string): Promise<void> {
  await client.query("delete from evaluations where import_id = $1", [importId]);
  await client.query("delete from assignments where import_id = $1", [importId]);
  await client.query("delete from runs where import_id = $1", [importId]);
  await client.query("delete from samples where import_id = $1", [importId]);
  await client.query(
    `delete from criteria_sets cs where created_by_import_id = $1
       and not exists (select 1 from runs r where r.criteria_set_id = cs.id) and not exists (select 1 from assignments a where a.criteria_set_id = cs.id)`,
    [importId],
  );
  await client.query(
    `delete from tasks t where created_by_import_id = $1 and not exists (select 1 from samples s where s.task_id = t.id)
       and not exists (select 1 from criteria_sets cs where cs.task_id = t.id)`,
    [importId],
  );
  await client.query(
    `delete from annotators n where user_id is null and not exists (select 1 from assignments a where a.annotator_id = n.id)
       and project_id = (select project_id from imports where id = $1)`,
    [importId],
  );
  await client.query(
    `delete from judges j where kind = 'imported' and not exists (select 1 from runs r where r.judge_id = j.id)
       and project_id = (select project_id from imports where id = $1)`,
    [importId],
  );
}
