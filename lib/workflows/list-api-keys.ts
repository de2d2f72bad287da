import "server-only";
import { listApiKeyRows } from "@/lib/db/api-keys";
import type { ApiKey } from "@/lib/domain/api-key";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/** The actor's API keys or, with `all`, everyone's, for administrators of the installation. */
export async function listApiKeys(actor: Actor, input: { all: boolean }): Promise<{ items: ApiKey[] }> {
  if (input.all) demandInstanceAdmin(actor);
  return { items: await listApiKeyRows(input.all ? {} : { userId: actor.userId }) };
}
