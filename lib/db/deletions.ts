import "server-only";
import { type SqlBool, sql } from "kysely";
import { type Db, db, inTransaction, longPool } from "./client";
import { deleteSamples } from "./delete-samples";

/** The queue's name of the job that removes what was deleted. */
export const removeJobName = "remove-deleted";

const now = sql<Date>`now()`;

/**
 * Deletes a project for everybody: see `selectActor`, by which nobody has a role in it any more. Its name is free and what is going on in it ends; its
 * rows are removed by `removeSome`.
 */
export async function deleteProjectRow(tx: Db, id: string): Promise<void> {
  await tx.updateTable("projects").set({ deletedAt: now }).where("id", "=", id).execute();
  await tx.insertInto("deletedProjects").values({ projectId: id }).execute();
  await endWork(tx, id);
}

/** Deletes a task for everybody, by moving it to a project of its own that is deleted, with what the rest of its project has of it. */
export async function deleteTaskRow(tx: Db, { id, projectId, name }: { id: string; projectId: string; name: string }): Promise<void> {
  const made = tx.insertInto("projects").values({ name, deletedAt: now }).returning("id");
  const hidden = { projectId: (await made.executeTakeFirstOrThrow()).id };
  await tx.insertInto("deletedProjects").values(hidden).execute();
  await tx.updateTable("tasks").set(hidden).where("id", "=", id).execute();
  // They have something that was deleted.
  await tx.updateTable("preparedExports").set(hidden).where("projectId", "=", projectId).execute();
  await tx.deleteFrom("exclusions").where("taskId", "=", id).execute();
  await endWork(tx, hidden.projectId);
}

/** Ends what is going on in a project that is deleted, and what would begin by itself. */
async function endWork(tx: Db, projectId: string): Promise<void> {
  const tasks = tx.selectFrom("tasks").select("id").where("projectId", "=", projectId);
  const plans = tx.selectFrom("studyPlans").select("id").where("taskId", "in", tasks);
  await tx.deleteFrom("memberships").where("projectId", "=", projectId).execute();
  await tx.deleteFrom("participationLinks").where("planId", "in", plans).execute();
  // Its limits on a model server hold for other projects too.
  await tx.deleteFrom("endpoints").where("projectId", "=", projectId).execute();
  await tx
    .updateTable("judgeWatches")
    .set({ nextAt: null, endedAt: now })
    .where("taskId", "in", tasks)
    .where("endedAt", "is", null)
    .execute();
  await tx
    .updateTable("runs")
    .set({ status: "cancelled", endedAt: now })
    .where("taskId", "in", tasks)
    .where("status", "in", ["queued", "running", "paused"])
    .execute();
  await tx.updateTable("webhooks").set({ active: false }).where("projectId", "=", projectId).where("active", "=", true).execute();
  await tx
    .updateTable("imports")
    .set({ status: "failed", finishedAt: now })
    .where("projectId", "=", projectId)
    .where("status", "in", ["staging", "staged", "running"])
    .execute();
  await tx
    .updateTable("preparedExports")
    .set({ status: "failed", finishedAt: now })
    .where("projectId", "=", projectId)
    .where("status", "in", ["waiting", "running"])
    .execute();
}

/** The projects that are deleted and not removed yet. */
export const listDeletedProjects = async (): Promise<string[]> =>
  (await db().selectFrom("deletedProjects").select("projectId").execute()).map(({ projectId }) => projectId);

/**
 * Queues the removal of what was deleted, if there is any and no job for it that will run. Asked regularly instead of at the deletion itself, so that
 * it goes on whatever ended it, also from a restored backup. One job at a time, in one process of all.
 */
export async function queueRemoval(): Promise<void> {
  await db()
    .selectFrom("projects")
    .select(
      sql`graphile_worker.add_job(${removeJobName}, queue_name := ${removeJobName}, job_key := ${removeJobName}, max_attempts := 1)`.as(
        "job",
      ),
    )
    .where("deletedAt", "is not", null)
    .where(
      sql<SqlBool>`not exists (select from graphile_worker.jobs j where j.key = ${removeJobName} and (j.attempts < j.max_attempts or j.locked_at is not null))`,
    )
    .limit(1)
    .execute();
}

/** About a second's work, which is all that a worker that ends loses. */
const samplesAtOnce = 5000;

/** Removes some rows of the project that was deleted first, for good, in a transaction of its own. Returns whether there was one. */
export const removeSome = (atMost = samplesAtOnce): Promise<boolean> =>
  inTransaction(async (tx) => {
    const deleted = tx.selectFrom("projects").select("id").where("deletedAt", "is not", null).orderBy("deletedAt").orderBy("id");
    // A second worker waits for the first, and goes on from there.
    const project = await deleted.limit(1).forNoKeyUpdate().executeTakeFirst();
    if (project === undefined) return false;
    // Somebody whose request had begun before may have started something since.
    await endWork(tx, project.id);
    const tasks = tx.selectFrom("tasks").select("id").where("projectId", "=", project.id);
    const task = await tasks.limit(1).forUpdate().executeTakeFirst();
    if (task === undefined) {
      if (!(await removeOneFile(tx, project.id))) await tx.deleteFrom("projects").where("id", "=", project.id).execute();
    } else {
      const brought = await deleteSamples(tx, task.id, atMost);
      await removeImports(tx, project.id, brought ?? (await deleteEmptyTask(tx, task.id)));
    }
    return true;
  }, longPool());

/** Deletes a task that has no samples; returns the imports of its runs. */
async function deleteEmptyTask(tx: Db, taskId: string): Promise<string[]> {
  const runs = await tx.selectFrom("runs").select("importId").distinct().where("taskId", "=", taskId).execute();
  await tx.deleteFrom("tasks").where("id", "=", taskId).execute();
  return runs.flatMap(({ importId }) => importId ?? []);
}

/**
 * The imports that brought what was deleted with a task belong to the rest of its project: one that brought nothing else is deleted too, with its
 * images, and others no longer show rows, which may be the deleted ones.
 */
async function removeImports(tx: Db, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const elsewhere = tx.updateTable("imports").where("imports.id", "in", ids).where("imports.projectId", "<>", projectId);
  await elsewhere.set({ preview: "[]", columns: "[]", changes: "[]", problems: "[]" }).execute();
  await elsewhere
    .set({ projectId })
    .where(({ and, exists, not, selectFrom }) =>
      and(
        (["samples", "assignments", "evaluations", "runs", "sampleUpdates"] as const).map((table) =>
          not(exists(selectFrom(table).select("importId").whereRef("importId", "=", "imports.id"))),
        ),
      ),
    )
    .execute();
}

/** Removes one of what may be large by itself; false: there is none left. */
async function removeOneFile(tx: Db, projectId: string): Promise<boolean> {
  for (const table of ["imports", "preparedExports", "frozenReports", "webhooks"] as const) {
    const one = tx.selectFrom(table).select("id").where("projectId", "=", projectId).limit(1);
    const { numDeletedRows } = await tx.deleteFrom(table).where("id", "in", one).executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) return true;
  }
  return false;
}
