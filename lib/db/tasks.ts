import "server-only";
import { found } from "@/lib/domain/errors";
import type { TaskContent } from "@/lib/domain/project";
import { whyNotShown } from "@/lib/domain/shown-run";
import { type Db, prisma } from "./client";
import { publishedSetOf } from "./published-set";
import { unlessTaken } from "./unless-taken";

/** The project a task belongs to, for authorisation. Throws not_found. */
export async function getTaskProject(id: string): Promise<string> {
  return found(await prisma().task.findUnique({ where: { id }, select: { projectId: true } }), "task").projectId;
}

/** The editable fields of a task; absent ones stay unchanged. */
export type TaskChange = { [K in keyof Omit<TaskContent, "guidelines">]?: TaskContent[K] | undefined } & {
  archived?: boolean | undefined;
  draftRunId?: string | null | undefined;
};

/** Throws already_exists. */
export async function createTaskRow(tx: Db, projectId: string, { guidelines: _, ...content }: TaskContent): Promise<string> {
  return unlessTaken(`This project already has a task called "${content.name}".`, async () => {
    const made = tx
      .insertInto("tasks")
      .values({ ...content, projectId })
      .returning("id");
    return (await made.executeTakeFirstOrThrow()).id;
  });
}

/** Changes the given fields and keeps the rest. Throws already_exists, not_found. */
export async function updateTaskRow(tx: Db, id: string, { archived, ...fields }: TaskChange): Promise<void> {
  if (archived === undefined && Object.values(fields).every((value) => value === undefined)) return;
  const changed = await unlessTaken(`This project already has a task called "${fields.name}".`, () =>
    tx
      .updateTable("tasks")
      .set(({ fn }) => ({
        ...fields,
        ...(archived === undefined ? {} : { archivedAt: archived ? fn.coalesce("archivedAt", fn<Date>("now")) : null }),
      }))
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst(),
  );
  found(changed, "task");
}

/** Why a run's drafts cannot be shown in a task, as a sentence; null when they can. */
export async function whyRunNotShown(tx: Db, taskId: string, runId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("runs as r")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .select(["r.kind", "r.variant", "r.protocol", "r.criteriaSetId", "t.kind as taskKind"])
    .select((eb) => [
      eb
        .exists(eb.selectFrom("drafts as d").select("d.id").whereRef("d.runId", "=", "r.id"))
        .$castTo<boolean>()
        .as("hasDrafts"),
      publishedSetOf(eb.ref("t.id")).select("published.id").$asScalar().as("publishedSetId"),
    ])
    .where("r.id", "=", runId)
    .where("r.taskId", "=", taskId)
    .executeTakeFirst();
  if (row === undefined) return "This run drafted no samples of this task.";
  const { taskKind, publishedSetId, ...run } = row;
  return whyNotShown(run, { kind: taskKind, publishedSetId });
}

/** Locks a task until the transaction ends. Throws not_found. */
export async function lockTask(tx: Db, id: string) {
  const task = await tx.selectFrom("tasks").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return found(task, "task");
}
