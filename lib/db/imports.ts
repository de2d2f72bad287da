import "server-only";
import { type Selectable, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { Scale } from "@/lib/domain/criterion";
import { found } from "@/lib/domain/errors";
import {
  type ImportCounts,
  type ImportOptions,
  type ImportProblem,
  type ImportSummary,
  type ImportWarning,
  importCounts,
  type SampleChange,
} from "@/lib/domain/import";
import { type FoundColumns, foundColumns } from "@/lib/domain/import-mapping";
import { type Db, db } from "./client";

export interface ImportRow extends Omit<ImportSummary, "undoable"> {
  projectId: string;
  scale: Scale | null;
  options: ImportOptions;
}

function toRow({ createdById: _, createdAt, finishedAt, counts, scale, options, columns, ...row }: Selectable<DB["imports"]>): ImportRow {
  return {
    ...row,
    counts: importCounts.parse(counts),
    scale: scale && { levels: [], ...scale },
    options: options as ImportOptions,
    columns: foundColumns.array().parse(columns),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** An import as shown. */
export function importSummaryOf({ projectId: _, scale: __, options: ___, ...row }: ImportRow): ImportSummary {
  return { ...row, undoable: row.status === "done" };
}

/** Throws not_found. */
export async function getImport(id: string, on: Db = db()): Promise<ImportRow> {
  return toRow(found(await on.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst(), "import"));
}

/** Newest first. */
export async function listImports(projectId: string): Promise<ImportRow[]> {
  const of = db().selectFrom("imports").selectAll().where("projectId", "=", projectId);
  return (await of.orderBy("createdAt", "desc").limit(200).execute()).map(toRow);
}

/** Creates an import. `staging`: its file is being uploaded; `running`: the transaction that creates it also writes it. */
export async function createImport(
  on: Db,
  row: {
    projectId: string;
    status: "staging" | "running";
    taskName?: string | null;
    format: string;
    fileName: string;
    scale?: Scale | null;
    options?: ImportOptions;
    createdById: string;
  },
): Promise<string> {
  const json = { scale: row.scale ? JSON.stringify(row.scale) : null, options: JSON.stringify(row.options ?? {}) };
  const values = { ...row, ...json, progress: 0 };
  return (await on.insertInto("imports").values(values).returning("id").executeTakeFirstOrThrow()).id;
}

export interface ImportResult {
  status: "staged" | "running" | "done" | "failed" | "undone";
  counts?: ImportCounts;
  problems?: ImportProblem[];
  problemCount?: number;
  warnings?: ImportWarning[];
  preview?: Record<string, string>[];
  columns?: FoundColumns[];
  changes?: SampleChange[];
  options?: ImportOptions;
  error?: string | null;
  format?: string;
}

/** Writes what is known of an import now, given that it is still in the state `from`; fields left out keep their value. */
export async function updateImport(on: Db, id: string, result: ImportResult, from?: ImportResult["status"]): Promise<void> {
  const { status, counts, problems, warnings, preview, columns, changes, options, error = null, ...rest } = result;
  const json = { counts, problems, warnings, preview, columns, changes, options };
  const written = Object.entries(json).flatMap(([name, value]) => (value === undefined ? [] : [[name, JSON.stringify(value)]]));
  const ended = status === "done" || status === "failed" || status === "undone";
  await on
    .updateTable("imports")
    .set({ ...rest, ...Object.fromEntries(written), status, error, progress: status === "running" ? 0 : null })
    .$if(ended, (update) => update.set({ finishedAt: sql<Date>`now()` }))
    .where("id", "=", id)
    .$if(from !== undefined, (update) => update.where("status", "=", from ?? status))
    .execute();
  // Rows are imported with triggers switched off, and ratings added to earlier work have none.
  if (status === "done" || status === "undone") await countProjectChanges(on, id);
}

const countProjectChanges = (on: Db, importId: string) =>
  on
    .selectFrom("tasks as t")
    .innerJoin("imports as i", "i.projectId", "t.projectId")
    .select(({ ref }) => sql`count_task_changes(array_agg(${ref("t.id")}))`.as("counted"))
    .where("i.id", "=", importId)
    .execute();

/** Puts an import whose writing failed back to staged, unless another writer has finished it since. */
export const failRunningImport = (id: string, result: Omit<ImportResult, "status">): Promise<void> =>
  updateImport(db(), id, { ...result, status: "staged" }, "running");

/** Progress is written outside the import's transaction, so that others see it. */
export async function reportProgress(id: string, progress: number): Promise<void> {
  await db().updateTable("imports").set({ progress }).where("id", "=", id).where("status", "in", ["staging", "running"]).execute();
}

export async function deleteImport(id: string, on: Db = db()): Promise<void> {
  await on.deleteFrom("imports").where("id", "=", id).execute();
}

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

/** Held by the transaction that writes an import: getting the lock proves that nobody else is writing. */
export async function tryLockImport(tx: Db, id: string): Promise<boolean> {
  const result = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 7)) as locked`.execute(tx);
  return result.rows[0]?.locked ?? false;
}
