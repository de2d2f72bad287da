import "server-only";
import { listEndpoints, listLimitsInForce } from "@/lib/db/endpoints";
import { listJudgeRows } from "@/lib/db/judges";
import { type EndpointSummary, serversOf, serverUrls } from "@/lib/domain/endpoint";
import { type Actor, demand } from "@/lib/domain/policy";

/** The servers that the project's judges use, with their limits. A server without judges is listed as long as it has limits. */
export async function listProjectEndpoints(actor: Actor, input: { projectId: string }): Promise<{ items: EndpointSummary[] }> {
  demand(actor, "run.read", input.projectId);
  const [judges, endpoints] = await Promise.all([listJudgeRows(input.projectId), listEndpoints(input.projectId)]);
  return { items: serversOf(judges, endpoints, await listLimitsInForce(serverUrls(judges, endpoints))) };
}
