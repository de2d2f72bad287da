import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { listEndpoints, listLimitsInForce, saveEndpointLimits } from "@/lib/db/endpoints";
import { listJudgeRows } from "@/lib/db/judges";
import { changedFields } from "@/lib/domain/audit";
import { type EndpointLimits, type EndpointSummary, serversOf } from "@/lib/domain/endpoint";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Sets a model server's limits, effective immediately, also for runs in progress. Throws not_found for a server that none of the
 * project's judges uses.
 */
export async function limitEndpoint(
  actor: Actor,
  input: { projectId: string; baseUrl: string } & EndpointLimits,
): Promise<EndpointSummary> {
  const { projectId, baseUrl, ...limits } = input;
  demand(actor, "judge.edit", projectId);
  const [judges, endpoints] = await Promise.all([listJudgeRows(projectId), listEndpoints(projectId)]);
  if (!serversOf(judges, endpoints).some((server) => server.baseUrl === baseUrl))
    throw new AppError("not_found", `No judge of this project uses ${baseUrl}.`);
  await inTransaction(async (client) => {
    const before = await saveEndpointLimits(projectId, baseUrl, limits, client);
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: "endpoint.limit",
      targetKind: "endpoint",
      targetId: baseUrl,
      details: changedFields(before, limits),
    });
  });
  const saved = serversOf(judges, await listEndpoints(projectId), await listLimitsInForce([baseUrl]));
  return found(
    saved.find((server) => server.baseUrl === baseUrl),
    "endpoint",
  );
}
