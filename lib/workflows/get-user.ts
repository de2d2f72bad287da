import "server-only";
import { findAccountByEmail } from "@/lib/db/accounts";
import type { Account } from "@/lib/domain/account";
import { found } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/** The account with this e-mail address; for administrators of the installation. Throws not_found. */
export async function getUser(actor: Actor, input: { email: string }): Promise<Account> {
  demandInstanceAdmin(actor);
  return found(await findAccountByEmail(input.email), `account for ${input.email}`);
}
