import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import { type ChapterChoice, chapterChoices } from "@/lib/domain/report-chapter-names";
import { filterKey, type ReportFilter } from "@/lib/domain/report-filter";
import { type Db, db, inTransaction, lockPool } from "./client";

/** Which report: of a task, without excluded people or with them, of all or what a filter leaves. */
export interface ReportKey {
  taskId: string;
  view: ExcludedWork;
  filter?: ReportFilter;
}

/** A report to compute, the open chapter `first`; or for the time being the values alone that a reader of a chapter needs. */
export type ReportJob = ReportKey & { projectId: string; valuesFor?: ChapterChoice; first?: ChapterChoice };

/** How many reports of a task narrowed by a filter are kept. */
const filteredKept = 40;

const storedUnder = ({ taskId, view, filter = {} }: ReportKey) => {
  const narrowed = filterKey(filter);
  return { taskId, view, filter: narrowed === "" ? "" : createHash("sha256").update(narrowed).digest("hex") };
};

const stored = (key: ReportKey) => {
  const { taskId, view, filter } = storedUnder(key);
  return db().selectFrom("storedReports").where("taskId", "=", taskId).where("view", "=", view).where("filter", "=", filter);
};

/** The newest computed report, as it is sent; null: none yet. */
export const findStoredReport = async (key: ReportKey) =>
  (await stored(key).select(["dataVersion", "body", "readAt"]).executeTakeFirst()) ?? null;

/** The version of the data that the newest computed report is of; null: none yet. */
export const findStoredVersion = async (key: ReportKey): Promise<string | null> =>
  (await stored(key).select("dataVersion").executeTakeFirst())?.dataVersion ?? null;

/** The version under which a report's values are stored until its intervals are computed: never that of the newest data. */
export const valuesOf = (dataVersion: string, chapter: ChapterChoice): string => `values for ${chapter} of ${dataVersion}`;

/** The same for a chapter with its intervals, until the others are computed. */
export const chapterOf = (dataVersion: string, chapter: ChapterChoice): string => `chapter ${chapter} of ${dataVersion}`;

const partMark = new RegExp(`^(?:values for|chapter) (${chapterChoices.join("|")}) of `, "u");

/** For a reader of which chapter a part of a report was computed; null: it is the whole report. */
export const heldChapter = ({ dataVersion }: { dataVersion: string }): ChapterChoice | null =>
  (partMark.exec(dataVersion)?.[1] as ChapterChoice | undefined) ?? null;

/** Stores a computed report in place of the previous one. The oldest filtered reports are dropped to make room. */
export async function storeReport(key: ReportKey, report: { dataVersion: string; body: string; readAt: Date }): Promise<void> {
  const { taskId, ...place } = storedUnder(key);
  await db()
    .insertInto("storedReports")
    .values({ taskId, ...place, ...report })
    .onConflict((conflict) => conflict.columns(["taskId", "view", "filter"]).doUpdateSet(report))
    .execute();
  if (place.filter === "") return;
  await db()
    .deleteFrom("storedReports")
    .where("taskId", "=", taskId)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("view", "filter"),
        "in",
        selectFrom("storedReports as old")
          .select(["old.view", "old.filter"])
          .where("old.taskId", "=", taskId)
          .where("old.filter", "<>", "")
          .orderBy("old.readAt", "desc")
          .offset(filteredKept)
          .$asTuple("view", "filter"),
      ),
    )
    .execute();
}

/** Deletes the computed reports of projects; they are computed anew when somebody asks. */
export async function forgetReports(tx: Db, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  const tasks = tx.selectFrom("tasks").select("id").where("projectId", "in", projectIds);
  await tx.deleteFrom("storedReports").where("taskId", "in", tasks).execute();
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
export const whileAlone = <T>(key: ReportKey, work: () => Promise<T>): Promise<T> =>
  inTransaction(async (tx) => {
    const { taskId, view, filter } = storedUnder(key);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${taskId} ${view} ${filter}`}, 0))`.execute(tx);
    return work();
  }, lockPool());
