import "server-only";
import { sql } from "kysely";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import { db, inTransaction, longPool } from "./client";

/** Which report: of a task, without excluded people or with them. */
export interface ReportKey {
  taskId: string;
  view: ExcludedWork;
}

/** The newest computed report, as it is sent; null: none yet. */
export async function findStoredReport({ taskId, view }: ReportKey) {
  const query = db().selectFrom("storedReports").select(["dataVersion", "body", "readAt"]);
  return (await query.where("taskId", "=", taskId).where("view", "=", view).executeTakeFirst()) ?? null;
}

/** The version of the data that the newest computed report is of; null: none yet. */
export async function findStoredVersion({ taskId, view }: ReportKey): Promise<string | null> {
  const query = db().selectFrom("storedReports").select("dataVersion");
  return (await query.where("taskId", "=", taskId).where("view", "=", view).executeTakeFirst())?.dataVersion ?? null;
}

/** Stores a computed report in place of the one before. */
export async function storeReport(key: ReportKey, report: { dataVersion: string; body: string; readAt: Date }): Promise<void> {
  await db()
    .insertInto("storedReports")
    .values({ ...key, ...report })
    .onConflict((conflict) => conflict.columns(["taskId", "view"]).doUpdateSet(report))
    .execute();
}

/** Ratings of a task submitted after a moment. */
export async function countNewerRatings(taskId: string, since: Date): Promise<number> {
  const { n } = await db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("a.taskId", "=", taskId)
    .where("a.status", "=", "submitted")
    .where("a.submittedAt", ">", since)
    .where("e.score", "is not", null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Runs `work` while no other process does the same for this report. */
export const whileAlone = <T>({ taskId, view }: ReportKey, work: () => Promise<T>): Promise<T> =>
  inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${taskId} ${view}`}, 0))`.execute(tx);
    return work();
  }, longPool());
