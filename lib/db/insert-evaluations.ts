import "server-only";
import type { PoolClient } from "pg";
import { insertRows } from "./bulk";
import { keyOf } from "./study";

/** One annotator's result for one unit that was made elsewhere. */
interface EvaluationRow {
  assignmentId: string;
  criterionId: string;
  score: number | null;
  complete: boolean;
  tally: object;
  startedAt: string | null;
  endedAt: string | null;
  durationMs: number | null;
}

/** Stores those that are not there yet. Returns the id of each that was not, by `keyOf` its assignment and criterion. */
export async function insertEvaluations(
  client: Pick<PoolClient, "query">,
  importId: string | null,
  rows: readonly EvaluationRow[],
): Promise<Map<string, string>> {
  const inserted = await insertRows<{ id: string; assignment_id: string; criterion_id: string }>(
    client,
    "evaluations",
    {
      assignment_id: "uuid",
      criterion_id: "uuid",
      score: "float8",
      complete: "boolean",
      tally: "jsonb",
      started_at: "timestamptz",
      ended_at: "timestamptz",
      duration_ms: "int",
      import_id: "uuid",
    },
    rows.map((row) => [
      row.assignmentId,
      row.criterionId,
      row.score,
      row.complete,
      JSON.stringify(row.tally),
      row.startedAt,
      row.endedAt,
      row.durationMs,
      importId,
    ]),
    "on conflict (assignment_id, criterion_id) do nothing returning id, assignment_id, criterion_id",
  );
  return new Map(inserted.map((row) => [keyOf(row.assignment_id, row.criterion_id), row.id]));
}
