import "server-only";
import { listAccounts } from "@/lib/db/accounts";
import type { Account } from "@/lib/domain/account";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/** All accounts; for administrators of the installation. */
export async function listUsers(actor: Actor): Promise<{ items: Account[] }> {
  demandInstanceAdmin(actor);
  return { items: await listAccounts() };
}
