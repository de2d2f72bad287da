import "server-only";
import { bundleEvents } from "@/lib/datasets/bundle-events";
import { ImportLog } from "@/lib/datasets/import-log";
import { inTransaction, longPool } from "@/lib/db/client";
import { analyzeStudy, stageRecords } from "@/lib/db/import/import-records";
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
  const { projectId, counts } = await inTransaction(async (tx) => {
    const id = await createProjectRow(tx, { name: input.name, description: input.description, demo: input.demo });
    const importId = await createImport(tx, {
      projectId: id,
      status: "running",
      format: "redline",
      fileName: input.source,
      createdById: actor.userId,
    });
    const log = new ImportLog(input.source);
    const given = { projectId: id, importId, fileName: input.source, taskName: input.name, scale: null, scales: {} };
    const staged = await stageRecords(tx, given, log.records(eventsOf(input.bundles)), log);
    const outcome = log.outcome("redline", staged.counts);
    const [problem] = outcome.problems;
    if (problem) throw new AppError("conflict", problem.message);
    await staged.store({ updateSamples: false });
    await updateImport(tx, importId, { ...outcome, status: "done" });
    return { projectId: id, counts: outcome.counts };
  }, longPool());
  await analyzeStudy(counts);
  return { projectId };
}

function* eventsOf(bundles: Iterable<TaskBundle>) {
  for (const bundle of bundles) yield* bundleEvents(bundle);
}
