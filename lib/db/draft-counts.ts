import "server-only";
import { db } from "./client";

export interface EvaluationRun {
  id: string;
  /** Done, and not an import that a later one may add to: its drafts are never changed, so neither is their number. */
  settled: boolean;
}

/** Cached counts of settled runs: counting half a million drafts takes longer than the rest of a task's summary. */
const known = new Map<string, number>();
const mostKnown = 10_000;

/** How many drafts each run has; runs without any are left out. One query at most. */
export async function countDrafts(runs: readonly EvaluationRun[]): Promise<ReadonlyMap<string, number>> {
  const unknown = runs.filter((run) => !(run.settled && known.has(run.id))).map((run) => run.id);
  const counts = new Map(runs.flatMap((run) => (run.settled && known.has(run.id) ? [[run.id, known.get(run.id) ?? 0] as const] : [])));
  if (unknown.length === 0) return counts;
  const counted = await db()
    .selectFrom("drafts")
    .select(["runId", db().fn.countAll<number>().as("drafts")])
    .where("runId", "=", ({ fn, val }) => fn.any(val(unknown)))
    .groupBy("runId")
    .execute();
  if (known.size > mostKnown) known.clear();
  for (const { runId, drafts } of counted) {
    counts.set(runId, drafts);
    if (runs.some((run) => run.id === runId && run.settled)) known.set(runId, drafts);
  }
  return counts;
}
