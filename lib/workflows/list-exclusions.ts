import "server-only";
import { listExclusions as listRows } from "@/lib/db/exclusions";
import type { Exclusion } from "@/lib/domain/exclusion";
import { type Actor, demand } from "@/lib/domain/policy";

/** The people whom a project's reports leave out, with the reasons; for researchers. */
export async function listExclusions(actor: Actor, input: { projectId: string }): Promise<{ items: Exclusion[] }> {
  demand(actor, "people.read", input.projectId);
  return { items: await listRows(input.projectId) };
}
