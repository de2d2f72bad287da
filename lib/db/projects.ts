import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import type { ProjectSummary } from "@/lib/domain/project";
import { type Db, db, prisma } from "./client";
import { unlessTaken } from "./unless-taken";

/** A project as all its members see it; the requesting person's role comes from the policy. */
export type ProjectRow = Omit<ProjectSummary, "role">;

const summaries = () =>
  db()
    .selectFrom("projects")
    .where("projects.deletedAt", "is", null)
    .select(["projects.id", "name", "projects.description", "demo", "projects.archivedAt"])
    .select(({ selectFrom, fn }) => {
      const tasks = selectFrom("tasks").whereRef("tasks.projectId", "=", "projects.id");
      const annotators = selectFrom("annotators").whereRef("annotators.projectId", "=", "projects.id");
      const admins = selectFrom("memberships")
        .innerJoin("users", "users.id", "memberships.userId")
        .whereRef("memberships.projectId", "=", "projects.id")
        .where("memberships.role", "=", "admin");
      return [
        admins
          .select(({ ref }) => sql<string[]>`coalesce(array_agg(${ref("users.name")} order by ${ref("users.name")}), '{}')`.as("names"))
          .$asScalar()
          .$notNull()
          .as("admins"),
        tasks.select(fn.countAll<number>().as("count")).$asScalar().$notNull().as("tasks"),
        tasks
          .innerJoin("samples", "samples.taskId", "tasks.id")
          .select(fn.countAll<number>().as("count"))
          .$asScalar()
          .$notNull()
          .as("samples"),
        annotators.select(fn.countAll<number>().as("count")).$asScalar().$notNull().as("annotators"),
      ];
    });

const toRow = <R extends { archivedAt: Date | null }>({ archivedAt, ...row }: R) => ({
  ...row,
  archivedAt: archivedAt?.toISOString() ?? null,
});

/** Projects by name, archived ones last; `ids` null: all of them. */
export async function listProjectRows(ids: string[] | null): Promise<ProjectRow[]> {
  const rows = await summaries()
    .$if(ids !== null, (query) => query.where(({ eb, val, fn }) => eb("projects.id", "=", fn.any(val(ids ?? [])))))
    .orderBy(({ eb }) => eb("projects.archivedAt", "is not", null))
    .orderBy("name")
    .execute();
  return rows.map(toRow);
}

/** Throws not_found. */
export async function getProjectRow(id: string): Promise<ProjectRow> {
  return toRow(found(await summaries().where("projects.id", "=", id).executeTakeFirst(), "project"));
}

/** Locks a project until the transaction ends and returns what can be changed of it. Throws not_found. */
export async function lockProject(tx: Db, id: string) {
  const project = tx
    .selectFrom("projects")
    .select(["name", "description", "archivedAt"])
    .where("id", "=", id)
    .where("deletedAt", "is", null);
  return found(await project.forNoKeyUpdate().executeTakeFirst(), "project");
}

/** The id of the project with this name, or null. */
export async function findProjectByName(name: string): Promise<string | null> {
  return (await prisma().project.findFirst({ where: { name, deletedAt: null }, select: { id: true } }))?.id ?? null;
}

/** Throws already_exists. */
export async function createProjectRow(tx: Db, input: { name: string; description: string; demo?: boolean }): Promise<string> {
  return unlessTaken(`There is already a project called "${input.name}".`, async () => {
    const { name, description, demo = false } = input;
    return (await tx.insertInto("projects").values({ name, description, demo }).returning("id").executeTakeFirstOrThrow()).id;
  });
}

/** Changes the given fields and keeps the rest. Throws already_exists, not_found. */
export async function updateProjectRow(
  tx: Db,
  id: string,
  change: { name?: string | undefined; description?: string | undefined; archived?: boolean | undefined },
): Promise<void> {
  const row = await unlessTaken(`There is already a project called "${change.name}".`, () =>
    tx
      .updateTable("projects")
      .set((eb) => ({
        name: change.name ?? eb.ref("name"),
        description: change.description ?? eb.ref("description"),
        archivedAt:
          change.archived === undefined ? eb.ref("archivedAt") : change.archived ? eb.fn.coalesce("archivedAt", eb.fn<Date>("now")) : null,
      }))
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst(),
  );
  found(row, "project");
}
