import "server-only";
import type { Scale } from "@/lib/domain/criterion";
import { batchSize, pendingAfter, placeOf, type UnitKey } from "./batch-work";
import { pool } from "./client";

export interface MetricUnit extends UnitKey {
  output: string;
  outputB: string | null;
  reference: string | null;
  scale: Scale;
}

/** Texts held at once; a single sample may be larger. */
const batchBytes = 8_000_000;

/** The next pending units of a run with the texts to measure: 500, or fewer where texts are long. */
export async function listMetricUnits(runId: string, after: UnitKey | null): Promise<MetricUnit[]> {
  const result = await pool().query<MetricUnit>(
    `select "sampleId", "criterionId", output, "outputB", reference, scale
     from (
       select s.id as "sampleId", u.criterion_id as "criterionId", s.output, s.output_b as "outputB", s.reference, c.scale,
              sum(octet_length(s.output) + coalesce(octet_length(s.output_b), 0) + coalesce(octet_length(s.reference), 0)) over place as bytes,
              row_number() over place as place
       from (select sample_id, criterion_id from run_units
             ${pendingAfter}) u
       join samples s on s.id = u.sample_id join criteria c on c.id = u.criterion_id
       window place as (order by s.id, u.criterion_id)
     ) units where bytes <= $5 or place = 1 order by "sampleId", "criterionId"`,
    [runId, ...placeOf(after), batchSize, batchBytes],
  );
  return result.rows;
}
