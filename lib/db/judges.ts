import "server-only";
import type { PoolClient } from "pg";
import { AppError, found } from "@/lib/domain/errors";
import {
  type Judge,
  type JudgeCapabilities,
  type JudgeKind,
  type JudgeParameters,
  type JudgeRoles,
  judgeParameters,
} from "@/lib/domain/judge";
import { pool } from "./client";
import { unlessTaken } from "./unless-taken";

type Queryable = Pick<PoolClient, "query">;

const selectJudge = `
  select id, project_id as "projectId", name, kind, base_url as "baseUrl", model, protocol, parameters, options, roles,
         prompt_version_id as "promptVersionId", capabilities, input_price_usd as "inputPriceUsd", output_price_usd as "outputPriceUsd", api_key_encrypted is not null as "hasKey",
         to_char(archived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "archivedAt"
  from judges`;

/** Judges of a project, archived ones last. */
export async function listJudgeRows(projectId: string): Promise<Judge[]> {
  const result = await pool().query<Judge>(`${selectJudge} where project_id = $1 order by archived_at is not null, created_at, name`, [
    projectId,
  ]);
  return result.rows;
}

/** Throws not_found. */
export async function getJudgeRow(id: string): Promise<Judge> {
  return found((await pool().query<Judge>(`${selectJudge} where id = $1`, [id])).rows[0], "judge");
}

/** A judge that can be called, with its sealed key. Stays on the server. */
export interface CallableJudge {
  id: string;
  projectId: string;
  name: string;
  baseUrl: string;
  model: string;
  apiKeyEncrypted: string | null;
  protocol: string;
  parameters: JudgeParameters;
  options: Record<string, unknown>;
  roles: JudgeRoles;
  promptVersionId: string | null;
  capabilities: JudgeCapabilities | null;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
  archived: boolean;
}

/** Throws not_found, and conflict for a judge without an endpoint (imported drafts, a metric, a panel): there is nothing to call. */
export async function getCallableJudge(id: string): Promise<CallableJudge> {
  const result = await pool().query<
    Omit<CallableJudge, "parameters" | "baseUrl" | "model"> & {
      kind: JudgeKind;
      parameters: unknown;
      baseUrl: string | null;
      model: string | null;
    }
  >(
    `select id, project_id as "projectId", name, kind, base_url as "baseUrl", model, api_key_encrypted as "apiKeyEncrypted", protocol, parameters,
            options, roles, prompt_version_id as "promptVersionId", capabilities, input_price_usd as "inputPriceUsd", output_price_usd as "outputPriceUsd", archived_at is not null as archived
     from judges where id = $1`,
    [id],
  );
  const { kind, baseUrl, model, parameters, ...row } = found(result.rows[0], "judge");
  if (baseUrl === null || model === null)
    throw new AppError("conflict", `The judge "${row.name}" has no endpoint: ${withoutEndpoint[kind]}.`);
  return { ...row, baseUrl, model, parameters: judgeParameters.parse(parameters) };
}

const withoutEndpoint: Record<JudgeKind, string> = {
  endpoint: "none was named",
  imported: "its drafts were made elsewhere",
  metric: "a metric is computed",
  panel: "a panel is made of other judges",
};

export interface JudgeContent {
  kind: Exclude<JudgeKind, "imported">;
  name: string;
  /** Null, like the model: of a metric or a panel. */
  baseUrl: string | null;
  model: string | null;
  protocol: string;
  parameters: Record<string, unknown>;
  options: Record<string, unknown>;
  roles: JudgeRoles;
  promptVersionId: string | null;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
}

/** Throws already_exists. */
export async function createJudgeRow(
  client: Queryable,
  projectId: string,
  content: JudgeContent,
  apiKeyEncrypted: string | null,
): Promise<string> {
  return unlessTaken(`This project already has a judge called "${content.name}".`, async () => {
    const values = Object.entries(columns).map(([field, column]) => ({
      column,
      value: stored(field, content[field as keyof JudgeContent]),
    }));
    const given = [{ column: "project_id", value: projectId }, { column: "api_key_encrypted", value: apiKeyEncrypted }, ...values];
    const result = await client.query<{ id: string }>(
      `insert into judges (${given.map(({ column }) => column).join(", ")}) values (${given.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
      given.map(({ value }) => value),
    );
    return found(result.rows[0], "judge").id;
  });
}

const columns = {
  kind: "kind",
  name: "name",
  baseUrl: "base_url",
  model: "model",
  protocol: "protocol",
  parameters: "parameters",
  options: "options",
  roles: "roles",
  promptVersionId: "prompt_version_id",
  inputPriceUsd: "input_price_usd",
  outputPriceUsd: "output_price_usd",
} as const satisfies Record<keyof JudgeContent, string>;

/** pg would write an object as a record and not as JSON. */
const stored = (field: string, value: unknown): unknown =>
  ["parameters", "options", "roles"].includes(field) ? JSON.stringify(value) : value;

export type JudgeChange = { [K in Exclude<keyof JudgeContent, "kind">]?: JudgeContent[K] | undefined } & {
  apiKeyEncrypted?: string | null | undefined;
  archived?: boolean | undefined;
};

/** Changes what is given. What an endpoint can do is forgotten when another is named. Runs keep what they were started with. Throws already_exists. */
export async function updateJudgeRow(client: Queryable, id: string, change: JudgeChange): Promise<void> {
  const { archived: _, ...fields } = change;
  const given = Object.entries(fields).flatMap(([field, value]) => {
    const column = field === "apiKeyEncrypted" ? "api_key_encrypted" : columns[field as keyof JudgeContent];
    return value === undefined ? [] : [{ column, value: stored(field, value) }];
  });
  const sets = given.map((entry, index) => `${entry.column} = $${index + 2}`);
  if (change.archived !== undefined) sets.push(`archived_at = ${change.archived ? "coalesce(archived_at, now())" : "null"}`);
  if (change.baseUrl !== undefined || change.model !== undefined) sets.push("capabilities = null");
  if (sets.length === 0) return;
  await unlessTaken(`This project already has a judge called "${change.name}".`, () =>
    client.query(`update judges set ${sets.join(", ")} where id = $1`, [id, ...given.map((entry) => entry.value)]),
  );
}

export async function saveJudgeCapabilities(id: string, capabilities: JudgeCapabilities): Promise<void> {
  await pool().query("update judges set capabilities = $2 where id = $1", [id, JSON.stringify(capabilities)]);
}

/** Which of these judges are there in the project, and of what kind. */
export async function listJudgeKinds(
  projectId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; kind: JudgeKind; archived: boolean }[]> {
  const result = await pool().query<{ id: string; name: string; kind: JudgeKind; archived: boolean }>(
    "select id, name, kind, archived_at is not null as archived from judges where project_id = $1 and id = any($2)",
    [projectId, ids],
  );
  return result.rows;
}
