import "server-only";
import { readInstanceFigures } from "@/lib/db/instance-metrics";
import { listSlowStatements, readProjectStorage } from "@/lib/db/project-storage";
import { readRetention } from "@/lib/db/retention";
import { listWorkers } from "@/lib/db/workers";
import type { InstanceState } from "@/lib/domain/instance";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

const silentSeconds = 60;

/** The state of the installation, with the figures of /metrics; for its administrators. */
export async function readInstance(actor: Actor): Promise<InstanceState> {
  demandInstanceAdmin(actor);
  const [figures, workers, slowStatements, projects, retention] = await Promise.all([
    readInstanceFigures(),
    listWorkers(silentSeconds),
    listSlowStatements(),
    readProjectStorage(),
    readRetention(),
  ]);
  return {
    readAt: new Date().toISOString(),
    figures,
    workers: workers.map(({ id, ageSeconds }) => ({ id, ageSeconds })),
    slowStatements,
    projects,
    retention,
  };
}
