import "server-only";
import { readDraftDetails } from "@/lib/domain/draft-details";
import type { RunDraft } from "@/lib/domain/exchange";
import { pool } from "./client";

export type RunDraftRow = RunDraft & { samplePosition: number; criterionPosition: number };

/** Drafts of a run in the order of samples and criteria, after a place in it. A proposal of criteria is of no sample and not among them. */
export async function listRunDraftRows(
  runId: string,
  after: { sample: number; criterion: number } | null,
  limit: number,
): Promise<RunDraftRow[]> {
  // The page is found first, by walking the samples in order: of a large run everything else would be made for every draft and thrown away.
  const result = await pool().query<Omit<RunDraftRow, "details"> & { details: unknown }>(
    `with page as (
       select d.id, d.criterion_position, s.position
       from (select id, position from samples where task_id = (select task_id from runs where id = $1) and position >= coalesce($2::int, 0)) s
       cross join lateral (
         select d.id, c.position as criterion_position from drafts d join criteria c on c.id = d.criterion_id
         where d.run_id = $1 and d.sample_id = s.id order by c.position) d
       where $2::int is null or (s.position, d.criterion_position) > ($2::int, $3::int)
       order by s.position, d.criterion_position limit $4
     )
     select d.id, jsonb_build_object('id', s.id, 'externalId', s.external_id) as sample,
            jsonb_build_object('id', c.id, 'name', c.name, 'ownToSample', c.sample_id is not null,
                               'min', c.scale->'min', 'max', c.scale->'max') as criterion,
            d.score, left(coalesce((select item->>'text' from jsonb_array_elements(d.items) with ordinality as items (item, place)
                                    where item->>'kind' <> 'heading' order by place limit 1), d.raw), 300) as text,
            case when u.status = 'dropped' then coalesce(u.error_message, '') end as dropped, d.cached, d.details,
            exists (select 1 from exchanges e where e.run_id = d.run_id and e.sample_id = d.sample_id) as asked,
            s.position as "samplePosition", c.position as "criterionPosition"
     from page join drafts d on d.id = page.id join samples s on s.id = d.sample_id join criteria c on c.id = d.criterion_id
     left join run_units u on u.run_id = d.run_id and u.sample_id = d.sample_id and u.criterion_id = d.criterion_id
     order by page.position, page.criterion_position`,
    [runId, after?.sample ?? null, after?.criterion ?? null, limit],
  );
  return result.rows.map((row) => ({ ...row, details: readDraftDetails(row.details) }));
}
