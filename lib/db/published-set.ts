import "server-only";
import { type Expression, sql } from "kysely";
import { type Db, db } from "./client";

/** A task's newest published criteria set; the caller selects its columns. */
export const publishedSetOf = (taskId: Expression<string>) =>
  db()
    .selectFrom("criteriaSets as published")
    .where("published.taskId", "=", taskId)
    .where("published.status", "=", "published")
    .orderBy("published.version", "desc")
    .limit(1);

/** The id of a task's newest published criteria set; null: none is published. */
export async function findPublishedSetId(on: Db, taskId: string): Promise<string | null> {
  const found = await on
    .selectFrom(publishedSetOf(sql`${taskId}::uuid`).select("published.id").as("newest"))
    .select("newest.id")
    .executeTakeFirst();
  return found?.id ?? null;
}
