import "server-only";
import { verifyPassword } from "better-auth/crypto";
import { findPasswordHash } from "@/lib/db/accounts";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { auth } from "./auth";
import { setPassword } from "./set-password";
import { limitedAttempt } from "./sign-in-limit";

/**
 * Changes the user's own password. Since the aim may be to lock others out, every session and API key ends; returns the cookies of a new
 * session. Throws invalid_input for a wrong current or a bad new password, rate_limited.
 */
export async function changePassword(
  actor: Actor,
  input: { currentPassword: string; newPassword: string; headers: Headers },
): Promise<{ setCookies: string[] }> {
  await limitedAttempt(input.headers, actor.email, async () => {
    const hash = await findPasswordHash(actor.userId);
    if (hash !== null && (await verifyPassword({ hash, password: input.currentPassword }))) return;
    const message = "The current password is wrong.";
    throw new AppError("invalid_input", message, { details: { issues: [{ path: "currentPassword", message }] } });
  });
  await setPassword({ userId: actor.userId, password: input.newPassword });
  const body = { email: actor.email, password: input.newPassword };
  const signedIn = await auth().api.signInEmail({ body, headers: input.headers, returnHeaders: true });
  return { setCookies: signedIn.headers.getSetCookie() };
}
