import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { Page } from "@/lib/domain/page";
import type { SampleRow } from "@/lib/domain/project";
import { pool } from "./client";

/** A page ends early when its texts come to more than this, so that samples with book-long cells do not fill the memory. */
const pageBytes = 8_000_000;

export interface SampleFilter {
  taskId: string;
  /** Matched anywhere in id, input, outputs, systems or subset, whatever the case. */
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Samples in import order, paged by (position, id). `total` comes with the first page of a list that is not searched. Two queries at most. */
export async function listSampleRows(filter: SampleFilter): Promise<Page<SampleRow>> {
  const cursor = /^(\d{1,9})_([\da-f-]{36})$/.exec(filter.cursor ?? "");
  if (filter.cursor !== undefined && cursor === null) throw new AppError("bad_request", "This cursor is not one of ours.");
  const pattern = filter.search?.trim() ? `%${filter.search.trim().replace(/[\\%_]/g, "\\$&")}%` : null;
  const result = await pool().query<SampleRow & { candidates: number }>(
    `with candidate as materialized (
       select s.id, s.position,
              octet_length(s.input) + octet_length(s.output) + coalesce(octet_length(s.output_b), 0) + coalesce(octet_length(s.reference), 0)
                + pg_column_size(s.metadata) as bytes
       from samples s
       where s.task_id = $1 and ($2::int is null or (s.position, s.id) > ($2, $3::uuid))
         and ($4::text is null or s.external_id ilike $4 or s.input ilike $4 or s.output ilike $4 or s.output_b ilike $4 or s.system ilike $4
              or s.system_b ilike $4 or s.subset ilike $4)
       order by s.position, s.id limit $5
     ), fitting as (
       select id, coalesce(sum(bytes) over (order by position, id rows between unbounded preceding and 1 preceding), 0) as before from candidate
     )
     select s.id, s.external_id as "externalId", s.position, s.input, s.output, s.output_b as "outputB", s.system, s.system_b as "systemB",
            s.gold_label as "goldLabel", s.subset, s.reference,
            s.image_url as "imageUrl", s.input_id as "inputId", s.input_key as "inputKey", s.metadata,
            (select count(*)::int from drafts d where d.sample_id = s.id) as drafts,
            (select count(*)::int from assignments a where a.sample_id = s.id and a.status = 'submitted') as submitted,
            (select count(*)::int from candidate) as candidates
     from fitting f join samples s on s.id = f.id
     where f.before < $6 order by s.position, s.id limit $7`,
    [filter.taskId, cursor?.[1] ?? null, cursor?.[2] ?? null, pattern, filter.limit + 1, pageBytes, filter.limit],
  );
  const last = result.rows.at(-1);
  const isLast = last === undefined || last.candidates <= result.rows.length;
  const total = pattern === null && filter.cursor === undefined ? await countSamples(filter.taskId) : null;
  return {
    items: result.rows.map(({ candidates: _, ...row }) => row),
    nextCursor: isLast ? null : `${last.position}_${last.id}`,
    total,
  };
}

async function countSamples(taskId: string): Promise<number> {
  const result = await pool().query<{ total: number }>("select count(*)::int as total from samples where task_id = $1", [taskId]);
  return result.rows[0]?.total ?? 0;
}
