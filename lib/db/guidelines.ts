import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { found } from "@/lib/domain/errors";
import type { GuidelineVersion } from "@/lib/domain/guidelines";
import { type Db, db } from "./client";
import { calledIn } from "./exported-name";

const sub = expressionBuilder<DB>();

const inForce = (taskId: Expression<string>) =>
  sub.selectFrom("guidelineVersions as force").where("force.taskId", "=", taskId).orderBy("force.version", "desc").limit(1);

/** The text of a task's guidelines; empty if there are none. */
export const guidelinesOf = (taskId: Expression<string>) => sub.fn.coalesce(inForce(taskId).select("force.text"), sql.lit(""));

/** Whether an annotator has read a task's guidelines, or there is nothing to read. */
export const hasReadGuidelines = (taskId: Expression<string>, annotatorId: Expression<string>) =>
  sub.not(
    sub.exists(
      sub
        .selectFrom(inForce(taskId).select(["force.id", "force.text"]).as("wanted"))
        .select("wanted.id")
        .where("wanted.text", "<>", "")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("guidelineReadings as reading")
                .select("reading.at")
                .whereRef("reading.guidelineId", "=", "wanted.id")
                .where("reading.annotatorId", "=", annotatorId),
            ),
          ),
        ),
    ),
  );

/**
 * Makes a text the task's guidelines, as a new version unless it is in force already; returns the text before. The caller holds the task's lock, or has
 * made the task.
 */
export async function appendGuidelines(
  tx: Db,
  { taskId, text, userId }: { taskId: string; text: string; userId: string | null },
): Promise<string> {
  const latest = await tx
    .selectFrom("guidelineVersions")
    .select(["version", "text"])
    .where("taskId", "=", taskId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  const before = latest?.text ?? "";
  if (text === before) return before;
  await tx
    .insertInto("guidelineVersions")
    .values({ taskId, version: (latest?.version ?? 0) + 1, text, createdById: userId })
    .execute();
  return before;
}

/** The guidelines that an annotator has to read before more work, with the version they read last; null: none. */
export async function findUnreadGuidelines(taskId: string, annotatorId: string) {
  const unread = await db()
    .selectFrom(inForce(sql`${taskId}::uuid`).select(["force.version", "force.text"]).as("wanted"))
    .select(["wanted.version", "wanted.text"])
    .select(({ selectFrom }) =>
      selectFrom("guidelineReadings as reading")
        .innerJoin("guidelineVersions as v", "v.id", "reading.guidelineId")
        .select("v.text")
        .where("v.taskId", "=", taskId)
        .where("reading.annotatorId", "=", annotatorId)
        .orderBy("v.version", "desc")
        .limit(1)
        .as("before"),
    )
    .where(({ not }) => not(hasReadGuidelines(sql`${taskId}::uuid`, sql`${annotatorId}::uuid`)))
    .executeTakeFirst();
  return unread ?? null;
}

/** Notes that an annotator has read a version; repeating it changes nothing. Throws not_found. */
export async function noteReading(input: { taskId: string; annotatorId: string; version: number }): Promise<void> {
  const { taskId, annotatorId, version } = input;
  const made = await db()
    .insertInto("guidelineReadings")
    .columns(["guidelineId", "annotatorId"])
    .expression((eb) =>
      eb
        .selectFrom("guidelineVersions as v")
        .select(({ cast, val }) => ["v.id", cast<string>(val(annotatorId), "uuid").as("annotatorId")])
        .where("v.taskId", "=", taskId)
        .where("v.version", "=", version),
    )
    .onConflict((again) => again.columns(["guidelineId", "annotatorId"]).doUpdateSet({ annotatorId }))
    .returning("guidelineId")
    .executeTakeFirst();
  found(made, "version of these guidelines");
}

/** Versions of a task's guidelines, the newest first, with who has read each. */
export async function listGuidelineVersions(taskId: string): Promise<GuidelineVersion[]> {
  const [versions, readings] = await Promise.all([
    db()
      .selectFrom("guidelineVersions as v")
      .leftJoin("users as u", "u.id", "v.createdById")
      .select(["v.id", "v.version", "v.text", "v.createdAt"])
      .select(({ fn }) => fn.coalesce("u.name", "v.createdById").as("createdBy"))
      .where("v.taskId", "=", taskId)
      .orderBy("v.version", "desc")
      .execute(),
    db()
      .selectFrom("guidelineReadings as reading")
      .innerJoin("guidelineVersions as v", "v.id", "reading.guidelineId")
      .innerJoin("annotators as n", "n.id", "reading.annotatorId")
      .select(["v.id", calledIn(sql`${taskId}::uuid`).as("name"), "reading.at"])
      .where("v.taskId", "=", taskId)
      .orderBy("name")
      .execute(),
  ]);
  return versions.map(({ id, createdAt, ...version }) => ({
    ...version,
    createdAt: createdAt.toISOString(),
    readBy: readings.filter((reading) => reading.id === id).map(({ name, at }) => ({ name, at: at.toISOString() })),
  }));
}
