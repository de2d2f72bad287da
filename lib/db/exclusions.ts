import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { found } from "@/lib/domain/errors";
import { type Exclusion, noLongerPart } from "@/lib/domain/exclusion";
import { type Db, db } from "./client";
import { violatedUnique } from "./unless-taken";

const sub = expressionBuilder<DB>();

/** Exclusions in force in a task: its own, and those of its whole project. */
export const exclusionsIn = (taskId: Expression<string>) =>
  sub
    .selectFrom("exclusions as excluded")
    .where("excluded.liftedAt", "is", null)
    .where((eb) => eb.or([eb("excluded.taskId", "is", null), eb("excluded.taskId", "=", taskId)]));

/** Whether an annotator is excluded from a task. */
export const isExcluded = (annotatorId: Expression<string | null>, taskId: Expression<string>) =>
  sub.exists(exclusionsIn(taskId).select("excluded.id").where("excluded.annotatorId", "=", annotatorId));

/**
 * Throws conflict for an excluded annotator, who gets no further work. It waits for an exclusion that is being written, so that whatever was given out
 * before this check is either released by the exclusion or refused here.
 */
export async function demandIncluded({ taskId, annotatorId }: { taskId: string; annotatorId: string }, on: Db = db()): Promise<void> {
  await on.selectFrom("annotators").select("id").where("id", "=", annotatorId).forShare().execute();
  const { out } = await on
    .selectNoFrom(({ cast, val }) => isExcluded(cast<string>(val(annotatorId), "uuid"), cast<string>(val(taskId), "uuid")).as("out"))
    .executeTakeFirstOrThrow();
  if (out) throw noLongerPart();
}

/** An annotator of a project, locked against being given work until the transaction ends. Throws not_found. */
export async function lockAnnotator(tx: Db, { projectId, annotatorId }: { projectId: string; annotatorId: string }) {
  const annotator = await tx
    .selectFrom("annotators")
    .select(["id", "code", "userId"])
    .where("id", "=", annotatorId)
    .where("projectId", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found(annotator, "annotator in this project");
}

/** Returns the new exclusion's id; null: the annotator is excluded from this task, or this project, already. */
export async function createExclusion(
  tx: Db,
  input: { annotatorId: string; taskId: string | null; reason: string; excludedById: string },
): Promise<string | null> {
  try {
    return (await tx.insertInto("exclusions").values(input).returning("id").executeTakeFirstOrThrow()).id;
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    return null;
  }
}

/** What an annotator has open in a task, or (null) in the whole project. */
export async function listOpenWork(tx: Db, annotatorId: string, taskId: string | null): Promise<string[]> {
  const open = await tx
    .selectFrom("assignments")
    .select("id")
    .where("annotatorId", "=", annotatorId)
    .where("status", "=", "open")
    .where("importId", "is", null)
    .$if(taskId !== null, (rows) => rows.where("taskId", "=", taskId ?? ""))
    .orderBy("id")
    .execute();
  return open.map(({ id }) => id);
}

const selectExclusions = (on: Db) =>
  on
    .selectFrom("exclusions as x")
    .innerJoin("annotators as n", "n.id", "x.annotatorId")
    .leftJoin("users as u", "u.id", "x.excludedById")
    .select(["x.id", "x.annotatorId", "x.taskId", "x.reason", "x.createdAt", "u.name as excludedBy"])
    .where("x.liftedAt", "is", null);

/** A project's exclusions in force, the oldest first. */
export async function listExclusions(projectId: string): Promise<Exclusion[]> {
  const rows = await selectExclusions(db()).where("n.projectId", "=", projectId).orderBy("x.createdAt").orderBy("x.id").execute();
  return rows.map(({ createdAt, ...row }) => ({ ...row, excludedAt: createdAt.toISOString() }));
}

/** An exclusion with its project and its annotator's code, locked. Throws not_found. */
export async function getExclusion(tx: Db, exclusionId: string) {
  const row = await tx
    .selectFrom("exclusions as x")
    .innerJoin("annotators as n", "n.id", "x.annotatorId")
    .select(["x.id", "x.annotatorId", "x.taskId", "x.reason", "x.liftedAt", "n.projectId", "n.code"])
    .where("x.id", "=", exclusionId)
    .forUpdate("x")
    .executeTakeFirst();
  return found(row, "exclusion");
}

/** Ends an exclusion; its row stays as history. */
export async function markLifted(tx: Db, exclusionId: string, liftedById: string): Promise<void> {
  await tx.updateTable("exclusions").set({ liftedAt: sql<Date>`now()`, liftedById }).where("id", "=", exclusionId).execute();
}
