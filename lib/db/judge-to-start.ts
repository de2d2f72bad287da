import "server-only";
import { found } from "@/lib/domain/errors";
import { type JudgeKind, type JudgeParameters, judgeParameters } from "@/lib/domain/judge";
import { type ModelPrice, priceFor } from "@/lib/domain/model-price";
import { pool } from "./client";
import type { RoleInRun } from "./drafts";
import { listModelPriceRows } from "./model-prices";

/** A judge with everything that a run freezes of it. */
export interface JudgeToStart {
  id: string;
  projectId: string;
  name: string;
  kind: JudgeKind;
  archived: boolean;
  baseUrl: string | null;
  model: string | null;
  protocol: string;
  parameters: JudgeParameters;
  options: Record<string, unknown>;
  /** The wording chosen for it; null: the product's own. */
  prompts: Record<string, string> | null;
  /** Its own, else that of the table of prices for its model. */
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
  /** Who takes the other parts, priced in the same way. */
  roles: { [role: string]: RoleInRun & { name: string } };
}

/** `embeddingsModel`: which model makes vectors, in place of the one that the part has at the same endpoint. Throws not_found. */
export async function getJudgeToStart(id: string, embeddingsModel?: string): Promise<JudgeToStart> {
  const result = await pool().query<JudgeToStart>(
    `select j.id, j.project_id as "projectId", j.name, j.kind, j.archived_at is not null as archived, j.base_url as "baseUrl", j.model, j.protocol,
            j.parameters, j.options, v.texts as prompts, j.input_price_usd as "inputPriceUsd", j.output_price_usd as "outputPriceUsd",
            (select coalesce(jsonb_object_agg(part.role, jsonb_build_object('judgeId', o.id, 'name', o.name, 'baseUrl', o.base_url, 'model', o.model,
                             'parameters', o.parameters, 'inputPriceUsd', o.input_price_usd, 'outputPriceUsd', o.output_price_usd)), '{}')
             from jsonb_each_text(j.roles) as part (role, judge_id) join judges o on o.id::text = part.judge_id and o.project_id = j.project_id
             where o.base_url is not null and o.model is not null) as roles
     from judges j left join prompt_versions v on v.id = j.prompt_version_id where j.id = $1`,
    [id],
  );
  const row = found(result.rows[0], "judge");
  const prices = await listModelPriceRows();
  const roles = Object.entries(row.roles).map(([role, party]) => [
    role,
    { ...withPrice(party, prices), parameters: judgeParameters.parse(party.parameters) },
  ]);
  const judge = { ...withPrice(row, prices), parameters: judgeParameters.parse(row.parameters), roles: Object.fromEntries(roles) };
  const embedding = embeddingsModel === undefined ? null : embeddingAt(judge, embeddingsModel);
  return embedding === null ? judge : { ...judge, roles: { ...judge.roles, embedding: withPrice(embedding, prices) } };
}

/** The part "embedding" taken by this model: where the judge named for the part is asked, else where the judge itself is. Null: neither is asked anywhere. */
function embeddingAt(judge: JudgeToStart, model: string): JudgeToStart["roles"][string] | null {
  const named = judge.roles.embedding;
  if (named?.model === model) return named;
  const { baseUrl, parameters, name } = named ?? judge;
  if (baseUrl === null) return null;
  return { judgeId: named?.judgeId ?? judge.id, name, baseUrl, model, parameters, inputPriceUsd: null, outputPriceUsd: null };
}

type Priced = { model: string | null; inputPriceUsd: number | null; outputPriceUsd: number | null };

function withPrice<P extends Priced>(party: P, prices: readonly ModelPrice[]): P {
  const listed = party.model === null ? null : priceFor(party.model, prices);
  return {
    ...party,
    inputPriceUsd: party.inputPriceUsd ?? listed?.inputPriceUsd ?? null,
    outputPriceUsd: party.outputPriceUsd ?? listed?.outputPriceUsd ?? null,
  };
}
