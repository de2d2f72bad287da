import "server-only";
import { getRunPlace, getRunRow } from "@/lib/db/runs";
import type { Run } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";

/** One run with its progress. */
export async function getRun(actor: Actor, input: { runId: string }): Promise<Run> {
  demand(actor, "run.read", (await getRunPlace(input.runId)).projectId, "run");
  return getRunRow(input.runId);
}
