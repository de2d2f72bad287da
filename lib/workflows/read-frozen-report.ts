import "server-only";
import { getFrozenBody, getFrozenProject } from "@/lib/db/frozen-reports";
import { type Actor, demand } from "@/lib/domain/policy";

/** A frozen report as JSON text: the same bytes each time. Throws not_found. */
export async function readFrozenReport(actor: Actor, { frozenId }: { frozenId: string }): Promise<string> {
  demand(actor, "report.read", await getFrozenProject(frozenId), "frozen report");
  return getFrozenBody(frozenId);
}
