import "server-only";
import type { Expression } from "kysely";
import { db } from "./client";

/** A task's published criteria set, the newest version of them; select its columns. */
export const publishedSetOf = (taskId: Expression<string>) =>
  db()
    .selectFrom("criteriaSets as published")
    .where("published.taskId", "=", taskId)
    .where("published.status", "=", "published")
    .orderBy("published.version", "desc")
    .limit(1);
