import "server-only";
import { db } from "./client";

export interface EvaluationRun {
  id: string;
  /** When it ended, if its drafts stay as they are until it ends again; null while it drafts, and for imports, which a later one may add to. */
  settledAt: string | null;
}

/** Cached counts by run and end: counting half a million drafts takes longer than the rest of a task's summary. */
const known = new Map<string, number>();
const mostKnown = 10_000;

/** Null if the count may still change. A finished run whose failed units are retried ends again, later. */
const keyOf = ({ id, settledAt }: EvaluationRun) => (settledAt === null ? null : `${id} ${settledAt}`);

/** How many drafts each run has; runs without any are left out. One query at most. */
export async function countDrafts(runs: readonly EvaluationRun[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const unknown = new Map<string, string | null>();
  for (const run of runs) {
    const count = known.get(keyOf(run) ?? "");
    if (count === undefined) unknown.set(run.id, keyOf(run));
    else counts.set(run.id, count);
  }
  if (unknown.size === 0) return counts;
  const counted = await db()
    .selectFrom("drafts")
    .select(["runId", db().fn.countAll<number>().as("drafts")])
    .where("runId", "=", ({ fn, val }) => fn.any(val([...unknown.keys()])))
    .groupBy("runId")
    .execute();
  if (known.size > mostKnown) known.clear();
  for (const { runId, drafts } of counted) {
    counts.set(runId, drafts);
    const key = unknown.get(runId);
    if (key) known.set(key, drafts);
  }
  return counts;
}
