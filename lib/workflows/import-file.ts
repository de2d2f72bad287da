import "server-only";
import { refusalOf } from "@/lib/datasets/import-log";
import { noLimits } from "@/lib/datasets/read-import";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction, longPool, type Tx } from "@/lib/db/client";
import { stageFile } from "@/lib/db/import/import-file";
import { analyzeStudy } from "@/lib/db/import/import-records";
import { saveImportMapping } from "@/lib/db/import-mappings";
import { createImport, getImport, importSummaryOf, updateImport } from "@/lib/db/imports";
import { addFirstAdmin } from "@/lib/db/people";
import { createProjectRow } from "@/lib/db/projects";
import type { Scale } from "@/lib/domain/criterion";
import type { ImportFormat, ImportOptions, ImportSummary } from "@/lib/domain/import";
import { type Actor, demand, demandInstanceAdmin } from "@/lib/domain/policy";

/** A project, or the name of one that is created with the import. */
type Place = { projectId: string } | { newProject: string };

interface File {
  fileName: string;
  taskName?: string | undefined;
  format: ImportFormat;
  scale?: Scale | undefined;
  options?: ImportOptions;
  body: AsyncIterable<Uint8Array>;
  skipBadRows: boolean;
  /** Changes stored samples to which the file gives other content, while nobody has rated them. */
  updateSamples?: boolean;
  /** Keeps the mapping in the project under this name. */
  saveMappingAs?: string | undefined;
}

/**
 * Imports a file as it is read, without a preview: all or nothing in one transaction; with `skipBadRows`, all but the rows with problems.
 * Throws invalid_input (details: the problems or changes) when there are some that were not asked for, and stores nothing.
 */
export async function importFile(actor: Actor, input: File & Place): Promise<ImportSummary> {
  const { fileName, format } = input;
  if ("projectId" in input) demand(actor, "import.do", input.projectId);
  else demandInstanceAdmin(actor);
  const given = {
    fileName,
    format,
    taskName: input.taskName?.trim() || null,
    scale: input.scale ?? null,
    options: input.options ?? {},
  };
  const id = await inTransaction(async (tx) => {
    const projectId = "projectId" in input ? input.projectId : await newProject(tx, actor, input.newProject);
    const file = { ...given, projectId };
    const importId = await createImport(tx, { ...file, status: "running", createdById: actor.userId });
    const asked = { skipBadRows: input.skipBadRows, updateSamples: input.updateSamples ?? false };
    const read = await stageFile(tx, { ...file, id: importId }, input.body, noLimits);
    const refusal = refusalOf(read, asked);
    if (refusal !== null) throw refusal;
    const counts = await read.store(asked);
    await updateImport(tx, importId, { ...read.outcome, counts, status: "done" });
    const mapping = given.options.mapping ?? null;
    if (input.saveMappingAs !== undefined && mapping !== null) await saveImportMapping(tx, projectId, input.saveMappingAs, mapping);
    const details = { fileName, ...counts };
    await appendAudit(tx, { projectId, userId: actor.userId, verb: "import.commit", targetKind: "import", targetId: importId, details });
    return importId;
  }, longPool());
  const done = importSummaryOf(await getImport(id));
  await analyzeStudy(done.counts);
  return done;
}

async function newProject(tx: Tx, { userId }: Actor, name: string): Promise<string> {
  const projectId = await createProjectRow(tx, { name, description: "" });
  await addFirstAdmin(tx, projectId, userId);
  await appendAudit(tx, { projectId, userId, verb: "project.create", targetKind: "project", targetId: projectId });
  return projectId;
}
