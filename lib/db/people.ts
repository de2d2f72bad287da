import "server-only";
import type { PoolClient } from "pg";
import { found } from "@/lib/domain/errors";
import type { Role } from "@/lib/domain/policy";
import type { Person } from "@/lib/domain/project";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

const selectPerson = `
  select u.id as "userId", u.name, u.email, m.role, coalesce(u.role = 'admin', false) as "instanceAdmin",
         exists (select 1 from accounts a where a.user_id = u.id and a.provider_id = 'credential' and a.password is not null) as "hasPassword"
  from memberships m join users u on u.id = m.user_id`;

/** Members of a project by name. One query. */
export async function listPersonRows(projectId: string): Promise<Person[]> {
  return (await pool().query<Person>(`${selectPerson} where m.project_id = $1 order by u.name, u.email`, [projectId])).rows;
}

/** A member of a project, or null. */
export async function findPersonRow(projectId: string, userId: string, client: Queryable = pool()): Promise<Person | null> {
  const result = await client.query<Person>(`${selectPerson} where m.project_id = $1 and m.user_id = $2`, [projectId, userId]);
  return result.rows[0] ?? null;
}

/** Throws not_found for somebody who is not in the project. */
export async function getPersonRow(projectId: string, userId: string, client: Queryable = pool()): Promise<Person> {
  return found(await findPersonRow(projectId, userId, client), "person in this project");
}

/** Makes somebody a member, or changes the role of one who is. */
export async function setMembership(client: Queryable, input: { projectId: string; userId: string; role: Role }): Promise<void> {
  await client.query(
    "insert into memberships (project_id, user_id, role) values ($1, $2, $3) on conflict (project_id, user_id) do update set role = excluded.role",
    [input.projectId, input.userId, input.role],
  );
}

/** Makes the maker of a project its first admin; the command line has no account, and then the installation's administrators see to it. */
export async function addFirstAdmin(client: Queryable, projectId: string, userId: string): Promise<void> {
  await client.query("insert into memberships (project_id, user_id, role) select $1, id, 'admin' from users where id = $2", [
    projectId,
    userId,
  ]);
}

/** Ends a membership; annotator and work stay. */
export async function deleteMembership(client: Queryable, projectId: string, userId: string): Promise<void> {
  await client.query("delete from memberships where project_id = $1 and user_id = $2", [projectId, userId]);
}

/** Locks a project's admins until the transaction ends, so that two cannot remove each other; their ids. */
export async function lockAdmins(client: Queryable, projectId: string): Promise<string[]> {
  const result = await client.query<{ userId: string }>(
    `select user_id as "userId" from memberships where project_id = $1 and role = 'admin' order by user_id for update`,
    [projectId],
  );
  return result.rows.map((row) => row.userId);
}

/** What an account opens: whether all of the installation, and which projects. */
export async function getReach(userId: string, client: Queryable = pool()): Promise<{ instanceAdmin: boolean; projectIds: string[] }> {
  const result = await client.query<{ instanceAdmin: boolean; projectIds: string[] }>(
    `select coalesce(u.role = 'admin', false) as "instanceAdmin",
            array(select m.project_id::text from memberships m where m.user_id = u.id) as "projectIds"
     from users u where u.id = $1`,
    [userId],
  );
  return found(result.rows[0], "person");
}
