import "server-only";
import type { Expression } from "kysely";
import { db } from "./client";

/** A task's newest published criteria set; the caller selects its columns. */
export const publishedSetOf = (taskId: Expression<string>) =>
  db()
    .selectFrom("criteriaSets as published")
    .where("published.taskId", "=", taskId)
    .where("published.status", "=", "published")
    .orderBy("published.version", "desc")
    .limit(1);
