import "server-only";
import { inTransaction } from "@/lib/db/client";
import { storeStudy } from "@/lib/db/import-bundle";
import { createImport, updateImport } from "@/lib/db/imports";
import { createProjectRow } from "@/lib/db/projects";
import { studyToStore } from "@/lib/db/study-to-store";
import type { TaskBundle } from "@/lib/domain/bundle";
import { AppError } from "@/lib/domain/errors";
import { type ImportWarning, importCounts } from "@/lib/domain/import";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/**
 * Makes a project out of whole studies (the demo, the generated large one), all or nothing. A task may come in several parts.
 * Throws conflict where a study contradicts itself, already_exists for a taken name.
 */
export async function loadStudy(
  actor: Actor,
  input: { name: string; description: string; demo: boolean; source: string; bundles: Iterable<TaskBundle> },
): Promise<{ projectId: string }> {
  demandInstanceAdmin(actor);
  return inTransaction(async (client) => {
    const projectId = await createProjectRow(client, { name: input.name, description: input.description, demo: input.demo });
    const importId = await createImport(client, {
      projectId,
      status: "running",
      format: "redline",
      fileName: input.source,
      createdById: actor.userId,
    });
    const counts = importCounts.parse({});
    const warnings: ImportWarning[] = [];
    const tasks = new Set<string>();
    for (const bundle of input.bundles) {
      const stored = await storeStudy(client, { projectId, importId }, studyToStore(bundle));
      const [conflict] = stored.conflicts;
      if (conflict) throw new AppError("conflict", conflict);
      tasks.add(bundle.task.name);
      warnings.push(...bundle.warnings.map((warning) => ({ ...warning, task: bundle.task.name })));
      for (const key of ["samples", "criteria", "drafts", "ratings", "annotators", "judges"] as const) counts[key] += stored[key];
    }
    await updateImport(client, importId, { status: "done", counts: { ...counts, tasks: tasks.size }, warnings });
    return { projectId };
  });
}
