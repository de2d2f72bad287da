import "server-only";
import { sql } from "kysely";
import { amongWork } from "@/lib/domain/assignment";
import type { ThreadTarget } from "@/lib/domain/comment";
import { found } from "@/lib/domain/errors";
import type { ThreadPerson, ThreadPlace } from "@/lib/domain/thread";
import { isCalibrated } from "./calibrated";
import { type Db, db } from "./client";
import { goesByCode } from "./exported-name";
import { isInWork } from "./samples-in-work";

interface NewComment {
  taskId: string;
  targetKind: "criteria-round" | ThreadTarget;
  targetId: string;
  place: string | null;
  userId: string;
  text: string;
}

/** Adds a message to a thread, and who it mentions. */
export async function appendComment(tx: Db, comment: NewComment, mentioned: readonly string[] = []): Promise<string> {
  const { id } = await tx.insertInto("comments").values(comment).returning("id").executeTakeFirstOrThrow();
  if (mentioned.length > 0)
    await tx
      .insertInto("mentions")
      .values(mentioned.map((userId) => ({ commentId: id, userId })))
      .execute();
  return id;
}

/** All messages about a target, oldest first, each with its place and its author; `name` null: the account was deleted. */
export async function listComments(targetKind: NewComment["targetKind"], targetIds: string[], on: Db = db()) {
  return on
    .selectFrom("comments as c")
    .leftJoin("users as u", "u.id", "c.userId")
    .select(["c.id", "c.targetId", "c.place", "c.userId", "u.name", "c.text", "c.at"])
    .where("c.targetKind", "=", targetKind)
    .where("c.targetId", "=", ({ fn, val }) => fn.any(val(targetIds)))
    .orderBy("c.at")
    .orderBy("c.id")
    .execute();
}

/** Tasks with what decides whether somebody still rates in them. */
export const tasksFor = (on: Db, userId: string) =>
  on
    .selectFrom("tasks as t")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .select((eb) => {
      const plans = eb.selectFrom("studyPlans as plan").whereRef("plan.taskId", "=", "t.id").select(eb.fn.countAll<number>().as("n"));
      return [
        "t.id as taskId",
        "t.projectId",
        "t.name as taskName",
        "p.name as projectName",
        eb
          .or([eb("t.archivedAt", "is not", null), eb("p.archivedAt", "is not", null)])
          .$castTo<boolean>()
          .as("archived"),
        plans.where("plan.status", "=", "running").$asScalar().$notNull().as("running"),
        plans.where("plan.status", "=", "closed").$asScalar().$notNull().as("closed"),
        goesByCode(eb.ref("t.id")).$castTo<boolean>().as("byCode"),
        eb
          .selectFrom("assignments as mine")
          .innerJoin("annotators as me", "me.id", "mine.annotatorId")
          .whereRef("mine.taskId", "=", "t.id")
          .where("mine.status", "=", "open")
          .where("mine.purpose", "in", amongWork)
          .where("me.userId", "=", userId)
          .select(eb.fn.countAll<number>().as("n"))
          .$asScalar()
          .$notNull()
          .as("open"),
      ];
    });

/** A thread's place as somebody finds it, with what its target is; `criteriaSetId` and `swapped` of somebody's work. Throws not_found. */
export async function getThread(
  { on, id }: { on: ThreadTarget; id: string },
  userId: string,
): Promise<ThreadPlace & { criteriaSetId: string | null; swapped: boolean }> {
  const at = found(await findTarget(on, id), on);
  const { sampleId, ...place } = at;
  return { on, ...(await stateOf({ taskId: at.taskId, targetId: id, sampleId }, userId)), ...place };
}

/** A sample's thread as somebody finds it; the sample is in the task. */
export const getSampleThread = async (
  { taskId, sampleId }: { taskId: string; sampleId: string },
  userId: string,
): Promise<ThreadPlace> => ({
  on: "sample",
  ownerId: null,
  ...(await stateOf({ taskId, targetId: sampleId, sampleId }, userId)),
});

/** `sampleId`: what the thread, or the work it is on, is about; null: no sample. */
const stateOf = ({ taskId, targetId, sampleId }: { taskId: string; targetId: string; sampleId: string | null }, userId: string) =>
  tasksFor(db(), userId)
    .select(({ cast, val }) => [
      isCalibrated(cast<string>(val(targetId), "uuid"), userId)
        .$castTo<boolean>()
        .as("calibrated"),
      isInWork(cast<string>(val(sampleId), "uuid"), userId)
        .$castTo<boolean>()
        .as("withheld"),
    ])
    .where("t.id", "=", taskId)
    .executeTakeFirstOrThrow();

async function findTarget(on: ThreadTarget, id: string) {
  const none = { ownerId: null, criteriaSetId: null, swapped: false };
  if (on === "sample") {
    const sample = await db().selectFrom("samples").select(["taskId", "id as sampleId"]).where("id", "=", id).executeTakeFirst();
    return sample && { ...sample, ...none };
  }
  if (on === "criterion") {
    const sets = db().selectFrom("criteria as c").innerJoin("criteriaSets as s", "s.id", "c.criteriaSetId");
    const criterion = await sets.select("s.taskId").where("c.id", "=", id).executeTakeFirst();
    return criterion && { ...criterion, ...none, sampleId: null };
  }
  return db()
    .selectFrom("assignments as a")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .select(["a.taskId", "a.sampleId", "n.userId as ownerId", "a.criteriaSetId", "a.swapped"])
    .where("a.id", "=", id)
    .executeTakeFirst();
}

/** The members of a project, and others by id, as threads name them. */
export function listThreadPeople(projectId: string, others: readonly string[]): Promise<ThreadPerson[]> {
  return db()
    .selectFrom("users as u")
    .leftJoin("memberships as m", (join) => join.onRef("m.userId", "=", "u.id").on("m.projectId", "=", projectId))
    .leftJoin("annotators as n", (join) => join.onRef("n.userId", "=", "u.id").on("n.projectId", "=", projectId))
    .select((eb) => [
      "u.id as userId",
      "u.name",
      "m.role",
      "n.code",
      sql<boolean>`coalesce(${eb.ref("u.role")} = 'admin', false)`.as("instanceAdmin"),
    ])
    .where((eb) => eb.or([eb("m.role", "is not", null), eb("u.id", "=", eb.fn.any(eb.val([...others])))]))
    .orderBy("u.name")
    .orderBy("u.id")
    .execute();
}

/** Who is mentioned in comments, by comment. */
export async function listMentioned(commentIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db()
    .selectFrom("mentions")
    .select(["commentId", "userId"])
    .where("commentId", "=", ({ fn, val }) => fn.any(val([...commentIds])))
    .execute();
  const mentioned = new Map<string, Set<string>>();
  for (const { commentId, userId } of rows) mentioned.set(commentId, (mentioned.get(commentId) ?? new Set()).add(userId));
  return mentioned;
}

/** One comment of a thread, or null. It stays as it is until the transaction ends. */
export async function findComment(tx: Db, id: string) {
  return (await tx.selectFrom("comments").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()) ?? null;
}

/** Deletes a comment unless somebody else has written in its thread since; returns whether it is gone. */
export async function deleteUnanswered(tx: Db, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom("comments as c")
    .where("c.id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("comments as later")
            .select("later.id")
            .whereRef("later.targetKind", "=", "c.targetKind")
            .whereRef("later.targetId", "=", "c.targetId")
            .where((eb) => sql<boolean>`${eb.ref("later.place")} is not distinct from ${eb.ref("c.place")}`)
            .where((eb) => sql<boolean>`${eb.ref("later.userId")} is distinct from ${eb.ref("c.userId")}`)
            .where((eb) => eb(eb.refTuple("later.at", "later.id"), ">", eb.refTuple("c.at", "c.id"))),
        ),
      ),
    )
    .returning("c.id")
    .executeTakeFirst();
  return gone !== undefined;
}
