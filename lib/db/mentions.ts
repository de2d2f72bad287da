import "server-only";
import { sql } from "kysely";
import { threadTarget } from "@/lib/domain/comment";
import { isCalibrated } from "./calibrated";
import { db } from "./client";
import { tasksFor } from "./comments";
import { isInWork } from "./samples-in-work";

/** The newest comments that mention a user, with what decides whether they may read them. */
export async function listMentionRows(userId: string, limit: number) {
  const rows = await db()
    .selectFrom("mentions as m")
    .innerJoin("comments as c", "c.id", "m.commentId")
    .innerJoin(tasksFor(db(), userId).as("t"), "t.taskId", "c.taskId")
    .leftJoin("assignments as a", "a.id", "c.targetId")
    .leftJoin("annotators as owner", "owner.id", "a.annotatorId")
    .selectAll("t")
    .select(["c.id as commentId", "c.targetKind", "c.targetId", "c.place", "c.userId", "c.text", "c.at"])
    .select((eb) => ["owner.userId as ownerId", eb.fn.coalesce("a.swapped", sql<boolean>`false`).as("swapped"), "m.seenAt"])
    .select(({ ref, fn }) => [
      isCalibrated(ref("c.targetId"), userId).$castTo<boolean>().as("calibrated"),
      isInWork(fn.coalesce("a.sampleId", "c.targetId"), userId).$castTo<boolean>().as("withheld"),
    ])
    .where("m.userId", "=", userId)
    .orderBy("c.at", "desc")
    .orderBy("c.id")
    .limit(limit)
    .execute();
  return rows.flatMap(({ targetKind, ...row }) => {
    const on = threadTarget.safeParse(targetKind);
    return on.success ? [{ ...row, on: on.data }] : [];
  });
}

/** Marks comments as seen by a user whom they mention. */
export async function markMentionsSeen(userId: string, commentIds: readonly string[]): Promise<void> {
  await db()
    .updateTable("mentions")
    .set({ seenAt: sql<Date>`now()` })
    .where("userId", "=", userId)
    .where("seenAt", "is", null)
    .where("commentId", "=", ({ fn, val }) => fn.any(val([...commentIds])))
    .execute();
}
