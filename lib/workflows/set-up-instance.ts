import "server-only";
import { demandGoodPassword, setPassword } from "@/lib/auth/set-password";
import { createSetPasswordLink } from "@/lib/auth/set-password-link";
import { createAccount, findInstanceAdmin } from "@/lib/db/accounts";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";

/** Placeholder address of the first administrator, until they open their link and enter their own. */
const placeholderEmail = "admin@redline.local";

/**
 * Ensures that someone can sign in. With REDLINE_ADMIN_EMAIL and REDLINE_ADMIN_PASSWORD set, that account is created at the first start;
 * otherwise returns a one-time link for the first administrator, at each start until one has been used. Null: somebody can already sign
 * in. Run by the command line before anybody can sign in, so without an actor.
 */
export async function setUpInstance(): Promise<{ link: string | null }> {
  const admin = await findInstanceAdmin();
  if (admin?.hasPassword) return { link: null };
  const { REDLINE_ADMIN_EMAIL: email, REDLINE_ADMIN_PASSWORD: password } = env();
  if (email && password) {
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) {
      throw new AppError("invalid_input", `REDLINE_ADMIN_EMAIL is not an e-mail address: ${email}`);
    }
    demandGoodPassword(password);
    const account = admin ?? (await createAccount({ email, instanceAdmin: true }));
    await setPassword({ userId: account.userId, password, email });
    return { link: null };
  }
  const account = admin ?? (await createAccount({ email: placeholderEmail, name: "Administrator", instanceAdmin: true }));
  return { link: await createSetPasswordLink(account.userId, "first-admin", null) };
}
