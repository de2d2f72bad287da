import "server-only";
import { verifyPassword } from "better-auth/crypto";
import { findPasswordHash } from "@/lib/db/accounts";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { setPassword } from "./set-password";
import { limitedAttempt } from "./sign-in-limit";
import { passwordSignIn } from "./single-sign-on";
import { startSession } from "./start-session";

/**
 * Changes the user's own password. Since the aim may be to lock others out, every session and API key ends; returns the cookies of a new
 * session. Throws invalid_input for a wrong current or a bad new password, rate_limited.
 */
export async function changePassword(
  actor: Actor,
  input: { currentPassword: string; newPassword: string; headers: Headers },
): Promise<{ setCookies: string[] }> {
  if (!passwordSignIn()) throw new AppError("forbidden", "Signing in with a password is switched off here.");
  await limitedAttempt(input.headers, actor.email, async () => {
    const hash = await findPasswordHash(actor.userId);
    if (hash !== null && (await verifyPassword({ hash, password: input.currentPassword }))) return;
    const message = "The current password is wrong.";
    throw new AppError("invalid_input", message, { details: { issues: [{ path: "currentPassword", message }] } });
  });
  await setPassword({ userId: actor.userId, password: input.newPassword });
  return { setCookies: await startSession(actor.userId, input.headers) };
}
