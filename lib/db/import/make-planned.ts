import "server-only";
import { sql } from "kysely";
import { AppError } from "@/lib/domain/errors";
import type { StoredCounts } from "@/lib/domain/import";
import { dropPrepared } from "../prepared-work";
import { unlessTaken } from "../unless-taken";
import type { ImportPlan, PlannedTask } from "./import-plan";
import { isWorkedBy } from "./is-worked-by";
import type { StagedDb, Staging } from "./staging";

export interface ImportTarget {
  projectId: string;
  importId: string;
}

type Made = Pick<StoredCounts, "tasks" | "criteria" | "annotators" | "judges">;

/** Creates what is planned but missing in the project, and records what the numbers mean. These rows are few compared with the records. */
export async function makePlanned(staging: Staging, plan: ImportPlan, target: ImportTarget): Promise<Made> {
  const { db } = staging;
  const made: Made = { tasks: 0, criteria: 0, annotators: 0, judges: 0 };
  for (const task of plan.tasks.values()) {
    plan.completeCriteria(task);
    if (task.isNew) made.tasks += await makeTask(db, task, target);
    made.criteria += task.set?.isNew ? await makeSet(db, task, target) : await addCriteria(db, task, target);
  }
  made.annotators = await makeAnnotators(db, plan, target.projectId);
  made.judges = await makeJudges(db, plan, target.projectId);
  writeNames(staging, plan);
  return made;
}

async function makeTask(
  db: StagedDb,
  { id, name, kind, fields: { guidelines, ...fields } }: PlannedTask,
  { projectId, importId }: ImportTarget,
): Promise<number> {
  const values = { id, projectId, name, kind, ...fields, createdByImportId: importId };
  await unlessTaken(`Someone has just created a task called "${name}". Import the file again.`, () =>
    // clock_timestamp: tasks of one import keep their order, though they share a transaction.
    db
      .insertInto("tasks")
      .values({ ...values, createdAt: sql<Date>`clock_timestamp()` })
      .execute(),
  );
  if (guidelines !== "") await db.insertInto("guidelineVersions").values({ taskId: id, version: 1, text: guidelines }).execute();
  return 1;
}

async function makeSet(db: StagedDb, task: PlannedTask, { importId }: ImportTarget): Promise<number> {
  if (task.set === null) return 0;
  const { id, criteria } = task.set;
  await db
    .insertInto("criteriaSets")
    .values((eb) => ({
      id,
      taskId: task.id,
      version: eb
        .selectFrom("criteriaSets")
        .where("taskId", "=", task.id)
        .select((of) => sql<number>`greatest(${of.fn.max("version")}, 0) + 1`.as("next")),
      status: "published",
      publishedAt: sql<Date>`now()`,
      createdByImportId: importId,
    }))
    .execute();
  const rows = [...criteria.values()].map(({ id: criterionId, content }, position) => ({
    id: criterionId,
    criteriaSetId: id,
    position,
    ...content,
    scale: JSON.stringify(content.scale),
  }));
  if (rows.length > 0) await db.insertInto("criteria").values(rows).execute();
  return rows.length;
}

/** Adds an import's criteria to the set that an earlier import made. Throws conflict if work by the set has begun since it was read. */
async function addCriteria(db: StagedDb, task: PlannedTask, { projectId, importId }: ImportTarget): Promise<number> {
  const set = task.set;
  const added = set === null ? [] : [...set.criteria.values()].filter(({ isNew }) => isNew);
  if (set === null || added.length === 0) return 0;
  await dropPrepared(db, { projectId });
  await db.selectFrom("criteriaSets").select("id").where("id", "=", set.id).forUpdate().execute();
  const { begun, last } = await db
    .selectFrom("criteriaSets as c")
    .where("c.id", "=", set.id)
    .select((eb) => [
      isWorkedBy(eb.ref("c.id")).as("begun"),
      eb
        .selectFrom("criteria")
        .whereRef("criteria.criteriaSetId", "=", "c.id")
        .select((of) => of.fn.max("position").as("last"))
        .as("last"),
    ])
    .executeTakeFirstOrThrow();
  if (begun)
    throw new AppError(
      "conflict",
      "Work by the task's criteria began while the file was read. Nothing was written; import the file again.",
    );
  const rows = added.map(({ id, content }, index) => ({
    ...{ id, criteriaSetId: set.id, position: (last ?? -1) + 1 + index, createdByImportId: importId },
    ...content,
    scale: JSON.stringify(content.scale),
  }));
  await db.insertInto("criteria").values(rows).execute();
  return rows.length;
}

async function makeAnnotators(db: StagedDb, plan: ImportPlan, projectId: string): Promise<number> {
  const names = [...plan.annotators.keys()];
  if (names.length === 0) return 0;
  const given = sql<{ name: string }>`unnest(${names}::text[])`.as<"given">(sql`given(name)`);
  const made = await db
    .insertInto("annotators")
    .columns(["projectId", "name"])
    .expression((eb) => eb.selectFrom(given).select([sql<string>`${projectId}::uuid`.as("projectId"), "given.name"]))
    .onConflict((conflict) => conflict.columns(["projectId", "name"]).doNothing())
    .returning("id")
    .execute();
  const all = await db
    .selectFrom("annotators")
    .select(["id", "name"])
    .where("projectId", "=", projectId)
    .where("name", "=", sql<string>`any(${names}::text[])`)
    .execute();
  for (const { id, name } of all) Object.assign(plan.annotators.get(name) ?? {}, { id });
  return made.length;
}

async function makeJudges(db: StagedDb, plan: ImportPlan, projectId: string): Promise<number> {
  let count = 0;
  for (const [name, judge] of plan.judges) {
    const values = { id: judge.id, projectId, name, kind: "imported" as const, model: judge.model, protocol: "imported" };
    const made = await db
      .insertInto("judges")
      .values(values)
      .onConflict((conflict) => conflict.columns(["projectId", "name"]).doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 1n) count += 1;
    const row = await db.selectFrom("judges").select("id").where("projectId", "=", projectId).where("name", "=", name).executeTakeFirst();
    if (!row) throw new AppError("conflict", `The judge "${name}" was deleted during the import. Import the file again.`);
    judge.id = row.id;
  }
  return count;
}

function writeNames(staging: Staging, plan: ImportPlan): void {
  const add = ({ no, id }: { no: number; id: string }, of: { base?: number; set_id?: string; judge_id?: string; variant?: string } = {}) =>
    staging.add("staged_names", {
      no,
      id,
      base: of.base ?? null,
      set_id: of.set_id ?? null,
      judge_id: of.judge_id ?? null,
      variant: of.variant ?? null,
    });
  const setOf = (task: PlannedTask) => (task.set === null ? {} : { set_id: task.set.id });
  for (const task of plan.tasks.values()) {
    add(task, { base: task.base, ...setOf(task) });
    for (const criterion of task.set?.criteria.values() ?? []) add(criterion);
  }
  for (const annotator of plan.annotators.values()) add(annotator);
  for (const run of plan.runs.values()) add(run, { ...setOf(run.task), judge_id: run.judge.id, variant: run.made.variant });
}
