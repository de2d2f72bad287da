import "server-only";
import type { PoolClient } from "pg";
import { found } from "@/lib/domain/errors";
import type { ProjectSummary } from "@/lib/domain/project";
import { pool } from "./client";
import { unlessTaken } from "./unless-taken";

type Queryable = Pick<PoolClient, "query">;

/** A project as everybody in it sees it; the role is the asking person's and comes from the policy. */
export type ProjectRow = Omit<ProjectSummary, "role">;

const selectProject = `
  select p.id, p.name, p.description, p.demo, p.archived_at as "archivedAt",
         (select count(*)::int from tasks t where t.project_id = p.id) as tasks,
         (select count(*)::int from samples s join tasks t on t.id = s.task_id where t.project_id = p.id) as samples,
         (select count(*)::int from annotators a where a.project_id = p.id) as annotators
  from projects p`;

const toRow = ({ archivedAt, ...row }: Omit<ProjectRow, "archivedAt"> & { archivedAt: Date | null }): ProjectRow => ({
  ...row,
  archivedAt: archivedAt?.toISOString() ?? null,
});

/** Projects by name, archived ones last; `ids` null: all of them. One query. */
export async function listProjectRows(ids: string[] | null): Promise<ProjectRow[]> {
  const result = await pool().query<Parameters<typeof toRow>[0]>(
    `${selectProject} where $1::uuid[] is null or p.id = any($1) order by p.archived_at is not null, p.name`,
    [ids],
  );
  return result.rows.map(toRow);
}

/** Throws not_found. */
export async function getProjectRow(id: string): Promise<ProjectRow> {
  const result = await pool().query<Parameters<typeof toRow>[0]>(`${selectProject} where p.id = $1`, [id]);
  return toRow(found(result.rows[0], "project"));
}

/** The id of a project by its name, or null. */
export async function findProjectByName(name: string): Promise<string | null> {
  const result = await pool().query<{ id: string }>("select id from projects where name = $1", [name]);
  return result.rows[0]?.id ?? null;
}

/** Throws already_exists. */
export async function createProjectRow(client: Queryable, input: { name: string; description: string; demo?: boolean }): Promise<string> {
  return unlessTaken(`There is already a project called "${input.name}".`, async () => {
    const result = await client.query<{ id: string }>("insert into projects (name, description, demo) values ($1, $2, $3) returning id", [
      input.name,
      input.description,
      input.demo ?? false,
    ]);
    return found(result.rows[0], "project").id;
  });
}

/** Changes what is given and keeps the rest. Throws already_exists, not_found. */
export async function updateProjectRow(
  client: Queryable,
  id: string,
  change: { name?: string | undefined; description?: string | undefined; archived?: boolean | undefined },
): Promise<void> {
  const result = await unlessTaken(`There is already a project called "${change.name}".`, () =>
    client.query(
      `update projects set name = coalesce($2, name), description = coalesce($3, description),
         archived_at = case when $4::boolean is null then archived_at when $4 then coalesce(archived_at, now()) end
       where id = $1`,
      [id, change.name ?? null, change.description ?? null, change.archived ?? null],
    ),
  );
  found(result.rowCount || null, "project");
}

/** Locks a project until the transaction ends; its name. Throws not_found. */
export async function lockProject(client: Queryable, id: string): Promise<{ name: string }> {
  const result = await client.query<{ name: string }>("select name from projects where id = $1 for update", [id]);
  return found(result.rows[0], "project");
}

/** Deletes a project with everything in it. */
export async function deleteProjectRow(client: Queryable, id: string): Promise<void> {
  await client.query("delete from projects where id = $1", [id]);
}
