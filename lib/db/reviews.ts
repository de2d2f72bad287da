import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { readCursor } from "@/lib/domain/page";
import { permissions } from "@/lib/domain/policy";
import { type ReviewEntry, type ReviewQueue, type ReviewState, type ReviewVerdict, reviewState } from "@/lib/domain/review";
import { type Db, db } from "./client";
import { calledIn } from "./exported-name";
import { leaseFrom } from "./queue";

const sub = expressionBuilder<DB>();
/** Returned work stays with its annotator this long, however short the task's reservation is. */
const returnedMinutes = 14 * 24 * 60;

/** When a reviewer returned an assignment, if that was the last decision on it. */
export const lastReturn = (assignmentId: Expression<string>) =>
  sub
    .selectFrom("reviews as back")
    .select("back.at")
    .where("back.assignmentId", "=", assignmentId)
    .where("back.verdict", "=", "returned")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("reviews as later")
            .select("later.id")
            .whereRef("later.assignmentId", "=", "back.assignmentId")
            .whereRef("later.seq", ">", "back.seq"),
        ),
      ),
    );

/** Whether an assignment was approved as it was last submitted. */
export const isApproved = (assignment: { id: Expression<string>; submittedAt: Expression<Date | null> }) =>
  sub.exists(
    sub
      .selectFrom("reviews as good")
      .select("good.id")
      .where("good.assignmentId", "=", assignment.id)
      .where("good.verdict", "=", "approved")
      .where(({ ref }) => sql<boolean>`${ref("good.at")} >= ${assignment.submittedAt}`),
  );

/** A task's work that is up for review, with its state. Imported work is not, and neither are exams, calibration and gold. */
const underReview = (taskId: string) =>
  db()
    .selectFrom("assignments as a")
    .select(["a.id", "a.annotatorId", "a.sampleId"])
    .select((eb) => [
      eb
        .case()
        .when("a.status", "=", "open")
        .then(sql.lit<ReviewState>("returned"))
        .when(isApproved({ id: eb.ref("a.id"), submittedAt: eb.ref("a.submittedAt") }))
        .then(sql.lit<ReviewState>("approved"))
        .when(eb.exists(eb.selectFrom("reviews as r").select("r.id").whereRef("r.assignmentId", "=", "a.id")))
        .then(sql.lit<ReviewState>("resubmitted"))
        .else(sql.lit<ReviewState>("not-reviewed"))
        .end()
        .as("state"),
      eb.fn
        .coalesce("a.submittedAt", lastReturn(eb.ref("a.id")).$asScalar())
        .$notNull()
        .as("since"),
    ])
    .where("a.taskId", "=", taskId)
    .where("a.purpose", "=", "work")
    .where("a.importId", "is", null)
    .where((eb) => eb.or([eb("a.status", "=", "submitted"), eb.and([eb("a.status", "=", "open"), eb.exists(lastReturn(eb.ref("a.id")))])]));

export interface ReviewFilter {
  taskId: string;
  state?: ReviewState | undefined;
  annotatorId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A task's work under review, longest waiting first; paged by (time, id). */
export async function listReviewQueue(filter: ReviewFilter): Promise<ReviewQueue> {
  const cursor = readCursor(filter.cursor, "time and id");
  const mine = db()
    .with("work", () => underReview(filter.taskId))
    .selectFrom("work")
    .$if(filter.annotatorId !== undefined, (work) => work.where("work.annotatorId", "=", filter.annotatorId ?? ""));
  const counted = await mine
    .select(({ fn }) => ["work.state", fn.countAll<number>().as("n")])
    .groupBy("work.state")
    .execute();
  const rows = await mine
    .innerJoin("annotators as n", "n.id", "work.annotatorId")
    .innerJoin("samples as s", "s.id", "work.sampleId")
    .select((eb) => [
      "work.id as assignmentId",
      calledIn(sql`${filter.taskId}::uuid`).as("annotator"),
      "s.externalId",
      eb.fn<string>("left", ["s.input", sql.lit(120)]).as("inputStart"),
      "work.state",
      "work.since",
      eb
        .selectFrom("reviews as back")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("back.assignmentId", "=", "work.id")
        .where("back.verdict", "=", "returned")
        .$asScalar()
        .$notNull()
        .as("returned"),
      eb
        .selectFrom("comments as c")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("c.targetId", "=", "work.id")
        .where("c.targetKind", "=", "assignment")
        .$asScalar()
        .$notNull()
        .as("comments"),
      eb.cast<string>("work.since", "text").as("cursorTime"),
    ])
    .$if(filter.state !== undefined, (work) => work.where("work.state", "=", filter.state ?? "returned"))
    .$if(cursor !== null, (work) =>
      work.where(({ eb, refTuple, tuple, cast, val }) =>
        eb(
          refTuple("work.since", "work.id"),
          ">",
          tuple(cast<Date>(val(cursor?.[0] ?? ""), "timestamptz"), cast<string>(val(cursor?.[1] ?? ""), "uuid")),
        ),
      ),
    )
    .orderBy("work.since")
    .orderBy("work.id")
    .limit(filter.limit + 1)
    .execute();
  const shown = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? shown.at(-1) : undefined;
  const items = shown.map(
    ({ externalId, inputStart, since, cursorTime: _, ...entry }): ReviewEntry => ({
      ...entry,
      sample: { externalId, inputStart },
      since: since.toISOString(),
    }),
  );
  const counts = Object.fromEntries(reviewState.options.map((state) => [state, counted.find((row) => row.state === state)?.n ?? 0]));
  return {
    items,
    nextCursor: last ? `${last.cursorTime}_${last.assignmentId}` : null,
    total: null,
    counts: counts as ReviewQueue["counts"],
  };
}

/** The state of one assignment's review; null: it is not up for review. */
export async function findReviewState(assignment: { id: string; taskId: string }): Promise<ReviewState | null> {
  return (await underReview(assignment.taskId).where("a.id", "=", assignment.id).executeTakeFirst())?.state ?? null;
}

/** The work in a task that waits longest for a reviewer, besides this assignment and the reviewer's own; null: none. */
export async function findNextForReview(assignment: { id: string; taskId: string }, userId: string): Promise<string | null> {
  const next = await db()
    .with("work", () => underReview(assignment.taskId))
    .selectFrom("work")
    .innerJoin("annotators as n", "n.id", "work.annotatorId")
    .select("work.id")
    .where("work.state", "in", ["not-reviewed", "resubmitted"])
    .where("work.id", "<>", assignment.id)
    .where((eb) => sql<boolean>`${eb.ref("n.userId")} is distinct from ${userId}`)
    .orderBy("work.since")
    .orderBy("work.id")
    .limit(1)
    .executeTakeFirst();
  return next?.id ?? null;
}

/** What reviewers decided about an assignment, in order. */
export const listReviews = (assignmentId: string) =>
  db()
    .selectFrom("reviews as r")
    .leftJoin("users as u", "u.id", "r.userId")
    .select(["r.verdict", "r.at", "r.userId", "u.name as by"])
    .where("r.assignmentId", "=", assignmentId)
    .orderBy("r.seq")
    .execute();

/** Per criterion of an assignment, how many actions were stored at a moment. */
export const countActionsUntil = (assignmentId: string, at: Date) =>
  db()
    .selectFrom("evaluations as e")
    .leftJoin("actions as x", (join) => join.onRef("x.evaluationId", "=", "e.id").on("x.createdAt", "<=", at))
    .select(({ fn }) => ["e.criterionId", fn.count<number>("x.id").as("actions")])
    .where("e.assignmentId", "=", assignmentId)
    .groupBy("e.criterionId")
    .execute();

/** Records a decision. The caller holds the assignment's lock. Returns how often the work has been returned by now. */
export async function appendReview(tx: Db, review: { assignmentId: string; verdict: ReviewVerdict; userId: string }): Promise<number> {
  const earlier = await tx.selectFrom("reviews").select("verdict").where("assignmentId", "=", review.assignmentId).execute();
  await tx
    .insertInto("reviews")
    .values({ ...review, seq: earlier.length })
    .execute();
  return [...earlier, review].filter(({ verdict }) => verdict === "returned").length;
}

/** Opens submitted work for its annotator again, reserved for two weeks. */
export async function markReturned(tx: Db, id: string): Promise<void> {
  const open = {
    status: "open" as const,
    fresh: false,
    submittedAt: null,
    leasedUntil: leaseFrom(returnedMinutes),
    updatedAt: sql<Date>`now()`,
  };
  await tx.updateTable("assignments").set(open).where("id", "=", id).execute();
}

/** Whether anyone but its annotator has commented on work since a moment. */
export async function hasCommentsSince(
  tx: Db,
  assignment: { id: string; userId: string | null; submittedAt: Date | null },
): Promise<boolean> {
  const comment = await tx
    .selectFrom("comments")
    .select("id")
    .where("targetKind", "=", "assignment")
    .where("targetId", "=", assignment.id)
    .where((eb) => sql<boolean>`${eb.ref("userId")} is distinct from ${assignment.userId}`)
    .where("at", ">=", assignment.submittedAt ?? new Date(0))
    .limit(1)
    .executeTakeFirst();
  return comment !== undefined;
}

/** Whether a user may still rate in a project. */
export async function isAnnotating(tx: Db, projectId: string, userId: string): Promise<boolean> {
  const user = await tx
    .selectFrom("users as u")
    .leftJoin("memberships as m", (join) => join.onRef("m.userId", "=", "u.id").on("m.projectId", "=", projectId))
    .select("u.id")
    .where("u.id", "=", userId)
    .where((eb) => eb.or([eb("m.role", "in", permissions["work.do"]), eb("u.role", "=", "admin")]))
    .executeTakeFirst();
  return user !== undefined;
}
