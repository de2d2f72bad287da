import "server-only";
import type { CriterionContent } from "@/lib/domain/criterion";
import { found } from "@/lib/domain/errors";
import { pool } from "./client";

export interface SampleMaterial {
  id: string;
  input: string;
  output: string;
  outputB: string | null;
  reference: string | null;
  imageUrl: string | null;
}

/** What a run would work on. */
export interface RunMaterial {
  task: { description: string; inputName: string; outputName: string; kind: "pointwise" | "pairwise" };
  samples: number;
  units: number;
  /** The units of the overall criterion among them. */
  overallUnits: number;
  /** Some of the samples, evenly spread over them, in order. */
  spread: SampleMaterial[];
  /** The set's criteria in order; `sampleId`: of that sample alone. */
  criteria: (CriterionContent & { id: string; sampleId: string | null })[];
}

/** Counts what a run over these criteria would work on, and picks at most `most` of the samples to look at. One query. */
export async function findRunMaterial(
  taskId: string,
  criteriaSetId: string | null,
  sampleLimit: number | null,
  most: number,
): Promise<RunMaterial> {
  const result = await pool().query<RunMaterial>(
    `with chosen as (
       select id, input, output, output_b, reference, image_url, row_number() over (order by position, id) as n
       from samples where task_id = $1 order by position, id limit $3
     ), counted as (select count(*) as total from chosen),
     spread as (select c.* from chosen c, counted where total <= $4 or c.n * $4 / total <> (c.n - 1) * $4 / total),
     units as (
       select count(*)::int as units, (count(*) filter (where c.overall and c.sample_id is null))::int as overall
       from chosen s join criteria c on c.criteria_set_id = $2 and (c.sample_id is null or c.sample_id = s.id)
     )
     select jsonb_build_object('description', t.description, 'inputName', t.input_name, 'outputName', t.output_name, 'kind', t.kind) as task,
            (select total::int from counted) as samples, units.units, units.overall as "overallUnits",
            (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'input', input, 'output', output, 'outputB', output_b, 'reference', reference,
                                                          'imageUrl', image_url) order by n), '[]') from spread) as spread,
            (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'definition', c.definition, 'scale', c.scale, 'overall', c.overall,
                                                          'sampleId', c.sample_id) order by c.position), '[]')
             from criteria c where c.criteria_set_id = $2 and (c.sample_id is null or c.sample_id in (select id from spread))) as criteria
     from tasks t, units where t.id = $1`,
    [taskId, criteriaSetId, sampleLimit, most],
  );
  return found(result.rows[0], "task");
}
