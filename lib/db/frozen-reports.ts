import "server-only";
import { type Expression, sql } from "kysely";
import { found } from "@/lib/domain/errors";
import type { FrozenSummary } from "@/lib/domain/frozen-report";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { type Db, db } from "./client";

interface NewFrozenReport {
  id: string;
  projectId: string;
  taskId: string;
  taskName: string;
  name: string;
  hash: string;
  body: string;
  bundle: Uint8Array;
  createdById: string | null;
  createdAt: Date;
}

export async function createFrozenReport(tx: Db, row: NewFrozenReport): Promise<void> {
  await tx
    .insertInto("frozenReports")
    .values({ ...row, bundle: Buffer.from(row.bundle) })
    .execute();
}

/**
 * `settings.filter` of a body, read from its beginning, where it stands: parsing a report of megabytes for it takes a tenth of a second each. Quotes
 * within texts are escaped, so no name looks like it.
 */
const filterIn = (body: Expression<string>) => {
  const found = sql`substring(left(${body}, 20000) from ${String.raw`"filter":(\{(?:"(?:[^"\\]|\\.)*"[:,]?)*\})`})`;
  return sql<FilterTexts>`coalesce(${found}::json, '{}')`;
};

const selectSummaries = () =>
  db()
    .selectFrom("frozenReports as f")
    .leftJoin("users as u", "u.id", "f.createdById")
    .select(["f.id", "f.taskId", "f.taskName as task", "f.name", "f.hash", "f.createdAt", "u.name as frozenBy"])
    .select(({ ref }) => filterIn(ref("f.body")).as("filter"));

const summaryOf = ({ createdAt, ...row }: Omit<FrozenSummary, "frozenAt"> & { createdAt: Date }): FrozenSummary => ({
  ...row,
  frozenAt: createdAt.toISOString(),
});

/** A project's frozen reports, the newest first. */
export async function listFrozenReports(projectId: string): Promise<FrozenSummary[]> {
  const rows = await selectSummaries().where("f.projectId", "=", projectId).orderBy("f.createdAt", "desc").orderBy("f.id").execute();
  return rows.map(summaryOf);
}

/** Throws not_found. */
export async function getFrozenSummary(id: string): Promise<FrozenSummary> {
  return summaryOf(found(await selectSummaries().where("f.id", "=", id).executeTakeFirst(), "frozen report"));
}

/** The project that a frozen report belongs to. Throws not_found. */
export async function getFrozenProject(id: string): Promise<string> {
  const row = await db().selectFrom("frozenReports").select("projectId").where("id", "=", id).executeTakeFirst();
  return found(row, "frozen report").projectId;
}

/** The report as it is sent. Throws not_found. */
export async function getFrozenBody(id: string): Promise<string> {
  return found(await db().selectFrom("frozenReports").select("body").where("id", "=", id).executeTakeFirst(), "frozen report").body;
}

/** The bundle, compressed. Throws not_found. */
export async function getFrozenBundle(id: string) {
  const row = await db().selectFrom("frozenReports").select(["name", "bundle"]).where("id", "=", id).executeTakeFirst();
  return found(row, "frozen report");
}

/** Deletes a frozen report and returns what it was. Throws not_found. */
export async function deleteFrozenReportRow(tx: Db, id: string) {
  const row = await tx.deleteFrom("frozenReports").where("id", "=", id).returning(["name", "taskName as task", "hash"]).executeTakeFirst();
  return found(row, "frozen report");
}

/** The code of each annotator of a project, by id. */
export async function listAnnotatorCodes(projectId: string): Promise<Map<string, string>> {
  const rows = await db().selectFrom("annotators").select(["id", "code"]).where("projectId", "=", projectId).execute();
  return new Map(rows.map(({ id, code }) => [id, code]));
}
