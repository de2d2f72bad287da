import "server-only";
import { findAccountByEmail, removeTwoFactor } from "@/lib/db/accounts";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/**
 * For somebody who has lost both the authenticator app and the backup codes: signing in asks for the password alone again. For administrators of
 * the installation. Throws not_found, conflict where no codes are asked for.
 */
export async function resetTwoFactor(actor: Actor, input: { email: string }): Promise<{ ok: true }> {
  demandInstanceAdmin(actor);
  const { userId, email } = found(await findAccountByEmail(input.email), `account for ${input.email}`);
  await inTransaction(async (tx) => {
    if (!(await removeTwoFactor(tx, userId))) throw new AppError("conflict", `Signing in as ${email} asks for no code.`);
    const verb = "account.reset-two-factor" as const;
    await appendAudit(tx, { projectId: null, userId: actor.userId, verb, targetKind: "person", targetId: userId, details: { email } });
  });
  return { ok: true };
}
