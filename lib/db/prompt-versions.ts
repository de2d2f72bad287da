import "server-only";
import type { PoolClient } from "pg";
import { found } from "@/lib/domain/errors";
import type { PromptVersionRow } from "@/lib/domain/prompt-version";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

const selectVersion = `
  select v.id, v.project_id as "projectId", v.protocol, v.version, v.texts, v.hash, v.note, coalesce(u.name, v.created_by_id) as "createdBy",
         to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
         (select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'name', j.name) order by j.name), '[]')
          from judges j where j.prompt_version_id = v.id and j.archived_at is null) as judges
  from prompt_versions v left join users u on u.id = v.created_by_id`;

/** The wordings that a project made, newest first within each protocol. */
export async function listPromptVersionRows(projectId: string): Promise<PromptVersionRow[]> {
  return (await pool().query<PromptVersionRow>(`${selectVersion} where v.project_id = $1 order by v.protocol, v.version desc`, [projectId]))
    .rows;
}

/** One wording; null: the project has none of that id. */
export async function findPromptVersion(projectId: string, id: string): Promise<PromptVersionRow | null> {
  return (await pool().query<PromptVersionRow>(`${selectVersion} where v.project_id = $1 and v.id = $2`, [projectId, id])).rows[0] ?? null;
}

/**
 * The wording that something no judge names a wording for is asked in: `id` undefined: the project's newest; null: the product's own. Undefined:
 * the product's own; null: the project has none of that id.
 */
export async function findWordingToAsk(
  projectId: string,
  protocol: string,
  id: string | null | undefined,
): Promise<PromptVersionRow | null | undefined> {
  if (id === null) return undefined;
  if (id !== undefined) return findPromptVersion(projectId, id);
  const newest = `${selectVersion} where v.project_id = $1 and v.protocol = $2 order by v.version desc limit 1`;
  return (await pool().query<PromptVersionRow>(newest, [projectId, protocol])).rows[0];
}

/** Throws not_found. */
export async function getPromptVersion(id: string): Promise<PromptVersionRow> {
  return found((await pool().query<PromptVersionRow>(`${selectVersion} where v.id = $1`, [id])).rows[0], "prompt version");
}

interface NewPromptVersion {
  projectId: string;
  protocol: string;
  /** All of the protocol's prompts. */
  texts: Record<string, string>;
  hash: string;
  note: string;
  createdById: string;
}

/** Keeps a wording under the next number. Where the project has these very texts already, nothing is kept and that version is returned. */
export async function createPromptVersionRow(client: Queryable, made: NewPromptVersion): Promise<{ id: string; isNew: boolean }> {
  // Two edits at once would take the same number.
  await client.query("select 1 from projects where id = $1 for no key update", [made.projectId]);
  const texts = JSON.stringify(made.texts);
  const same = await client.query<{ id: string }>(
    "select id from prompt_versions where project_id = $1 and protocol = $2 and texts = $3::jsonb order by version desc limit 1",
    [made.projectId, made.protocol, texts],
  );
  const kept = same.rows[0];
  if (kept !== undefined) return { id: kept.id, isNew: false };
  const result = await client.query<{ id: string }>(
    `insert into prompt_versions (project_id, protocol, version, texts, hash, note, created_by_id)
     select $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6 from prompt_versions where project_id = $1 and protocol = $2 returning id`,
    [made.projectId, made.protocol, texts, made.hash, made.note, made.createdById],
  );
  return { id: found(result.rows[0], "project").id, isNew: true };
}
