import "server-only";
import { type Expression, expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { found } from "@/lib/domain/errors";
import { db } from "./client";
import { publishedSetOf } from "./published-set";

const sub = expressionBuilder<DB>();

/**
 * The run whose drafts a task's annotators see: the chosen one if it uses this criteria set, else the newest finished plain run that writes lines.
 * Metrics, panels and the direct protocol give bare scores, and the other variants exist to test the judge.
 */
export const shownRunId = (task: { id: Expression<string>; draftRunId: Expression<string>; setId: Expression<string> }) =>
  sub.fn.coalesce(
    sub
      .selectFrom("runs as chosen")
      .select("chosen.id")
      .where("chosen.id", "=", task.draftRunId)
      .where("chosen.criteriaSetId", "=", task.setId),
    sub
      .selectFrom("runs as newest")
      .select("newest.id")
      .where("newest.taskId", "=", task.id)
      .where("newest.kind", "=", "evaluation")
      .where("newest.status", "=", "done")
      .where("newest.criteriaSetId", "=", task.setId)
      .where("newest.variant", "=", "plain")
      .where("newest.protocol", "not in", ["metric", "panel", "recalibrated", "direct"])
      .orderBy("newest.createdAt", "desc")
      .limit(1),
  );

/** What working on a task requires: its settings, published set and the run whose drafts are shown. Throws not_found. */
export async function getTaskForWork(taskId: string) {
  const task = await db()
    .selectFrom("tasks as t")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .leftJoinLateral(
      (eb) => publishedSetOf(eb.ref("t.id")).select("published.id").as("cs"),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      "t.id",
      "t.projectId",
      "t.arm",
      "t.annotatorsPerSample",
      "t.leaseMinutes",
      "cs.id as criteriaSetId",
      eb
        .or([eb("t.archivedAt", "is not", null), eb("p.archivedAt", "is not", null)])
        .$castTo<boolean>()
        .as("archived"),
      shownRunId({ id: eb.ref("t.id"), draftRunId: eb.ref("t.draftRunId").$notNull(), setId: eb.ref("cs.id").$notNull() }).as("runId"),
    ])
    .where("t.id", "=", taskId)
    .executeTakeFirst();
  return found(task, "task");
}
