import "server-only";
import { bundleEvents } from "@/lib/datasets/bundle-events";
import { ImportLog } from "@/lib/datasets/import-log";
import { inTransaction, longPool } from "@/lib/db/client";
import { stageRecords } from "@/lib/db/import/import-records";
import { createImport, updateImport } from "@/lib/db/imports";
import { createProjectRow } from "@/lib/db/projects";
import type { TaskBundle } from "@/lib/domain/bundle";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/**
 * Creates a project from whole studies (the demo, the generated large one), all or nothing. A task may come in several parts.
 * Throws conflict if a study contradicts itself, already_exists for a taken name.
 */
export async function loadStudy(
  actor: Actor,
  input: { name: string; description: string; demo: boolean; source: string; bundles: Iterable<TaskBundle> },
): Promise<{ projectId: string }> {
  demandInstanceAdmin(actor);
  return inTransaction(async (tx) => {
    const projectId = await createProjectRow(tx, { name: input.name, description: input.description, demo: input.demo });
    const importId = await createImport(tx, {
      projectId,
      status: "running",
      format: "redline",
      fileName: input.source,
      createdById: actor.userId,
    });
    const log = new ImportLog(input.source);
    const given = { projectId, importId, fileName: input.source, taskName: input.name, scale: null, scales: {} };
    const { counts, store } = await stageRecords(tx, given, log.records(eventsOf(input.bundles)), log);
    const outcome = log.outcome("redline", counts);
    const [problem] = outcome.problems;
    if (problem) throw new AppError("conflict", problem.message);
    await store();
    await updateImport(tx, importId, { ...outcome, status: "done" });
    return { projectId };
  }, longPool());
}

function* eventsOf(bundles: Iterable<TaskBundle>) {
  for (const bundle of bundles) yield* bundleEvents(bundle);
}
