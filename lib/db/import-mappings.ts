import "server-only";
import type { ImportMapping, SavedMapping } from "@/lib/domain/import-mapping";
import { importMapping } from "@/lib/domain/import-mapping";
import { type Db, db } from "./client";

/** Keeps a mapping under a name; one of that name is replaced. */
export async function saveImportMapping(on: Db, projectId: string, name: string, mapping: ImportMapping): Promise<void> {
  const json = JSON.stringify(mapping);
  await on
    .insertInto("importMappings")
    .values({ projectId, name, mapping: json })
    .onConflict((conflict) => conflict.columns(["projectId", "name"]).doUpdateSet({ mapping: json }))
    .execute();
}

/** A project's mappings, by name. */
export async function listImportMappings(projectId: string): Promise<SavedMapping[]> {
  const rows = await db()
    .selectFrom("importMappings")
    .select(["name", "mapping"])
    .where("projectId", "=", projectId)
    .orderBy("name")
    .execute();
  return rows.map(({ name, mapping }) => ({ name, mapping: importMapping.parse(mapping) }));
}
