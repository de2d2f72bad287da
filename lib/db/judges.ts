import "server-only";
import type { PoolClient } from "pg";
import { AppError, found } from "@/lib/domain/errors";
import { type Judge, type JudgeParameters, judgeParameters } from "@/lib/domain/judge";
import { pool } from "./client";
import { unlessTaken } from "./unless-taken";

type Queryable = Pick<PoolClient, "query">;

const selectJudge = `
  select id, project_id as "projectId", name, kind, base_url as "baseUrl", model, protocol, parameters, input_price_usd as "inputPriceUsd",
         output_price_usd as "outputPriceUsd", api_key_encrypted is not null as "hasKey",
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

/** The judge of that name in a project, or null. */
export async function findJudgeByName(projectId: string, name: string): Promise<Judge | null> {
  return (await pool().query<Judge>(`${selectJudge} where project_id = $1 and name = $2`, [projectId, name])).rows[0] ?? null;
}

/** What `judge test` found an endpoint can do. */
export interface JudgeCapabilities {
  structuredOutput: boolean;
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
  capabilities: JudgeCapabilities | null;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
  archived: boolean;
}

/** Throws not_found, and conflict for a judge whose drafts were imported: there is nothing to call. */
export async function getCallableJudge(id: string): Promise<CallableJudge> {
  const result = await pool().query<
    Omit<CallableJudge, "parameters" | "baseUrl" | "model"> & { parameters: unknown; baseUrl: string | null; model: string | null }
  >(
    `select id, project_id as "projectId", name, base_url as "baseUrl", model, api_key_encrypted as "apiKeyEncrypted", protocol, parameters,
            capabilities, input_price_usd as "inputPriceUsd", output_price_usd as "outputPriceUsd", archived_at is not null as archived
     from judges where id = $1`,
    [id],
  );
  const { baseUrl, model, parameters, ...row } = found(result.rows[0], "judge");
  if (baseUrl === null || model === null)
    throw new AppError("conflict", `The judge "${row.name}" has no endpoint: its drafts were made elsewhere.`);
  return { ...row, baseUrl, model, parameters: judgeParameters.parse(parameters) };
}

export interface JudgeContent {
  name: string;
  baseUrl: string;
  model: string;
  protocol: string;
  parameters: JudgeParameters;
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
    const result = await client.query<{ id: string }>(
      `insert into judges (project_id, name, kind, base_url, model, protocol, parameters, input_price_usd, output_price_usd, api_key_encrypted)
       values ($1, $2, 'endpoint', $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        projectId,
        content.name,
        content.baseUrl,
        content.model,
        content.protocol,
        JSON.stringify(content.parameters),
        content.inputPriceUsd,
        content.outputPriceUsd,
        apiKeyEncrypted,
      ],
    );
    return found(result.rows[0], "judge").id;
  });
}

const columns = {
  name: "name",
  baseUrl: "base_url",
  model: "model",
  protocol: "protocol",
  parameters: "parameters",
  inputPriceUsd: "input_price_usd",
  outputPriceUsd: "output_price_usd",
  apiKeyEncrypted: "api_key_encrypted",
} as const;

export type JudgeChange = { [K in keyof JudgeContent]?: JudgeContent[K] | undefined } & {
  apiKeyEncrypted?: string | null | undefined;
  archived?: boolean | undefined;
};

/** Changes what is given. What an endpoint can do is forgotten when another is named. Runs keep what they were started with. Throws already_exists. */
export async function updateJudgeRow(client: Queryable, id: string, change: JudgeChange): Promise<void> {
  const given = Object.entries(columns).flatMap(([field, column]) => {
    const value = change[field as keyof typeof columns];
    return value === undefined ? [] : [{ column, value: field === "parameters" ? JSON.stringify(value) : value }];
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
