import "server-only";
import { listExchanges as listExchangeRows } from "@/lib/db/exchanges";
import { getRunPlace } from "@/lib/db/runs";
import type { Exchange } from "@/lib/domain/exchange";
import { type Actor, demand, mayReadRaw } from "@/lib/domain/policy";

/** What a run asked about a sample and what came back, in order. Empty if nothing was asked: imported drafts, metrics, panels. */
export async function listExchanges(actor: Actor, input: { runId: string; sampleId: string }): Promise<{ items: Exchange[] }> {
  demand(actor, "run.read", (await getRunPlace(input.runId)).projectId, "run");
  const rows = await listExchangeRows(input.runId, input.sampleId);
  const isShown = ({ reply, latencyMs }: Exchange) => latencyMs !== null || reply === "" || mayReadRaw(actor);
  return { items: rows.map((row) => (isShown(row) ? row : { ...row, reply: null })) };
}
