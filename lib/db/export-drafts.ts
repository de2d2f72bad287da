import "server-only";
import type { PoolClient } from "pg";
import type { DraftExport } from "@/lib/datasets/export-rows";
import { type ItemKind, withItemIds } from "@/lib/domain/draft";
import { readDraftDetails } from "@/lib/domain/draft-details";
import { type ExportTask, sampleBatches } from "./exports";

type StoredDraft = Omit<DraftExport, "items" | "details"> & { items: { kind: ItemKind; text: string }[]; details: unknown };

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Every draft that any run made of the task's samples, under whichever criteria set, in the order of samples and runs. */
export async function* exportDrafts(client: PoolClient, task: ExportTask): AsyncGenerator<DraftExport> {
  for await (const samples of sampleBatches(client, task.id)) {
    const result = await client.query<StoredDraft>(
      `select $2 as task, s.external_id as "sampleId", coalesce(s.input_id, s.input_key) as "inputKey", c.name as criterion, c.sample_id is not null as "ownToSample",
              j.name as judge, jsonb_build_object('id', r.id, 'createdAt', ${iso("r.created_at")}, 'model', r.model, 'protocol', r.protocol,
                'promptVersion', r.prompt_version, 'options', r.options) as run,
              r.variant, d.score, case when u.status = 'dropped' then coalesce(u.error_message, '') end as dropped, d.items, d.raw, d.details, d.cached,
              d.input_tokens as "inputTokens", d.output_tokens as "outputTokens", d.cost_usd as "costUsd", d.latency_ms as "latencyMs",
              ${iso("d.created_at")} as "createdAt"
       from drafts d join runs r on r.id = d.run_id join judges j on j.id = r.judge_id join samples s on s.id = d.sample_id
       join criteria c on c.id = d.criterion_id
       left join run_units u on u.run_id = d.run_id and u.sample_id = d.sample_id and u.criterion_id = d.criterion_id
       where d.sample_id = any($1) and r.kind = 'evaluation'
       order by s.position, r.created_at, r.id, c.position, c.id`,
      [samples.map((sample) => sample.sampleId), task.name],
    );
    for (const { items, details, ...row } of result.rows) yield { ...row, items: withItemIds(items), details: readDraftDetails(details) };
  }
}
