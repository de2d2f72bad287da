import "server-only";
import { pool } from "./client";

export interface EvaluationRun {
  id: string;
  /** Done, and not an import that a later one may add to: its drafts are never changed, so neither is their number. */
  settled: boolean;
}

/** Counts of settled runs: half a million drafts take longer to count than the rest of a task's summary. */
const known = new Map<string, number>();
const mostKnown = 10_000;

/** How many drafts each run has; runs without any are left out. One query at most. */
export async function countDrafts(runs: readonly EvaluationRun[]): Promise<ReadonlyMap<string, number>> {
  const unknown = runs.filter((run) => !(run.settled && known.has(run.id))).map((run) => run.id);
  const counts = new Map(runs.flatMap((run) => (run.settled && known.has(run.id) ? [[run.id, known.get(run.id) ?? 0] as const] : [])));
  if (unknown.length === 0) return counts;
  const result = await pool().query<{ runId: string; drafts: number }>(
    `select run_id as "runId", count(*)::int as drafts from drafts where run_id = any($1) group by run_id`,
    [unknown],
  );
  if (known.size > mostKnown) known.clear();
  for (const { runId, drafts } of result.rows) {
    counts.set(runId, drafts);
    if (runs.some((run) => run.id === runId && run.settled)) known.set(runId, drafts);
  }
  return counts;
}
