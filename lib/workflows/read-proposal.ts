import "server-only";
import { findProposal } from "@/lib/db/criteria-sets";
import { getRunPlace } from "@/lib/db/runs";
import { type Actor, demand } from "@/lib/domain/policy";
import type { Proposal } from "@/lib/domain/project";

/** The criteria that a judge proposed in a run, with the sampled lists; null while there are none. */
export async function readProposal(actor: Actor, input: { runId: string }): Promise<{ proposal: Proposal | null }> {
  demand(actor, "run.read", (await getRunPlace(input.runId)).projectId, "run");
  return { proposal: await findProposal(input.runId) };
}
