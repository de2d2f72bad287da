import "server-only";
import { expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { type AssignmentStatus, type AssignmentSummary, amongWork } from "@/lib/domain/assignment";
import { type Page, readCursor } from "@/lib/domain/page";
import type { AnnotatorProgress, ProgressFilter } from "@/lib/domain/project";
import { db } from "./client";
import { calledIn } from "./exported-name";
import { isApproved, lastReturn } from "./reviews";

const sub = expressionBuilder<DB>();

/** The work of a task that counts as progress, as far as it is asked for. */
const countedWork = (taskId: string, { arm, system, subset, annotator }: ProgressFilter) =>
  sub
    .selectFrom("assignments as counted")
    .innerJoin("samples as s", "s.id", "counted.sampleId")
    .select("counted.id")
    .where("counted.taskId", "=", taskId)
    .where("counted.purpose", "=", "work")
    .$if(arm !== undefined, (q) => q.where("counted.arm", "=", arm ?? "unstated"))
    .$if(annotator !== undefined, (q) => q.where("counted.annotatorId", "=", annotator ?? ""))
    .$if(subset !== undefined, (q) => q.where("s.subset", "=", subset ?? ""))
    .$if(system !== undefined, (q) => q.where((eb) => eb.or([eb("s.system", "=", system ?? ""), eb("s.systemB", "=", system ?? "")])));

/** Each annotator's progress in a task, or in the part of it that is asked for. One query; imported work counts as submitted. */
export async function listAnnotatorProgress(taskId: string, filter: ProgressFilter = {}): Promise<AnnotatorProgress[]> {
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const rows = await db()
    .with("timed", (q) =>
      q
        .selectFrom("assignments as a")
        .innerJoin("evaluations as e", "e.assignmentId", "a.id")
        .select(({ fn, ref }) => ["a.annotatorId", sql<number>`${fn.sum("e.durationMs")} / 1000.0`.as("seconds"), ref("a.id").as("id")])
        .where("a.taskId", "=", taskId)
        .where("a.status", "=", "submitted")
        .where("a.purpose", "=", "work")
        .$if(isNarrowed, (narrowed) => narrowed.where("a.id", "in", countedWork(taskId, filter)))
        .groupBy("a.id")
        .having(({ fn, ref }) => fn<boolean>("bool_and", [sql`coalesce(${ref("e.durationMs")}, 0) > 0`])),
    )
    .selectFrom("assignments as a")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .select((eb) => [
      "n.id as annotatorId",
      calledIn(sql`${taskId}::uuid`).as("name"),
      eb("n.userId", "is not", null).$castTo<boolean>().as("hasAccount"),
      eb.fn.countAll<number>().filterWhere("a.status", "=", "open").as("open"),
      eb.fn.countAll<number>().filterWhere("a.status", "=", "submitted").as("submitted"),
      eb.fn.countAll<number>().filterWhere("a.status", "=", "skipped").as("skipped"),
      eb.fn.count<number>("a.flag").as("flagged"),
      eb.fn
        .countAll<number>()
        .filterWhere(isApproved({ id: eb.ref("a.id"), submittedAt: eb.ref("a.submittedAt") }))
        .as("approved"),
      eb
        .selectFrom("timed")
        .select(({ ref }) =>
          sql<number | null>`(percentile_cont(0.5) within group (order by ${ref("timed.seconds")}))::float8`.as("median"),
        )
        .whereRef("timed.annotatorId", "=", "n.id")
        .as("medianSampleSeconds"),
      eb.fn.max("a.updatedAt").as("lastActiveAt"),
    ])
    .where("a.taskId", "=", taskId)
    .where("a.purpose", "=", "work")
    .$if(isNarrowed, (narrowed) => narrowed.where("a.id", "in", countedWork(taskId, filter)))
    .groupBy("n.id")
    .orderBy("name")
    .execute();
  return rows.map((row) => ({ ...row, lastActiveAt: row.lastActiveAt.toISOString() }));
}

export interface AssignmentFilter {
  taskId: string;
  annotatorId?: string;
  userId?: string;
  /**
   * As their annotator may see them: samples by their number instead of their id, which may reveal a system, and those whose answers are known among
   * the work. Otherwise the work alone.
   */
  own?: boolean;
  status?: AssignmentStatus;
  cursor?: string;
  limit: number;
}

/** A task's assignments without those that are only prepared, most recently touched first; paged by (time, id). */
export async function listAssignmentSummaries(filter: AssignmentFilter): Promise<Page<AssignmentSummary>> {
  const cursor = readCursor(filter.cursor, "time and id");
  let page = summaries(filter.taskId, filter.own ?? false)
    .where("a.status", "<>", "prepared")
    .orderBy("a.updatedAt", "desc")
    .orderBy("a.id", "desc")
    .limit(filter.limit + 1);
  if (filter.annotatorId !== undefined) page = page.where("a.annotatorId", "=", filter.annotatorId);
  if (filter.userId !== undefined) page = page.where("n.userId", "=", filter.userId);
  if (filter.status !== undefined) page = page.where("a.status", "=", filter.status);
  if (cursor !== null) {
    const [time, id] = cursor;
    page = page.where(({ eb, refTuple, tuple, cast, val }) =>
      eb(refTuple("a.updatedAt", "a.id"), "<", tuple(cast<Date>(val(time), "timestamptz"), cast<string>(val(id), "uuid"))),
    );
  }
  const found = await page.execute();
  const rows = found.slice(0, filter.limit);
  const last = found.length > filter.limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(({ sampleId, externalId, inputStart, leasedUntil, updatedAt, submittedAt, cursorTime: _, ...row }) => ({
      ...row,
      sample: { id: sampleId, externalId, inputStart },
      leasedUntil: leasedUntil?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
      submittedAt: submittedAt?.toISOString() ?? null,
    })),
    nextCursor: last ? `${last.cursorTime}_${last.id}` : null,
    total: null,
  };
}

const summaries = (taskId: string, own: boolean) =>
  db()
    .selectFrom("assignments as a")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .select((eb) => [
      "a.id",
      eb.ref("a.status").$castTo<AssignmentStatus>().as("status"),
      "a.arm",
      (own ? eb.ref("n.name") : calledIn(eb.ref("a.taskId"))).as("annotator"),
      "s.id as sampleId",
      (own
        ? eb
            .selectFrom("assignments as earlier")
            .select(({ fn, cast }) => cast<string>(fn.countAll(), "text").as("number"))
            .whereRef("earlier.taskId", "=", "a.taskId")
            .whereRef("earlier.annotatorId", "=", "a.annotatorId")
            .where("earlier.purpose", "in", amongWork)
            .where((of) => of(of.refTuple("earlier.createdAt", "earlier.id"), "<=", of.refTuple("a.createdAt", "a.id")))
            .$asScalar()
            .$notNull()
        : eb.ref("s.externalId")
      ).as("externalId"),
      eb.fn<string>("left", ["s.input", sql.lit(120)]).as("inputStart"),
      eb
        .selectFrom("evaluations as e")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("e.assignmentId", "=", "a.id")
        .where("e.complete", "=", true)
        .$asScalar()
        .$notNull()
        .as("complete"),
      eb
        .selectFrom("criteria as c")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("c.criteriaSetId", "=", "a.criteriaSetId")
        .where((one) => one.or([one("c.sampleId", "is", null), one("c.sampleId", "=", one.ref("a.sampleId"))]))
        .$asScalar()
        .$notNull()
        .as("criteria"),
      "a.flag",
      "a.skipReason",
      eb
        .and([eb("a.status", "=", "open"), eb.exists(lastReturn(eb.ref("a.id")))])
        .$castTo<boolean>()
        .as("returned"),
      "a.leasedUntil",
      "a.updatedAt",
      "a.submittedAt",
      eb.cast<string>("a.updatedAt", "text").as("cursorTime"),
    ])
    .where("a.taskId", "=", taskId)
    .where("a.purpose", "in", own ? amongWork : ["work"]);
