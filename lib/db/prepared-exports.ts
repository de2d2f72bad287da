import "server-only";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import type { ExportFormat } from "@/lib/domain/export-format";
import { hoursPrepared, type PreparedExport } from "@/lib/domain/prepared-export";
import { carriedTrace } from "@/lib/telemetry/tracing";
import { type Db, db } from "./client";

/** The name under which the writing of exports is queued. */
export const prepareExportJobName = "prepare-export";

/** One at a time: each reads a whole study. */
const queueName = "exports";

/** The queue waits longer after each failure, for some minutes in all. */
const attempts = 6;

/** A prepared export as stored. */
export type PreparedExportRow = Selectable<DB["preparedExports"]>;

/** A prepared export as shown. */
export function preparedExportOf({ createdAt, finishedAt, expiresAt, ...row }: PreparedExportRow): PreparedExport {
  const { id, format, taskId, excluded, status, progress, size, fileName, error } = row;
  const times = {
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
  return { id, format, taskId, excluded, status, progress, size, fileName, error, ...times };
}

const now = sql<Date>`now()`;

/** Those that have not expired. */
const current = (on: Db) =>
  on
    .selectFrom("preparedExports")
    .selectAll()
    .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", now)]));

export const findPreparedExport = async (id: string): Promise<PreparedExportRow | undefined> =>
  await current(db()).where("id", "=", id).executeTakeFirst();

/** Newest first. */
export const listPreparedExports = async (projectId: string): Promise<PreparedExportRow[]> =>
  await current(db()).where("projectId", "=", projectId).orderBy("createdAt", "desc").orderBy("id").limit(200).execute();

export interface AskedExport {
  projectId: string;
  taskId: string | null;
  format: ExportFormat;
  excluded: ExcludedWork;
}

/** The same export, if one is waiting or being written. */
export async function findUnfinishedExport(tx: Db, { projectId, taskId, format, excluded }: AskedExport) {
  return await current(tx)
    .where("projectId", "=", projectId)
    .where("taskId", taskId === null ? "is" : "=", taskId)
    .where("format", "=", format)
    .where("excluded", "=", excluded)
    .where("status", "in", ["waiting", "running"])
    .executeTakeFirst();
}

export const createPreparedExport = async (tx: Db, asked: AskedExport & { createdById: string }): Promise<PreparedExportRow> =>
  await tx.insertInto("preparedExports").values(asked).returningAll().executeTakeFirstOrThrow();

export const deletePreparedExport = async (tx: Db, id: string): Promise<void> => {
  await tx.deleteFrom("preparedExports").where("id", "=", id).execute();
};

/** Deletes a project's prepared exports, which have something that was deleted. */
export const forgetPreparedExports = async (tx: Db, projectIds: readonly string[]): Promise<void> => {
  if (projectIds.length > 0) await tx.deleteFrom("preparedExports").where("projectId", "in", projectIds).execute();
};

/** Queues the writing of an export. If no worker has ever started there is no queue yet; the first one to start looks for work itself. */
export async function wakeExport(exportId: string): Promise<void> {
  try {
    await sql`select graphile_worker.add_job(${prepareExportJobName}, ${JSON.stringify({ exportId, ...carriedTrace() })}::json, queue_name := ${queueName}, job_key := ${`export:${exportId}`}, max_attempts := ${attempts})`.execute(
      db(),
    );
  } catch (error) {
    if (!["3F000", "42883"].includes((error as { code?: string }).code ?? "")) throw error;
  }
}

/** Unfinished exports without a job that will run, as a crash between two statements or of every attempt may leave them. */
export async function listForgottenExports(): Promise<string[]> {
  const forgotten = await db()
    .selectFrom("preparedExports")
    .select("id")
    .where("status", "in", ["waiting", "running"])
    .where(
      ({ ref }) =>
        sql<SqlBool>`not exists (select from graphile_worker.jobs j where j.key = 'export:' || ${ref("id")} and (j.attempts < j.max_attempts or j.locked_at is not null))`,
    )
    .execute();
  return forgotten.map(({ id }) => id);
}

/** Begins to write an export, without what an earlier attempt may have left; undefined if it is finished or gone. */
export async function beginPreparedExport(id: string): Promise<PreparedExportRow | undefined> {
  const begun = await db()
    .updateTable("preparedExports")
    .set({ status: "running", progress: null, size: 0, error: null })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "running"])
    .returningAll()
    .executeTakeFirst();
  if (begun !== undefined) await deleteChunks(id);
  return begun;
}

export async function finishPreparedExport(id: string, file: { fileName: string; contentType: string; size: number }): Promise<void> {
  await db()
    .updateTable("preparedExports")
    .set({ ...file, status: "done", progress: 1, finishedAt: now, expiresAt: sql<Date>`now() + make_interval(hours => ${hoursPrepared})` })
    .where("id", "=", id)
    .execute();
}

/** Says why an export has no file, for as long as it would have been kept. */
export async function failPreparedExport(id: string, error: string): Promise<void> {
  await deleteChunks(id);
  await db()
    .updateTable("preparedExports")
    .set({ status: "failed", error, size: 0, finishedAt: now, expiresAt: sql<Date>`now() + make_interval(hours => ${hoursPrepared})` })
    .where("id", "=", id)
    .execute();
}

/** Deletes what an unfinished attempt has written. */
export const deleteChunks = async (exportId: string): Promise<void> => {
  await db().deleteFrom("preparedExportChunks").where("exportId", "=", exportId).execute();
};

/** Deletes expired files. Returns how many. */
export async function sweepPreparedExports(): Promise<number> {
  const deleted = await db().deleteFrom("preparedExports").where("expiresAt", "<", now).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
