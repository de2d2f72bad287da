import "server-only";
import type { PoolClient } from "pg";
import { saysTheSame } from "@/lib/datasets/hash-sample";
import type { SampleRecord } from "@/lib/domain/import";
import { insertRows } from "./bulk";

type Queryable = Pick<PoolClient, "query">;

/** A sample ready to be stored; `row` leads back to the file. */
export interface NewSample extends Omit<SampleRecord, "kind" | "row" | "file" | "task"> {
  row: number | null;
  inputKey: string;
  contentHash: string;
}

type StoredSample = Omit<NewSample, "row">;

const columns = {
  task_id: "uuid",
  import_id: "uuid",
  position: "int",
  external_id: "text",
  input: "text",
  output: "text",
  output_b: "text",
  system: "text",
  system_b: "text",
  gold_label: "text",
  subset: "text",
  reference: "text",
  image_url: "text",
  input_id: "text",
  input_key: "text",
  metadata: "jsonb",
  content_hash: "text",
} as const;

/**
 * Stores samples of one task. A sample that is there already with the same content is left alone and counted;
 * one that is there with other content is returned as a conflict and nothing of it is written.
 */
export async function storeSamples(
  client: Queryable,
  target: { taskId: string; importId: string; firstPosition: number },
  samples: NewSample[],
): Promise<{ stored: number; unchanged: number; conflicts: NewSample[] }> {
  const inserted = await insertRows<{ external_id: string }>(
    client,
    "samples",
    columns,
    samples.map((sample, index) => [
      target.taskId,
      target.importId,
      target.firstPosition + index,
      sample.externalId,
      sample.input,
      sample.output,
      sample.outputB,
      sample.system,
      sample.systemB,
      sample.goldLabel,
      sample.subset,
      sample.reference,
      sample.imageUrl,
      sample.inputId,
      sample.inputKey,
      JSON.stringify(sample.metadata),
      sample.contentHash,
    ]),
    "on conflict (task_id, external_id) do nothing returning external_id",
  );
  if (inserted.length === samples.length) return { stored: inserted.length, unchanged: 0, conflicts: [] };
  const fresh = new Set(inserted.map((row) => row.external_id));
  const others = samples.filter((sample) => !fresh.has(sample.externalId));
  const there = await client.query<StoredSample>(
    `select external_id as "externalId", content_hash as "contentHash", input, output, output_b as "outputB", system, system_b as "systemB",
            gold_label as "goldLabel", subset, reference, image_url as "imageUrl", input_id as "inputId", input_key as "inputKey", metadata
     from samples where task_id = $1 and external_id = any($2)`,
    [target.taskId, others.map((sample) => sample.externalId)],
  );
  const stored = new Map(there.rows.map((row) => [row.externalId, row]));
  const conflicts = others.filter((sample) => {
    const known = stored.get(sample.externalId);
    return known === undefined || (known.contentHash !== sample.contentHash && !saysTheSame(sample, known));
  });
  return { stored: inserted.length, unchanged: others.length - conflicts.length, conflicts };
}

/** Where the next imported sample of a task goes. */
export async function nextPosition(client: Queryable, taskId: string): Promise<number> {
  const result = await client.query<{ next: number }>(
    "select coalesce(max(position) + 1, 0)::int as next from samples where task_id = $1",
    [taskId],
  );
  return result.rows[0]?.next ?? 0;
}

/** Ids of samples by the user's own ids; unknown ones are absent. */
export async function findSampleIds(client: Queryable, taskId: string, externalIds: string[]): Promise<Map<string, string>> {
  const result = await client.query<{ id: string; external_id: string }>(
    "select id, external_id from samples where task_id = $1 and external_id = any($2)",
    [taskId, externalIds],
  );
  return new Map(result.rows.map((row) => [row.external_id, row.id]));
}
