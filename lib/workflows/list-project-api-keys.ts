import "server-only";
import { listApiKeyRows } from "@/lib/db/api-keys";
import type { ApiKey } from "@/lib/domain/api-key";
import { type Actor, demand } from "@/lib/domain/policy";

/** API keys of a project's members; for its admins. */
export async function listProjectApiKeys(actor: Actor, input: { projectId: string }): Promise<{ items: ApiKey[] }> {
  demand(actor, "people.edit", input.projectId);
  return { items: await listApiKeyRows(input) };
}
