import "server-only";
import { getFrozenBundle, getFrozenProject } from "@/lib/db/frozen-reports";
import { type Actor, demand } from "@/lib/domain/policy";

/** The bundle of a frozen report as a file, which `redline report --from` recomputes. Throws not_found. */
export async function exportFrozenReport(actor: Actor, { frozenId }: { frozenId: string }) {
  demand(actor, "report.read", await getFrozenProject(frozenId), "frozen report");
  const { name, bundle } = await getFrozenBundle(frozenId);
  return { fileName: `${name}.report.jsonl.gz`, contentType: "application/gzip", bytes: bundle };
}
