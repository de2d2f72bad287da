import "server-only";
import { type Expression, expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { db } from "./client";

const sub = expressionBuilder<DB>();

const workOf = (userId: string) =>
  sub
    .selectFrom("assignments as todo")
    .innerJoin("annotators as doer", "doer.id", "todo.annotatorId")
    .where("doer.userId", "=", userId)
    .where("todo.status", "in", ["open", "prepared"])
    .where("todo.importId", "is", null);

/** Whether a user's own work on a sample, whatever it is for, is still to be done: they may see neither drafts nor others' work. */
export const isInWork = (sampleId: Expression<string>, userId: string) =>
  sub.exists(workOf(userId).select("todo.id").where("todo.sampleId", "=", sampleId));

/** The samples of a task's project that this is so of, found from the user's own work, of which there is little. */
export const inWorkOf = (taskId: string, userId: string) =>
  workOf(userId)
    .select("todo.sampleId")
    .where("doer.projectId", "=", sub.selectFrom("tasks as ofProject").select("ofProject.projectId").where("ofProject.id", "=", taskId));

/** Which of some samples that is so of. */
export async function listInWork(userId: string, sampleIds: readonly string[]): Promise<Set<string>> {
  const rows = await db()
    .selectFrom("samples as s")
    .select("s.id")
    .where("s.id", "=", ({ fn, val }) => fn.any(val([...sampleIds])))
    .where(({ ref }) => isInWork(ref("s.id"), userId))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
